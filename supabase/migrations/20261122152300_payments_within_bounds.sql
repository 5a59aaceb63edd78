-- Paying an order that is kept already: the order names the newest try from its beginning, tries are counted as orders are, and
-- what costs nothing needs no provider.

create or replace function public.start_payment_attempt(p_order_id uuid, p_reference text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
begin
  -- Tries and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using errcode = 'P0001', detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order needs no payment.' using errcode = 'P0001', detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    perform private.require_order_rate('payment', ordered.user_id);
  end if;
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_reference, ordered.id, (ordered.total_price * 100)::bigint, ordered.currency,
    case when ordered.total_price > 0 then 'started' else 'paid' end)
  returning * into attempt;
  update public.orders set payment_reference = p_reference,
    status = case when total_price > 0 then status else 'Paid' end
    where id = ordered.id returning * into ordered;
  if ordered.status = 'Paid' then
    perform private.take_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text) is
  'Starts a try to pay an order; one that costs nothing is Paid by it. Errors (in detail): unknown_order, not_pending, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

-- As before, but that an order that is held names the payment for which it is.
create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- The provider's message was quicker than our own question: there is nothing left to note or to wait for.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- Locks go from the order to what hangs on it, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate' where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  if ordered.status = 'Held'
    or p_amount_minor is distinct from (ordered.total_price * 100)::bigint
    or upper(p_currency) is distinct from ordered.currency
  then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status = 'Pending';
    update public.payment_attempts set status = 'held' where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid' where reference = p_reference;
  perform private.take_bought_from_cart(ordered);
  return 'paid';
end;
$$;

-- As before, but that there is nothing to give back where nothing was to be paid.
create or replace function public.start_refund(
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
    raise exception 'This payment does not exist.' using errcode = 'P0001', detail = 'unknown_payment';
  end if;
  if attempt.status not in ('paid', 'held', 'duplicate')
    or (attempt.status = 'paid' and attempt.amount_minor = 0)
  then
    raise exception 'Nothing was paid here that could be given back.'
      using errcode = 'P0001', detail = 'not_refundable';
  end if;
  insert into public.refunds (reference, order_id, amount_minor, currency, asked_by)
  values (attempt.reference, attempt.order_id, p_amount_minor, p_currency, p_asked_by)
  on conflict (reference) do nothing returning * into refund;
  if found then
    return refund;
  end if;
  -- After a refusal it may be asked for again, and when whoever asked was cut off: nobody waits for a minute.
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
    using errcode = 'P0001', detail = 'already_refunded';
end;
$$;

create or replace view public.paid_orders_without_payment with (security_invoker = true) as
  select o.id, o.paid_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    o.payment_reference
  from public.orders o
  where o.status = 'Paid' and o.total_price > 0
    and not exists (
      select 1 from public.payment_events e
      where e.reference = o.payment_reference and e.event in ('charge.success', 'verify'))
  order by o.paid_at desc;
comment on view public.paid_orders_without_payment is 'Orders that cost something and are called Paid, of which the payment provider told nothing, for instance because the status was set by hand';
comment on column public.paid_orders_without_payment.payment_reference is 'Reference of the payment that is said to have paid it; empty when there was no try to pay';

revoke execute on all functions in schema private from public, anon, authenticated;
