-- Changing a product, arranging its pictures, and changing a cart: one call and one transaction each.

create function public.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null
) returns json
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.'
      using errcode = 'P0001', detail = 'not_an_administrator';
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using errcode = 'P0001', detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function public.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function public.arrange_product_images(
  p_id uuid, p_images text[], p_known timestamptz default null
) returns json
language plpgsql security invoker set search_path = '' as $$
declare
  before public.products;
  wrong int;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.'
      using errcode = 'P0001', detail = 'not_an_administrator';
  end if;
  select * into before from public.products p where p.id = p_id for update;
  if not found then
    return null;
  end if;
  select min(i.place) - 1 into wrong
  from unnest(p_images) with ordinality i (path, place)
  where i.path is null or i.path <> all (before.images)
    or array_position(p_images, i.path) < i.place;
  if wrong is not null then
    return json_build_object('wrong', wrong);
  end if;
  if before.updated_at <> p_known then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using errcode = 'P0001', detail = 'changed_meanwhile';
  end if;
  update public.products p set images = p_images where p.id = p_id;
  return json_build_object(
    'product', public.read_product(p_id),
    'removed', array(select path from unnest(before.images) path where path <> all (p_images)));
end;
$$;
comment on function public.arrange_product_images(uuid, text[], timestamptz) is
  'Keeps these pictures of a product, in this order, and returns {product, removed}; {wrong}, the place from 0, for a path that is not one of them or is repeated; null when there is no product. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function public.set_cart_quantity_and_read(
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
  perform public.return_to_cart(p_grace);
  update public.cart_items c set quantity = p_quantity
  where c.user_id = auth.uid() and c.id = (
    select l.id from public.cart_items l
    where l.user_id = auth.uid() and p_line in (l.id, l.product_id)
    order by l.id = p_line desc, l.created_at, l.id limit 1);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.set_cart_quantity_and_read(uuid, int, interval) is
  'Sets the quantity of a line of the signed-in customer, named by its id or by its product''s, which means the oldest line of that product. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, bad_quantity.';

create function public.remove_from_cart_and_read(
  p_line uuid, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  perform public.return_to_cart(p_grace);
  delete from public.cart_items c where c.user_id = auth.uid() and p_line in (c.id, c.product_id);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.remove_from_cart_and_read(uuid, interval) is
  'Removes a line of the signed-in customer, or all lines of a product, and returns the cart as read_cart does; null when there is none. Error (in detail): not_a_customer.';

revoke execute on function
  public.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz),
  public.arrange_product_images(uuid, text[], timestamptz),
  public.set_cart_quantity_and_read(uuid, int, interval),
  public.remove_from_cart_and_read(uuid, interval)
  from public, anon, authenticated;
grant execute on function
  public.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz),
  public.arrange_product_images(uuid, text[], timestamptz),
  public.set_cart_quantity_and_read(uuid, int, interval),
  public.remove_from_cart_and_read(uuid, interval)
  to authenticated;
