-- Totals stay right too when a line is moved to another order by hand, or a total itself is written over.

create or replace function private.keep_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_orders uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into v_orders
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into v_orders from changed c;
  end if;
  update public.orders o set total_price = sums.total
  from (
    select c.order_id, coalesce((
      select sum(i.unit_price * i.quantity) from public.order_items i
      where i.order_id = c.order_id), 0) as total
    from unnest(v_orders) c (order_id)) sums
  where o.id = sums.order_id and o.status = 'Pending' and o.total_price is distinct from sums.total;
  return null;
end;
$$;

drop trigger order_items_total_update on public.order_items;
create trigger order_items_total_update after update on public.order_items
  referencing old table as before new table as changed
  for each statement execute function private.keep_order_total();

create function private.guard_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.total_price is distinct from old.total_price and (old.status <> 'Pending'
    or new.total_price is distinct from (
      select coalesce(sum(i.unit_price * i.quantity), 0) from public.order_items i
      where i.order_id = new.id)) then
    raise exception 'The total of an order is the sum of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.guard_order_total() is
  'Refuses a total that is not the sum of the lines, and any other total once an order was paid';
revoke execute on function private.guard_order_total() from public, anon, authenticated;

create trigger orders_guard_total before update of total_price on public.orders
  for each row execute function private.guard_order_total();
