-- Placing an order. Everything is priced here, from the catalogue; the caller's amount must agree.

create function private.as_uuid(p_text text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end;
$$;
comment on function private.as_uuid(text) is 'The id that the text holds, or nothing';

create function private.has_bad_quantity(p_products jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select 1 from jsonb_array_elements(p_products) e
    where case when jsonb_typeof(e -> 'quantity') = 'number'
      then (e ->> 'quantity')::numeric not between 1 and 999
        or (e ->> 'quantity')::numeric <> trunc((e ->> 'quantity')::numeric)
      else true end);
$$;
comment on function private.has_bad_quantity(jsonb) is 'True when a line has no whole quantity from 1 to 999';

-- One statement, so that all prices belong to one moment. Lines for the same thing become one.
create function private.price_lines(p_products jsonb) returns jsonb
language sql stable set search_path = '' as $$
  with asked as (
    select private.as_uuid(e ->> 'product') as product_id,
      nullif(left(btrim(e ->> 'size'), 100), '') as size,
      nullif(left(btrim(e ->> 'color'), 100), '') as color,
      sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
    from jsonb_array_elements(p_products) with ordinality as line (e, position)
    group by 1, 2, 3)
  select jsonb_agg(jsonb_build_object(
    'product_id', p.id, 'title', p.title, 'unit_price', p.price, 'availability', p.availability,
    'quantity', a.quantity, 'size', a.size, 'color', a.color) order by a.position)
  from asked a left join public.products p on p.id = a.product_id;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  placed public.orders;
  lines jsonb;
  sold_out text;
  total numeric;
begin
  select * into buyer from public.profiles where id = auth.uid();
  if not found then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;

  -- One try at a time per customer and key; a repeat finds what the first one made.
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(buyer.id || ' ' || key, 0));
    select * into placed from public.orders where user_id = buyer.id and idempotency_key = key;
    if found then
      return placed;
    end if;
  end if;

  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using errcode = 'P0001', detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;

  -- Only against deletion, and in the order of the ids: shoppers never wait for each other.
  perform 1 from public.products
    where id in (select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e)
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.'
      using errcode = 'P0001', detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out
      using errcode = 'P0001', detail = 'out_of_stock';
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) into total
    from jsonb_array_elements(lines) l;
  if p_amount is distinct from total then
    raise exception 'Prices have changed. Please look at your cart again.'
      using errcode = 'P0001', detail = 'amount_differs';
  end if;

  insert into public.orders (
    user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, idempotency_key)
  values (
    buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country, total, key)
  returning * into placed;

  insert into public.order_items (
    order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  return placed;
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key again gives the same order. Errors (in detail): not_a_customer, empty_order, bad_quantity, unknown_product, out_of_stock, amount_differs.';
revoke execute on function public.place_order(jsonb, numeric, text, text) from public, anon, authenticated;
grant execute on function public.place_order(jsonb, numeric, text, text) to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
