-- Payments: one row for each time a customer began to pay, and what the payment providers sent us.

create table public.payment_attempts (
  reference text primary key check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  authorization_url text,
  status text not null default 'started' check (status <> '' and length(status) <= 50),
  created_at timestamptz not null default public.clock(),
  asked_at timestamptz,
  paid_minor bigint check (paid_minor > 0),
  refunded_minor bigint not null default 0,
  transfer text check (length(transfer) <= 200),
  provider text not null default '',
  provider_id text check (length(provider_id) <= 255),
  constraint payment_attempts_refunded_check check (refunded_minor between 0 and coalesce(paid_minor, amount_minor))
);
comment on table public.payment_attempts is 'Attempts to pay an order, one row each, and the payments that came of them';
comment on column public.payment_attempts.reference is 'Reference, which the payment provider has too';
comment on column public.payment_attempts.order_id is 'The order to be paid';
comment on column public.payment_attempts.provider is 'The payment provider; empty where nothing was to be paid';
comment on column public.payment_attempts.provider_id is 'Its id at the provider, where that is not the reference; empty before it is known';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency';
comment on column public.payment_attempts.currency is 'Currency asked for, three letters';
comment on column public.payment_attempts.authorization_url is 'Address of the provider''s page; for one use';
comment on column public.payment_attempts.status is 'started, authorized (the provider''s page is open), awaited (a transfer, or payment on delivery), paid, held (wrong amount or currency, or a part), duplicate (order was paid already, or more than its total: refund it), ended (an awaited payment of an order that was cancelled or paid otherwise), or what the provider said when it failed';
comment on column public.payment_attempts.created_at is 'When the attempt began';
comment on column public.payment_attempts.asked_at is
  'When the provider was last asked about it because its end was not known; empty before the first time';
comment on column public.payment_attempts.paid_minor is 'What was paid so far, in the smallest unit; empty before it is paid, and where the amount is not known';
comment on column public.payment_attempts.refunded_minor is
  'What was refunded of it, or is on its way, in the smallest unit; kept by triggers';
comment on column public.payment_attempts.transfer is 'Of a payment that the office recorded: what it noted of it; empty for others';

create index payment_attempts_order_id_idx on public.payment_attempts (order_id, created_at desc);
create index payment_attempts_created_at_idx on public.payment_attempts (created_at);

create table public.payment_events (
  id text primary key check (id <> '' and length(id) <= 300),
  reference text not null default '',
  event text not null default '',
  payload jsonb not null default '{}',
  created_at timestamptz not null default public.clock(),
  provider text not null default '',
  amount_minor bigint,
  currency text
);
comment on table public.payment_events is 'Messages of the payment providers about payments. Kept even when no order fits, so that money without an order can be found.';
comment on column public.payment_events.id is 'Unique key of the message; a repeated message is stored once';
comment on column public.payment_events.reference is 'Payment reference the message is about';
comment on column public.payment_events.event is 'Kind of message, for instance charge.success';
comment on column public.payment_events.provider is 'The provider that sent it; empty for what the office recorded';
comment on column public.payment_events.amount_minor is 'What was paid, in the smallest unit; empty for messages about anything else';
comment on column public.payment_events.currency is 'Currency of the amount as the provider wrote it';
comment on column public.payment_events.payload is 'The message as it came';
comment on column public.payment_events.created_at is 'When it first came';

create index payment_events_reference_idx on public.payment_events (reference);

create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  options constant jsonb := case jsonb_typeof(p_options) when 'object' then p_options - 'quote' end;
  with_voucher constant boolean := nullif(btrim(options ->> 'voucher'), '') is not null;
  placed public.orders;
  attempt public.payment_attempts;
  problem text;
  reason text;
  way text;
  refusal text;
