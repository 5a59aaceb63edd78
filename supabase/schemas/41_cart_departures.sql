-- Leaving the shop empties the cart, but only after a grace time in which coming back keeps it.

create table public.cart_departures (
  user_id uuid primary key references auth.users on delete cascade,
  left_at timestamptz not null
);
comment on table public.cart_departures is 'Customers who left the shop with something in the cart. When they come back within the grace time the row goes, later the cart is emptied first.';
comment on column public.cart_departures.user_id is 'The customer who left';
comment on column public.cart_departures.left_at is 'When the last page was closed';

create index cart_departures_left_at_idx on public.cart_departures (left_at);

create function public.leave_cart() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  lines := private.cart_lines(auth.uid());
  if lines <> '[]' then
    insert into public.cart_departures (user_id, left_at) values (auth.uid(), now())
    on conflict (user_id) do update set left_at = excluded.left_at;
  end if;
  return lines;
end;
$$;
comment on function public.leave_cart() is
  'Notes that the signed-in customer left the shop with something in the cart, and gives the cart as read_cart does. Error (in detail): not_a_customer.';
grant execute on function public.leave_cart() to authenticated;

create function private.return_to_cart(p_grace interval) returns void
language plpgsql set search_path = '' as $$
declare
  gone_since timestamptz;
begin
  delete from public.cart_departures where user_id = auth.uid() returning left_at into gone_since;
  if gone_since <= now() - p_grace then
    delete from public.cart_items where user_id = auth.uid() and created_at <= gone_since;
  end if;
end;
$$;
comment on function private.return_to_cart(interval) is
  'Takes a departure of the signed-in customer back, and empties the cart first when it was too long ago';

create function public.set_cart_quantity(
  p_line uuid, p_quantity int, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;
  perform private.return_to_cart(p_grace);
  update public.cart_items c set quantity = p_quantity
  where c.user_id = auth.uid() and c.id = (
    select l.id from public.cart_items l
    where l.user_id = auth.uid() and p_line in (l.id, l.product_id)
    order by l.id = p_line desc, l.created_at, l.id limit 1);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.set_cart_quantity(uuid, int, interval) is
  'Sets the quantity of a line of the signed-in customer, named by its id or by its product''s, which means the oldest line of that product. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, bad_quantity.';
grant execute on function public.set_cart_quantity(uuid, int, interval) to authenticated;

create function public.remove_from_cart(
  p_line uuid, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  perform private.return_to_cart(p_grace);
  delete from public.cart_items c where c.user_id = auth.uid() and p_line in (c.id, c.product_id);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.remove_from_cart(uuid, interval) is
  'Removes a line of the signed-in customer, or all lines of a product, and returns the cart as read_cart does; null when there is none. Error (in detail): not_a_customer.';
grant execute on function public.remove_from_cart(uuid, interval) to authenticated;

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
grant execute on function public.sweep_departed_carts(interval) to service_role;

alter table public.cart_departures enable row level security;
grant all on public.cart_departures to service_role;
create policy cart_departures_nobody on public.cart_departures for all to anon, authenticated
  using (false) with check (false);
