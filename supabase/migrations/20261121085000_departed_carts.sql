-- A cart whose customer left and never came back is emptied by the scheduled task, not only at the next visit.

create index cart_departures_left_at_idx on public.cart_departures (left_at);

create function public.sweep_departed_carts(p_grace interval default '30 minutes') returns int
language plpgsql security definer set search_path = '' as $$
declare
  swept int;
begin
  -- Whoever comes back at this moment takes the departure away first, and is skipped; or finds it gone.
  with due as (
    select user_id from public.cart_departures where left_at <= now() - p_grace
    order by left_at limit 500 for update skip locked),
  gone as (
    delete from public.cart_departures d using due
    where d.user_id = due.user_id returning d.user_id, d.left_at),
  emptied as (
    delete from public.cart_items c using gone
    where c.user_id = gone.user_id and c.created_at <= gone.left_at returning c.user_id)
  select count(distinct user_id) into swept from emptied;
  return swept;
end;
$$;
comment on function public.sweep_departed_carts(interval) is
  'Empties the carts of customers who left the shop longer ago than this; how many there were. Called by the scheduled task.';
revoke execute on function public.sweep_departed_carts(interval) from public, anon, authenticated;
grant execute on function public.sweep_departed_carts(interval) to service_role;
