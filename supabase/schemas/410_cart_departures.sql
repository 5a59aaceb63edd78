-- Leaving the shop empties the cart, unless the customer comes back within a grace time.

create table public.cart_departures (
  user_id uuid primary key references auth.users on delete cascade,
  left_at timestamptz not null
);
comment on table public.cart_departures is 'Customers who left the shop with something in the cart. When they come back within the grace time the row is deleted; later the cart is emptied too.';
comment on column public.cart_departures.user_id is 'The customer who left';
comment on column public.cart_departures.left_at is 'When the last page was closed';

create index cart_departures_left_at_idx on public.cart_departures (left_at);

create function public.leave_cart() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
begin
  perform private.require_shopper();
  lines := private.cart_lines(auth.uid());
  -- The cart of a visitor is kept for 30 days.
  if lines <> '[]' and public.is_customer() then
    insert into public.cart_departures (user_id, left_at) values (auth.uid(), public.clock())
    on conflict (user_id) do update set left_at = excluded.left_at;
  end if;
  return lines;
end;
$$;
comment on function public.leave_cart() is
  'Records that the signed-in customer left the shop with something in the cart, and returns the cart as read_cart does. Error (in detail): not_a_customer.';
grant execute on function public.leave_cart() to authenticated;

create function private.resume_cart(p_grace interval) returns void
language plpgsql set search_path = '' as $$
declare
  left_since timestamptz;
begin
  delete from public.cart_departures where user_id = auth.uid() returning left_at into left_since;
  if left_since <= public.clock() - p_grace then
    delete from public.cart_items where user_id = auth.uid() and created_at <= left_since;
  end if;
end;
$$;
comment on function private.resume_cart(interval) is
  'Cancels the departure of the signed-in customer, and empties the cart when it was too long ago';

create function public.set_cart_quantity(
  p_line uuid, p_quantity int, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
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

create function public.set_cart_choice(
  p_line uuid, p_size text, p_color text, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  line public.cart_items;
  product public.products;
  same int;
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  select * into line from public.cart_items c where c.id = p_line and c.user_id = auth.uid();
  if not found then
    return null;
  end if;
  select * into product from public.products where id = line.product_id;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;
  -- Two changes of lines of one product queue here.
  perform 1 from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id order by c.id for update;
  -- A line with this choice that is there already becomes part of the changed one.
  delete from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id and c.id <> line.id
      and c.size is not distinct from chosen_size and c.color is not distinct from chosen_color
    returning c.quantity into same;
  update public.cart_items c
    set size = chosen_size, color = chosen_color, quantity = least(999, c.quantity + coalesce(same, 0))
    where c.id = line.id;
  return private.cart_lines(line.user_id);
end;
$$;
comment on function public.set_cart_choice(uuid, text, text, interval) is
  'Sets size and colour of a line of the signed-in customer; an equal line becomes part of it. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, out_of_stock.';
grant execute on function public.set_cart_choice(uuid, text, text, interval) to authenticated;

create function public.remove_from_cart(
  p_line uuid, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  delete from public.cart_items c where c.user_id = auth.uid() and p_line in (c.id, c.product_id);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.remove_from_cart(uuid, interval) is
  'Removes a line of the signed-in customer, or all lines of a product, and returns the cart as read_cart does; null when there is none. Error (in detail): not_a_customer.';
grant execute on function public.remove_from_cart(uuid, interval) to authenticated;

create function public.empty_abandoned_carts(p_grace interval default '30 minutes') returns int
language plpgsql security definer set search_path = '' as $$
declare
  emptied_carts int;
begin
  -- Who comes back at this moment has locked the departure, and is skipped.
  with due as (
    select user_id from public.cart_departures where left_at <= public.clock() - p_grace
    order by left_at limit 500 for update skip locked),
  deleted as (
    delete from public.cart_departures d using due
    where d.user_id = due.user_id returning d.user_id, d.left_at),
  emptied as (
    delete from public.cart_items c using deleted
    where c.user_id = deleted.user_id and c.created_at <= deleted.left_at returning c.user_id)
  select count(distinct user_id) into emptied_carts from emptied;
  return emptied_carts;
end;
$$;
comment on function public.empty_abandoned_carts(interval) is
  'Empties the carts of customers who left the shop longer ago than this; how many there were. Called by the scheduled task.';

alter table public.cart_departures enable row level security;
create policy cart_departures_nobody on public.cart_departures for all to anon, authenticated
  using (false) with check (false);
