-- Disputes: a customer's bank takes a payment back, or asks about it. Nothing more of such an order is sent until the shop has won.

create table public.payment_disputes (
  provider text not null,
  provider_id text not null check (length(provider_id) between 1 and 255),
  reference text not null references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  reason text not null default '' check (length(reason) <= 200),
  amount_minor bigint not null,
  currency text not null,
  respond_by timestamptz,
  created_at timestamptz not null default public.clock(),
  closed_at timestamptz,
  primary key (provider, provider_id)
);
comment on table public.payment_disputes is 'Payments that the bank of a customer disputes; answered at the provider';
comment on column public.payment_disputes.provider is 'The payment provider';
comment on column public.payment_disputes.provider_id is 'Its id of the dispute';
comment on column public.payment_disputes.reference is 'The disputed payment';
comment on column public.payment_disputes.order_id is 'The order that it paid';
comment on column public.payment_disputes.status is 'open (the shop can answer at the provider), won, or lost: the money is with the customer';
comment on column public.payment_disputes.reason is 'The reason as the provider calls it';
comment on column public.payment_disputes.amount_minor is 'What is disputed, in the smallest unit of the currency';
comment on column public.payment_disputes.currency is 'Currency, three letters';
comment on column public.payment_disputes.respond_by is 'Until when the shop can answer; empty where the provider does not say';
comment on column public.payment_disputes.created_at is 'When the provider first told of it';
comment on column public.payment_disputes.closed_at is 'When it was won or lost';
create index payment_disputes_order_idx on public.payment_disputes (order_id);
create index payment_disputes_reference_idx on public.payment_disputes (reference);
create index payment_disputes_open_idx on public.payment_disputes (respond_by) where status = 'open';

create function public.note_dispute(
  p_key text, p_event text, p_reference text, p_payload jsonb, p_provider text, p_dispute jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  dispute public.payment_disputes;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id where a.reference = p_reference for no key update of o;
  perform public.note_payment_event(p_key, p_event, p_reference, p_payload, p_provider);
  insert into public.payment_disputes as d (provider, provider_id, reference, order_id, status, reason, amount_minor, currency, respond_by, closed_at)
  select p_provider, p_dispute ->> 'id', a.reference, a.order_id, p_dispute ->> 'status', left(p_dispute ->> 'reason', 200),
    (p_dispute ->> 'amount')::bigint, upper(p_dispute ->> 'currency'), (p_dispute ->> 'respond_by')::timestamptz,
    case when p_dispute ->> 'status' <> 'open' then public.clock() end
  from public.payment_attempts a where a.reference = p_reference and a.provider = p_provider
  -- Messages may come in any order: what is decided stays decided.
  on conflict (provider, provider_id) do update set status = excluded.status, respond_by = excluded.respond_by, closed_at = excluded.closed_at
    where d.status = 'open'
  returning * into dispute;
  return coalesce(dispute.status, 'unknown');
end;
$$;
comment on function public.note_dispute(text, text, text, jsonb, text, jsonb) is
  'Keeps what a provider says of a dispute, {id, status, reason, amount in the smallest unit, currency, respond_by}: its status; unknown when there is no such payment of this provider, or the dispute was decided before';

create function private.is_disputed(p_order uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.payment_disputes d where d.order_id = p_order and d.status <> 'won');
end;
$$;
comment on function private.is_disputed(uuid) is 'Whether a payment of an order is disputed, or was lost by that';

create function private.require_sendable(p_order uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_being_refunded(p_order) then
    raise exception 'This order is being refunded.' using detail = 'not_paid';
  elsif private.is_disputed(p_order) then
    raise exception 'The payment of this order is disputed. Nothing is sent until you have won.' using detail = 'disputed';
  end if;
end;
$$;
comment on function private.require_sendable(uuid) is 'Refuses to send what is being refunded (not_paid) or disputed (disputed)';

select private.audit_table('public.payment_disputes', 'provider_id');

alter table public.payment_disputes enable row level security;
grant select on public.payment_disputes to authenticated;
create policy payment_disputes_select_admin on public.payment_disputes for select to authenticated
  using ((select public.is_admin()));
