-- Many lines go into the cart at once.

create function private.cart_batch(p_lines jsonb, p_customer uuid)
returns table (n int, product_id uuid, size text, color text, quantity int, at text, code text, message text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with asked as (
    select e, (place - 1)::int as n, left(e ->> 'title', 300) as title, upper(btrim(e ->> 'sku')) as sku, private.as_uuid(e ->> 'product') as product,
      nullif(left(btrim(e ->> 'size'), 100), '') as size, nullif(left(btrim(e ->> 'color'), 100), '') as color,
      case when private.has_bad_quantity(jsonb_build_array(e)) then null else (e ->> 'quantity')::numeric::int end as quantity
    from jsonb_array_elements(p_lines) with ordinality line (e, place)),
  found as (
    select a.n, a.sku, a.title, a.quantity, p, v, case when a.sku is null then a.size else v.size end as size,
      case when a.sku is null then a.color else v.color end as color
    from asked a
    left join public.product_variants s on s.sku = a.sku collate "C"
    left join public.products p on p.id = coalesce(s.product_id, a.product) and p.status = 'published'
    left join public.product_variants v on v.product_id = p.id and v.archived_at is null
      and case when a.sku is null then v.size is not distinct from a.size and v.color is not distinct from a.color else v.id = s.id end),
  summed as (
    select f.*, (sum(f.quantity) over (partition by (f.v).id order by f.n) + coalesce((
        select c.quantity from public.cart_items c where c.user_id = p_customer and c.product_id = (f.p).id
          and c.size is not distinct from f.size and c.color is not distinct from f.color), 0))::int as in_cart,
      concat_ws(', ', (f.p).title, f.color, f.size) as name
    from found f),
  judged as (
    select s.*, case
      when s.sku is not null and (s.v).id is null then array['sku', 'unknown_product', 'There is no article ' || left(s.sku, 64) || '.']
      when (s.p).id is null then array['product', 'unknown_product', coalesce(nullif(s.title, ''), 'This product') || ' is no longer available.']
      when (s.v).id is null and (s.size is null and (s.p).sizes <> '{}' or s.color is null and (s.p).colors <> '{}')
        then array['size', 'choice_missing', format('Please choose size and color of %s.', (s.p).title)]
      when (s.v).id is null then array['size', 'unknown_variant', format('There is no %s.', s.name)]
      when s.quantity is null or s.in_cart > 999 then array['quantity', 'bad_quantity', 'The quantity must be between 1 and 999.']
      when private.availability_of(s.p, s.size, s.color) <> 'InStock' then array['quantity', 'out_of_stock', s.name || ' is out of stock.']
      when (s.v).policy = 'deny' and private.free_pieces(s.v, p_customer) < s.in_cart then array['quantity', 'out_of_stock', format(
        case when private.stock_level((s.v).policy, private.free_pieces(s.v, p_customer)) = 'in' then 'Fewer than %s pieces of %s are left.' else 'Only %s of %s left.' end,
        case when private.stock_level((s.v).policy, private.free_pieces(s.v, p_customer)) = 'in' then s.in_cart else private.free_pieces(s.v, p_customer) end, s.name)]
      end as problem
    from summed s)
  select j.n, (j.p).id, j.size, j.color, j.quantity, concat('lines.', j.n, '.', j.problem[1]), j.problem[2], j.problem[3]
  from judged j;
end;
$$;
comment on function private.cart_batch(jsonb, uuid) is
  'Lines for a cart, [{product, size?, color?, quantity, title?: for who reads that it is gone}] or [{sku, quantity}], with what is wrong with each: the path of its field, a code and a text; null where it can be added';

create function public.add_lines_to_cart(p_lines jsonb, p_leave_out boolean default false, p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  customer constant uuid := auth.uid();
  batch jsonb;
  wrong jsonb;
begin
  perform private.require_customer();
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
    now() + min((b ->> 'n')::int) * interval '1 microsecond'
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
  'Adds up to 200 lines, [{product, size?, color?, quantity}] or [{sku, quantity}], to the cart of the signed-in customer, all or none; with p_leave_out those that can be added. Returns {lines: the cart as read_cart does, problems: [{line, from 0, at: the path of its field, code, message}] of those left out}. Errors (in detail, with the path of the field as hint): not_a_customer, empty_order, validation_failed, unknown_product, unknown_variant, choice_missing, bad_quantity, out_of_stock, cart_full.';
grant execute on function public.add_lines_to_cart(jsonb, boolean, interval) to authenticated;

create function private.cart_variants(
  p_product public.products, p_customer uuid, p_list public.price_lists, p_quantity int, p_size text, p_color text
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0))
    and not exists (select from public.price_list_items i where i.price_list_id = p_list.id and i.product_id = p_product.id and i.variant_id is not null) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', private.unit_price(p_list, p_product, v, p_quantity),
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null
      -- A line changes its size or its colour: a cart of a whole grid does not carry the grid in each line.
      and (p_size is null or p_color is null or v.size is null or v.color is null or v.size = p_size or v.color = p_color));
end;
$$;
comment on function private.cart_variants(public.products, uuid, public.price_lists, int, text, text) is
  'The variants of a product with the size or the color of a line, in a cart with so many pieces of it, as those of read_product; none where no stock is counted and all cost the same';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.unit_price(list, p, v, c.of_product), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color);
end;
$$;
drop function private.cart_variants(public.products, uuid, public.price_lists, int);
