-- Cancelling orders: those that are not paid (on terms: in the back office only) or cost nothing, and paid ones by refunding all of them, as long as nothing of them was sent, or packed where the customer asks.

create function public.cancel_order(p_order uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_shopper();
  select * into ordered from public.orders o where o.id = p_order and private.is_buyer(o) for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Pending' and (ordered.status <> 'Paid' or ordered.total_price > 0 or ordered.exchange_of is not null or exists (
    select from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')) then
    raise exception 'This order can no longer be cancelled.' using detail = 'not_pending';
  end if;
  -- The same lines under the same key are another order from now on.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = ordered.id;
  return private.order_with_lines(ordered.id);
end;
$$;
comment on function public.cancel_order(uuid) is
  'Cancels an order of the signed-in customer that is Pending, or costs nothing, is not packed and no exchange, and returns it; null when there is no such order. What is paid for it later is Held. Errors (in detail): not_a_customer, not_pending.';
grant execute on function public.cancel_order(uuid) to authenticated;

create function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  perform private.lock_vouchers(p_ids, null);
  update public.orders o set status = 'Cancelled', idempotency_key = null
    where o.id = any (p_ids) and (o.status = 'Pending' or (o.status = 'OnTerms' or o.status = 'Paid' and o.total_price = 0 and o.exchange_of is null) and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms or free with nothing sent and no exchange, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create function public.start_cancellation(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select a.order_id from public.payment_attempts a where a.reference = p_reference);
begin
  perform 1 from public.orders where id = ordered for update;
  if exists (select from public.orders o where o.id = ordered and o.status <> 'Paid')
    or exists (select from public.parcels p where p.order_id = ordered and p.status in ('sent', 'delivered')) then
    raise exception 'Only a paid order of which nothing was sent can be cancelled.' using detail = 'sent_already';
  elsif exists (select from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = ordered and p.status = 'packed' and coalesce(o.user_id = p_asked_by, o.by_guest)) then
    raise exception 'This order is packed already. Please write to us.' using detail = 'sent_already';
  end if;
  update public.parcels set status = 'cancelled' where order_id = ordered and status = 'packed';
  return public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by,
    (select p_paid_minor - a.refunded_minor from public.payment_attempts a where a.reference = p_reference),
    (select coalesce(jsonb_agg(jsonb_build_object('item', i.id, 'quantity', i.quantity - i.refunded)), '[]')
      from public.order_items i where i.order_id = ordered and i.quantity > i.refunded),
    p_shipping => coalesce(private.shipping_to_refund(ordered) > 0, false));
end;
$$;
comment on function public.start_cancellation(uuid, text, bigint, text, uuid) is
  'Begins the refund of all that is left of a Paid order, as start_refund does; what was packed of it is not sent. Refuses (sent_already) an order that is not Paid, or of which something was sent, and its customer also where something is packed.';
