-- Putting a product into the cart; the same product, size and colour adds up.

create function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null
) returns public.cart_items
language plpgsql security definer set search_path = '' as $$
declare
  product record;
  line public.cart_items;
begin
  if not public.is_customer() then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;
  -- Held until the end, so that the product is still there when the line points to it.
  select title, availability into product from public.products where id = p_product for key share;
  if not found then
    raise exception 'This product is no longer available.'
      using errcode = 'P0001', detail = 'unknown_product';
  end if;
  if product.availability <> 'InStock' then
    raise exception '% is out of stock.', product.title
      using errcode = 'P0001', detail = 'out_of_stock';
  end if;

  insert into public.cart_items as c (user_id, product_id, quantity, size, color)
  values (
    auth.uid(), p_product, p_quantity,
    nullif(left(btrim(p_size), 100), ''), nullif(left(btrim(p_color), 100), ''))
  on conflict (user_id, product_id, size, color)
    do update set quantity = c.quantity + excluded.quantity
    where c.quantity + excluded.quantity <= 999
  returning * into line;
  if not found then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;
  return line;
end;
$$;
comment on function public.add_to_cart(uuid, int, text, text) is
  'Adds a product to the cart of the signed-in customer. Errors (in detail): not_a_customer, unknown_product, out_of_stock, bad_quantity.';
revoke execute on function public.add_to_cart(uuid, int, text, text) from public, anon, authenticated;
grant execute on function public.add_to_cart(uuid, int, text, text) to authenticated;