begin
  if with_voucher then
    perform private.require_shopper();
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  begin
    placed := private.place_order(p_products, p_amount, p_email, p_idempotency_key, options);
  exception when raise_exception then
    get stacked diagnostics problem = message_text, reason = pg_exception_detail;
    if not with_voucher or reason not in ('amount_differs', 'voucher_refused') then
      raise;
    end if;
    -- Returned, since raising it would roll back the count above and let anybody guess codes.
    return json_build_object('problem', json_build_object('message', problem, 'details', reason));
  end;
  if placed.status = 'Pending' then
    way := coalesce(options ->> 'pay_with', (private.ways_to_pay(placed.total_price, placed.currency, placed.country))[1]);
    refusal := private.payment_refusal(way, placed.total_price, placed.currency, placed.country);
    if refusal is null then
      -- Of two requests for the same order only one begins its first payment.
      attempt := private.begin_payment(placed, way, placed.id || '.1');
    end if;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id), 'refusal', refusal,
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as private.place_order does and begins its first payment, with the provider pay_with among the options, else with the first that takes it: {order, attempt, refusal: why it cannot be paid so, as payment_refusal says}; attempt is null when it was begun before, with a refusal, for an order that costs nothing, which is Paid, and for one on terms. With a voucher, amount_differs and voucher_refused are returned as {problem: {message, details}}, and each try counts as in price_cart. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as there, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) to authenticated;

create function public.read_own_payment(p_reference text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  return (
    select private.order_with_lines(o.id)
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.reference = p_reference and (private.is_buyer(o)
      -- Whoever signs in while paying comes back with the session of the account.
      or o.user_id in (select v.id from public.visitors v where v.moved_to = auth.uid())));
end;
$$;
comment on function public.read_own_payment(text) is
  'The order of the signed-in customer that this payment is for, with its lines; null for a payment of anybody else. Error (in detail): not_a_customer.';
grant execute on function public.read_own_payment(text) to authenticated;

-- The order names the newest attempt from its beginning, attempts are counted as orders are, and what costs nothing needs no provider.
create function public.start_payment_attempt(p_order_id uuid, p_reference text, p_provider text default null)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
  way text := p_provider;
begin
  -- Attempts and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' or ordered.exchange_of is not null and not ordered.by_office then
    raise exception 'This order needs no payment.' using detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    way := coalesce(way, (private.ways_of(ordered))[1]);
    perform private.require_way(way, ordered), private.require_order_rate('payment', ordered.user_id);
  end if;
  perform private.require_stock(ordered);
  perform private.require_voucher(ordered);
  if exists (select from public.payment_attempts a where a.reference = p_reference) then
    raise unique_violation using message = 'This payment was begun already.';
  end if;
  update public.orders set payment_reference = p_reference where id = ordered.id returning * into ordered;
  if ordered.total_price > 0 then
    return private.begin_payment(ordered, way, p_reference);
  end if;
  perform private.settle_free_order(ordered);
  update public.orders set status = 'Paid' where id = ordered.id;
  select * into attempt from public.payment_attempts a where a.reference = p_reference;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text, text) is
  'Starts an attempt to pay an order with a provider, or with the first that takes it; one that costs nothing is Paid by it. Its pieces are held anew, and the use of its voucher. Errors (in detail): unknown_order, not_pending, below_minimum, way_refused, out_of_stock, voucher_refused; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create function public.save_authorization(p_reference text, p_url text, p_provider_id text default null)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
begin
  update public.payment_attempts
    set authorization_url = p_url, provider_id = p_provider_id, status = case status when 'started' then 'authorized' else status end
    where reference = p_reference returning * into attempt;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  return attempt;
end;
$$;
comment on function public.save_authorization(text, text, text) is
  'Saves the address of the provider''s page of a payment, and its id there. Error (in detail): unknown_payment.';

