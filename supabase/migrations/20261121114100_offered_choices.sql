-- A size or colour that the product does not have, or has no longer, cannot be bought: it is as good as out of stock, in a cart
-- that was filled before too. Nothing chosen is always taken, and whatever was chosen of a product without such choices.

create function private.availability_of(p_product public.products, p_size text, p_color text)
returns public.availability
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text) is
  'Whether a product can be bought in this size and colour; null where none was chosen';

create or replace function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price,
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color) order by a.position)
    from asked a left join public.products p on p.id = a.product_id);
end;
$$;

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', p.price, 'images', p.images,
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from public.cart_items c join public.products p on p.id = c.product_id
    where c.user_id = p_user);
end;
$$;

create or replace function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null
) returns public.cart_items
language plpgsql security definer set search_path = '' as $$
declare
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
  return line;
end;
$$;

revoke execute on all functions in schema private from public, anon, authenticated;
