-- A return can have a reason that its customer chooses from a list.
create type public.return_reason as enum ('too_small', 'too_large', 'not_as_shown', 'quality', 'changed_mind', 'other');
comment on type public.return_reason is 'Why something is sent back';
alter table public.returns add column reason_kind public.return_reason;
comment on column public.returns.reason_kind is 'Why, as the customer chose it; empty when nothing was chosen';

drop function public.request_return(uuid, jsonb, text);
create or replace function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'reason_kind', r.reason_kind, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'send_by', r.send_by, 'received_at', r.received_at, 'refunded_at', r.refunded_at,
      'sending', case when r.status = 'approved' then public.shop_promises() -> 'returns' end,
      'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position), '[]')
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
comment on function public.returns_of(uuid) is
  'The returns of an order that the caller may read, oldest first: [{id, status, reason, reason_kind, note, requested_at, answered_at, send_by, received_at, refunded_at, sending: for approved ones what shop_promises says of returns, lines: [{item, quantity, received, restocked}]}]';
grant execute on function public.returns_of(uuid) to authenticated;

create or replace function public.request_return(
  p_order uuid, p_lines jsonb, p_reason text, p_reason_kind public.return_reason default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  made uuid;
begin
  perform private.require_customer();
  -- Returns and refunds of one order queue here, so that no piece is in two.
  select * into ordered from public.orders where id = p_order and user_id = auth.uid() for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Paid' or not exists (select from jsonb_to_recordset(p_lines) w (quantity int) where w.quantity > 0) then
    raise exception 'Nothing of this order can be returned.' using detail = 'not_returnable';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these can be returned now.', array(
    select concat('lines.', w.place - 1, '.quantity') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join private.left_to_return(p_order) l on l.item = (w.line ->> 'item')::uuid
    where (w.line ->> 'quantity')::int > coalesce(l.quantity, 0) order by w.place));
  insert into public.returns (order_id, reason, reason_kind) values (p_order, p_reason, p_reason_kind) returning id into made;
  insert into public.return_lines (return_id, order_item_id, quantity)
  select made, w.item, w.quantity from jsonb_to_recordset(p_lines) w (item uuid, quantity int) where w.quantity > 0;
  perform private.queue_return_mail(made, 'return_requested');
  return made;
end;
$$;
comment on function public.request_return(uuid, jsonb, text, public.return_reason) is
  'Asks to return these pieces, [{item, quantity}], of a Paid order of the signed-in customer, queues the receipt, and returns the id of the return; null when there is no such order. Errors (in detail): not_a_customer, not_returnable (with the paths of what is wrong as hint).';
grant execute on function public.request_return(uuid, jsonb, text, public.return_reason) to authenticated;