create function public.fail_payment_attempt(p_reference text, p_status text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = left(coalesce(nullif(p_status, ''), 'failed'), 50)
    where reference = p_reference and status not in ('paid', 'held', 'duplicate', 'awaited', 'ended');
  return found;
end;
$$;
comment on function public.fail_payment_attempt(text, text) is
  'Records that a payment attempt failed; true when it was still open. The order stays Pending.';

-- The older an attempt is, the longer until the provider is asked again. Attempts of paid orders too: who had two card pages
-- open may have paid on both.
create function public.unconfirmed_payments(p_older_than interval)
returns setof public.payment_attempts
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An abandoned card page can still be paid for a while, also when the order was deleted: the provider repeats itself for 72 hours.
  return query
    select a.* from (
      select p.* from public.payment_attempts p
      union all
      select p.* from public.trash t, jsonb_populate_recordset(null::public.payment_attempts, t.contents -> 'attempts') p
      where t.kind = 'orders' and t.deleted_at > public.clock() - interval '7 days') a
    where a.status not in ('paid', 'held', 'duplicate', 'awaited', 'ended')
      and a.created_at < public.clock() - p_older_than and a.created_at > public.clock() - interval '7 days'
      and (a.asked_at is null
        or a.asked_at < public.clock() - greatest(p_older_than, (public.clock() - a.created_at) / 12))
    order by coalesce(a.asked_at, a.created_at) limit 200;
end;
$$;
comment on function public.unconfirmed_payments(interval) is
  'Payment attempts that began longer ago than this, up to a week, whose end is not known, those of orders in the trash too, and about which the provider was not asked lately; the longest unasked first, 200 at most';

create function public.claim_unconfirmed_payments(p_older_than interval, p_limit int)
returns setof public.payment_attempts
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant text[] := array(select q.reference from public.unconfirmed_payments(p_older_than) q limit p_limit);
begin
  return query
    update public.payment_attempts a set asked_at = public.clock()
    from (
      select l.reference from public.payment_attempts l where l.reference = any (due)
      -- What is being settled right now is skipped.
      for update skip locked) free
    where a.reference = free.reference
    returning a.*;
  return query
    with deleted as (
      update public.trash t set contents = jsonb_set(t.contents, '{attempts}', (
        select jsonb_agg(case when e ->> 'reference' = any (due) then e || jsonb_build_object('asked_at', public.clock()) else e end)
        from jsonb_array_elements(t.contents -> 'attempts') e))
      where t.kind = 'orders' and t.contents -> 'attempts' @> any (array(
        select jsonb_build_array(jsonb_build_object('reference', r)) from unnest(due) r))
      returning t.contents -> 'attempts' as attempts)
    select p.* from deleted d, jsonb_populate_recordset(null::public.payment_attempts, d.attempts) p where p.reference = any (due);
end;
$$;
comment on function public.claim_unconfirmed_payments(interval, int) is
  'Returns the first of what unconfirmed_payments lists, and records that the provider is asked about it now: whoever gets a row asks';

create function public.payment_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', coalesce((
      select jsonb_object_agg(status, count) from (
        select o.status, count(*) from public.orders o
        where o.created_at > public.clock() - interval '24 hours' group by o.status) by_status), '{}'),
    'payments', coalesce((
      select jsonb_object_agg(outcome, count) from (
        select case
            when a.status in ('started', 'authorized', 'awaited') then 'open'
            when a.status in ('paid', 'held', 'duplicate', 'refunded') then a.status
            else 'failed'
          end as outcome, count(*)
        from public.payment_attempts a
        where a.created_at > public.clock() - interval '24 hours' group by 1) by_outcome), '{}'),
    'quiet', (select count(*) from public.unconfirmed_payments('15 minutes')));
$$;
comment on function public.payment_figures() is
  'Counts for monitoring: orders by status and payments by outcome of the last 24 hours, and unconfirmed payments (200 at most)';

alter table public.payment_attempts enable row level security;
grant select on public.payment_attempts to authenticated;
create policy payment_attempts_select_admin on public.payment_attempts for select to authenticated
  using ((select public.is_admin()));

alter table public.payment_events enable row level security;
grant select on public.payment_events to authenticated;
create policy payment_events_select_admin on public.payment_events for select to authenticated
  using ((select public.is_admin()));
