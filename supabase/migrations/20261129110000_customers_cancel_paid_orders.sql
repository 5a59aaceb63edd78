-- Customers cancel their paid orders themselves, as long as nothing of them is packed.

create or replace function public.start_cancellation(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid
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
    where o.id = ordered and p.status = 'packed' and o.user_id = p_asked_by) then
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

comment on column public.refunds.asked_by is 'Who asked for it: an administrator, or the customer who cancelled the order; empty when it was made at the provider';
