-- Links fill carts: what they would cost is said to everybody, and visitors add many lines at once, as customers do.

create function public.offer_lines(p_lines jsonb, p_country text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most_lines constant int := 50;
  place constant text := nullif(btrim(p_country), '');
  batch jsonb;
  goods jsonb;
  price jsonb;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and most_lines then
    raise exception 'From 1 to % items can be offered.', most_lines using detail = 'validation_failed';
  end if;
  batch := (select jsonb_agg(b order by b.n) from private.cart_batch(p_lines, null) b);
  goods := (
    select coalesce(jsonb_agg(jsonb_build_object('product', b -> 'product_id', 'size', b -> 'size', 'color', b -> 'color', 'quantity', b -> 'quantity')
      order by b -> 'n'), '[]')
    from jsonb_array_elements(batch) b where b ->> 'code' is null);
  if goods <> '[]' then
    price := private.price_order(private.price_lines(goods, null, place), coalesce(place, ''), null, null, null);
  end if;
  return jsonb_build_object('lines', (
      select jsonb_agg(jsonb_build_object('sku', upper(btrim(l ->> 'sku')), 'quantity', l -> 'quantity', 'size', b -> 'size', 'color', b -> 'color',
        'problem', coalesce(b ->> 'message', ''), 'price', p.price + v.price_delta,
        'product', case when p.id is not null then jsonb_build_object('id', p.id, 'title', p.title, 'images', p.images) end) order by b -> 'n')
      from jsonb_array_elements(batch) b
      join jsonb_array_elements(p_lines) with ordinality line (l, place) on line.place - 1 = (b ->> 'n')::int
      left join public.products p on p.id = (b ->> 'product_id')::uuid
      left join public.product_variants v on v.product_id = p.id and v.archived_at is null
        and v.size is not distinct from b ->> 'size' and v.color is not distinct from b ->> 'color'),
    'goods', coalesce(price -> 'goods', '0'),
    'delivery', case when place is not null then price - 'lines' || jsonb_build_object('country', private.country_code(place)) end);
end;
$$;
comment on function public.offer_lines(jsonb, text) is
  'What up to 50 items, [{sku, quantity}], cost a visitor now, in the currency of the shop, without any cart: {lines: [{sku, quantity, size, color, problem: why it cannot be had, else empty, price of a piece, product: {id, title, images} or null}], goods: of those without a problem, delivery: as price_order has them when they are sent to a country, with its code; null without one, and where there is nothing to send}. Error (in detail): validation_failed.';
grant execute on function public.offer_lines(jsonb, text) to anon, authenticated;

create or replace function public.add_lines_to_cart(p_lines jsonb, p_leave_out boolean default false, p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  customer constant uuid := auth.uid();
  batch jsonb;
  wrong jsonb;
begin
  perform private.require_shopper();
  if jsonb_typeof(p_lines) is distinct from 'array' or p_lines = '[]' then
    raise exception 'There is nothing to add.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_lines) > most_lines then
    raise exception 'At most % lines can be added at once.', most_lines using detail = 'validation_failed';
  end if;
  perform private.resume_cart(p_grace);
  -- One batch of a customer at a time, so that two never wait for each other's lines.
  perform pg_advisory_xact_lock(hashtextextended('cart batch ' || customer, 0));
  -- Locked until the end, in the order of their ids, so that the products still exist when the lines refer to them.
  perform 1 from public.products p
    where p.id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_lines) e)
      || array(select v.product_id from public.product_variants v
        where v.sku = any (array(select upper(btrim(e ->> 'sku')) from jsonb_array_elements(p_lines) e))))
    order by p.id for key share;
  perform 1 from public.cart_items c where c.user_id = customer order by c.id for update;

  batch := (select jsonb_agg(b order by b.n) from private.cart_batch(p_lines, customer) b);
  select coalesce(jsonb_agg(b), '[]') into wrong from jsonb_array_elements(batch) b where b ->> 'code' is not null;
  if wrong <> '[]' and not p_leave_out then
    perform private.refuse_at(wrong -> 0 ->> 'code', wrong -> 0 ->> 'message', array[wrong -> 0 ->> 'at']);
  end if;
  -- In the order of the request, though all were added at the same moment.
  insert into public.cart_items as c (user_id, product_id, quantity, size, color, created_at)
  select customer, (b ->> 'product_id')::uuid, sum((b ->> 'quantity')::int), b ->> 'size', b ->> 'color',
    public.clock() + min((b ->> 'n')::int) * interval '1 microsecond'
  from jsonb_array_elements(batch) b where b ->> 'code' is null group by 2, 4, 5 order by 2, 4, 5
  on conflict (user_id, product_id, size, color) do update set quantity = c.quantity + excluded.quantity;

  -- As in add_to_cart, the lock is the last one taken.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || customer, 0));
  if (select count(*) from public.cart_items c where c.user_id = customer) > most_lines then
    raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
      using detail = 'cart_full';
  end if;
  return jsonb_build_object('lines', private.cart_lines(customer), 'problems', (
    select coalesce(jsonb_agg(jsonb_build_object('line', b -> 'n', 'at', b -> 'at', 'code', b -> 'code', 'message', b -> 'message')), '[]')
    from jsonb_array_elements(wrong) b));
end;
$$;
comment on function public.add_lines_to_cart(jsonb, boolean, interval) is
  'Adds up to 200 lines, [{product, size?, color?, quantity}] or [{sku, quantity}], to the cart of the signed-in customer or visitor, all or none; with p_leave_out those that can be added. Returns {lines: the cart as read_cart does, problems: [{line, from 0, at: the path of its field, code, message}] of those left out}. Errors (in detail, with the path of the field as hint): not_a_customer, session_over, empty_order, validation_failed, unknown_product, unknown_variant, choice_missing, bad_quantity, out_of_stock, cart_full.';
