-- A cart takes as many lines as an order does. Without this bound it could be filled with lines that nobody can check out.

create or replace function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null
) returns public.cart_items
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  product public.products;
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
  select * into product from public.products where id = p_product for key share;
  if not found then
    raise exception 'This product is no longer available.'
      using errcode = 'P0001', detail = 'unknown_product';
  end if;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title
      using errcode = 'P0001', detail = 'out_of_stock';
  end if;

  insert into public.cart_items as c (user_id, product_id, quantity, size, color)
  values (auth.uid(), p_product, p_quantity, chosen_size, chosen_color)
  on conflict (user_id, product_id, size, color)
    do update set quantity = c.quantity + excluded.quantity
    where c.quantity + excluded.quantity <= 999
  returning * into line;
  if not found then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;

  -- Only a new line still has the quantity it came with. The lock is the last one taken, so nobody waits in a circle; whoever
  -- gets it counts the lines that others have added meanwhile.
  if line.quantity = p_quantity then
    perform pg_advisory_xact_lock(hashtextextended('cart ' || line.user_id, 0));
    if (select count(*) from public.cart_items c where c.user_id = line.user_id) > most_lines then
      raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
        using errcode = 'P0001', detail = 'cart_full';
    end if;
  end if;
  return line;
end;
$$;
comment on function public.add_to_cart(uuid, int, text, text) is
  'Adds a product to the cart of the signed-in customer, which holds at most 200 lines. Errors (in detail): not_a_customer, unknown_product, out_of_stock, bad_quantity, cart_full.';
