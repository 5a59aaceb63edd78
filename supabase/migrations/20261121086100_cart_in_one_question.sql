-- The cart in one question: taking a departure back, adding and reading are one round trip and one transaction.

create function private.cart_lines(p_user uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
      'product', jsonb_build_object(
        'id', p.id, 'title', p.title, 'price', p.price, 'images', p.images,
        'availability', p.availability)) order by c.created_at, c.id), '[]')
  from public.cart_items c join public.products p on p.id = c.product_id
  where c.user_id = p_user;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product; prices in dollars';

create function public.read_cart(p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  perform public.return_to_cart(p_grace);
  return private.cart_lines(auth.uid());
end;
$$;
comment on function public.read_cart(interval) is
  'The cart of the signed-in customer, as [{id, quantity, size, color, product}]; takes a departure back as return_to_cart does. Error (in detail): not_a_customer.';

create function public.add_to_cart_and_read(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null,
  p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform public.return_to_cart(p_grace);
  perform public.add_to_cart(p_product, p_quantity, p_size, p_color);
  return private.cart_lines(auth.uid());
end;
$$;
comment on function public.add_to_cart_and_read(uuid, int, text, text, interval) is
  'Adds a product to the cart of the signed-in customer and gives the cart as read_cart does. Errors as those of add_to_cart.';

revoke execute on function
  public.read_cart(interval), public.add_to_cart_and_read(uuid, int, text, text, interval)
  from public, anon, authenticated;
grant execute on function
  public.read_cart(interval), public.add_to_cart_and_read(uuid, int, text, text, interval)
  to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
