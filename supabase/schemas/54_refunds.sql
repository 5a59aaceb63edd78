-- Refunds through the payment provider: one for each payment, and each exactly once.

create type public.refund_status as enum ('requested', 'pending', 'processing', 'processed', 'failed');
comment on type public.refund_status is 'Where a refund stands';

create table public.refunds (
  reference text primary key references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status public.refund_status not null default 'requested',
  note text not null default '' check (length(note) <= 500),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz not null default now(),
  processed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.refunds is 'Payments that are refunded in full, at most once each';
comment on column public.refunds.reference is 'The payment that is refunded';
comment on column public.refunds.order_id is 'The order that it paid';
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency (cents)';
comment on column public.refunds.currency is 'Currency, three letters';
comment on column public.refunds.status is 'requested (the provider has not confirmed it yet), pending, processing, processed (the money is on its way to the customer), failed (may be asked for again)';
comment on column public.refunds.note is 'What the provider said when it refused';
comment on column public.refunds.asked_by is 'The administrator who asked for it; empty when it was made at the provider';
comment on column public.refunds.asked_at is 'When it was last asked for';
comment on column public.refunds.processed_at is 'When the provider reported it as done';
comment on column public.refunds.created_at is 'When it was first asked for';

create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_asked_by_idx on public.refunds (asked_by);
create index refunds_open_idx on public.refunds (asked_at)
  where status in ('requested', 'pending', 'processing');

create function public.start_refund(
  p_reference text, p_amount_minor bigint, p_currency text, p_asked_by uuid
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  if attempt.status not in ('paid', 'held', 'duplicate')
    or (attempt.status = 'paid' and attempt.amount_minor = 0)
  then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  insert into public.refunds (reference, order_id, amount_minor, currency, asked_by)
  values (attempt.reference, attempt.order_id, p_amount_minor, p_currency, p_asked_by)
  on conflict (reference) do nothing returning * into refund;
  if found then
    return refund;
  end if;
  -- It may be asked for again after a refusal, and a minute after a request that was cut off.
  update public.refunds
    set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
    where reference = p_reference
      and (status = 'failed'
        or (status = 'requested' and asked_at < clock_timestamp() - interval '1 minute'))
    returning * into refund;
  if found then
    return refund;
  end if;
  raise exception 'This payment is being given back, or has been already.'
    using detail = 'already_refunded';
end;
$$;
comment on function public.start_refund(text, bigint, text, uuid) is
  'Records that a payment is to be refunded in full; only who gets the row may ask the provider. Errors (in detail): unknown_payment, not_refundable, already_refunded.';

create function public.update_refund(p_reference text, p_status text, p_note text default '')
returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  reached public.refund_status := p_status;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into refund from public.refunds where reference = p_reference;
  if not found then
    raise exception 'This refund does not exist.' using detail = 'unknown_refund';
  end if;
  -- A refund that is processed stays so, and late messages never move it backwards.
  if refund.status = 'processed'
    or (reached not in ('processed', 'failed')
      and (refund.status = 'failed' or reached <= refund.status))
  then
    return refund;
  end if;
  update public.refunds
    set status = reached, note = left(coalesce(p_note, ''), 500),
      processed_at = case when reached = 'processed' then now() end
    where reference = p_reference returning * into refund;
  if reached = 'processed' then
    -- The order stays Paid when a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and not exists (
          select 1 from public.payment_attempts a left join public.refunds r using (reference)
          where a.order_id = o.id and a.status in ('paid', 'held')
            and r.status is distinct from 'processed');
  end if;
  return refund;
end;
$$;
comment on function public.update_refund(text, text, text) is
  'Moves a refund forward, never back; when the last payment is refunded the order is Refunded. Error (in detail): unknown_refund.';

create function public.settle_refund(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_status text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
begin
  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into attempt from public.payment_attempts
    where reference = p_reference and status in ('paid', 'held', 'duplicate');
  if not found then
    return 'unknown';
  end if;
  -- Refunds can also be made in the provider's own dashboard.
  if p_amount_minor = attempt.amount_minor then
    insert into public.refunds (reference, order_id, amount_minor, currency)
    values (attempt.reference, attempt.order_id, attempt.amount_minor, attempt.currency)
    on conflict (reference) do nothing;
  end if;
  select * into refund from public.refunds where reference = p_reference;
  if refund.reference is null or refund.amount_minor is distinct from p_amount_minor then
    return 'noted';
  end if;
  refund := public.update_refund(p_reference, p_status, '');
  return refund.status::text;
end;
$$;
comment on function public.settle_refund(text, text, text, bigint, text, jsonb) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund, noted when only a part was refunded, unknown when there is no such payment';

create function public.unconfirmed_refunds(p_older_than interval) returns setof public.refunds
language sql stable security definer set search_path = '' as $$
  select * from public.refunds
  where status in ('requested', 'pending', 'processing')
    and asked_at < now() - p_older_than and asked_at > now() - interval '30 days'
  order by asked_at limit 100;
$$;
comment on function public.unconfirmed_refunds(interval) is
  'Refunds that are not done and were asked for longer ago than this, up to a month: ask the provider about them';

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
create policy refunds_select_admin on public.refunds for select to authenticated
  using ((select public.is_admin()));
