-- Many lines go into the cart at once: a grid of sizes and colours, a list of SKUs, an order again.

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
      when (s.v).policy = 'deny' and private.free_pieces(s.v, p_customer) < s.in_cart then array['quantity', 'out_of_stock', 
        coalesce('Only ' || private.pieces_left(s.v, p_customer) || format(' left of %s.', s.name), format('Fewer than %s pieces of %s are left.', s.in_cart, s.name))]
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
grant execute on function public.add_lines_to_cart(jsonb, boolean, interval) to authenticated;

create function public.find_articles(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  beginning constant text := upper(btrim(p_query));
  skus text[];
begin
  -- Every sign of an SKU sorts before ~.
  skus := array(
    select v.sku from public.product_variants v join public.products p on p.id = v.product_id and p.status = 'published'
    where beginning <> '' and v.sku >= beginning collate "C" and v.sku < (beginning || '~') collate "C" and v.archived_at is null
    order by v.sku limit 10);
  if skus = '{}' and beginning <> '' then
    skus := array(
      select v.sku from unnest(private.search_ids(p_query, 5)) with ordinality f (id, place)
      join public.product_variants v on v.product_id = f.id and v.archived_at is null
      order by f.place, v.sku limit 50);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('sku', v.sku, 'title', p.title, 'size', v.size, 'color', v.color) order by s.place), '[]')
    from unnest(skus) with ordinality s (sku, place)
    join public.product_variants v on v.sku = s.sku join public.products p on p.id = v.product_id);
end;
$$;
comment on function public.find_articles(text) is
  'The first ten articles whose SKU begins so; where there is none, up to fifty of the five products that the search finds first: [{sku, title, size, color}]';
grant execute on function public.find_articles(text) to authenticated;
