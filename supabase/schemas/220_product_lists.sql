-- How the storefront reads products: one, a list, and recommendations.

create view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status,
    p.compare_at_price, p.lowest_price, p.highest_price
  from public.products p left join public.categories c on c.id = p.category_id;
comment on view public.product_details is 'Products as the API returns them, each with its category';
comment on column public.product_details.id is 'Identifies the product';
comment on column public.product_details.title is 'Name of the garment';
comment on column public.product_details.description is 'What the shopper reads about it';
comment on column public.product_details.price is 'Price of one piece in the currency of the shop, before the differences of its variants';
comment on column public.product_details.images is 'Paths of the pictures in the bucket images, first one first';
comment on column public.product_details.category_id is 'Category; empty when it was deleted';
comment on column public.product_details.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.product_details.sizes is 'Sizes to choose from';
comment on column public.product_details.colors is 'Colours to choose from, as CSS colours';
comment on column public.product_details.created_at is 'When the product was put on sale';
comment on column public.product_details.updated_at is 'When what shoppers see was last changed';
comment on column public.product_details.category is 'Category as {id, name}; null when it was deleted';
comment on column public.product_details.status is 'A draft is seen only by administrators';
comment on column public.product_details.compare_at_price is 'Higher price that is shown struck through beside the price, in the currency of the shop; empty when the product is not on sale';
comment on column public.product_details.lowest_price is 'Price of the cheapest variant in the currency of the shop';
comment on column public.product_details.highest_price is 'Price of the most expensive variant in the currency of the shop';
grant select on public.product_details to anon, authenticated;

create function private.shown_variants(p_product public.products) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode, 'price', p_product.price + v.price_delta,
      'level', case p_product.availability when 'InStock' then private.stock_level(v.policy, v.on_hand - v.held) else 'out' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null);
end;
$$;
comment on function private.shown_variants(public.products) is
  'What shoppers see of the variants of a product: [{size, color, sku, barcode, price in the currency of the shop, level}]';

create function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, p.description_document, private.product_facts(p.id) as custom_fields, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, private.shown_variants(p) as variants, private.shipping_offers(p.lowest_price, p.weight) as shipping
      from public.product_details d join public.products p on p.id = d.id
      where d.id = p_id and (d.status = 'published' or public.is_admin())) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, custom fields that are shown, variants (as private.shown_variants), shipping (as private.shipping_offers), and, on sale, the lowest price of the 30 days before its price began; null when there is none';
grant execute on function public.read_product(uuid) to anon, authenticated;

-- Filters are facets, as {"size": ["S", "M"], "color": ["red"]}: one value of each is enough, and each must fit. Those of
-- custom fields are {"custom": ["season:Winter"]}, and a facet for each field. Beside them are
-- prices in the currency of the shop, {"minPrice": 50, "maxPrice": 99.5}, and what a search asks of a variant (private.asked_words).
create function private.filter_facets(p_filters jsonb) returns table (facet text, facets text[])
language sql immutable rows 5 set search_path = '' as $$
  with given as (
    select f.key, v from jsonb_each(case when jsonb_typeof(p_filters) = 'object' then p_filters else '{}' end) f,
      jsonb_array_elements_text(case when jsonb_typeof(f.value) = 'array' then f.value else '[]' end) v),
  tokens as (
    select case key when 'custom' then 'custom_' || v when 'size' then key || ':' || public.name_key(private.without_commas(v))
      else key || ':' || v end as token
    from given)
  select split_part(token, ':', 1), array_agg(token) from tokens group by 1;
$$;
comment on function private.filter_facets(jsonb) is 'For each filter the facets of which a product must have one; none without filters';

-- What is sold out in some sizes or colors only counts as in stock by those that are left.
create function private.needs_stock(p_filters jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_filters -> 'availability' = '["InStock"]' and p_filters ?| '{size,color,asked}', false);
$$;
comment on function private.needs_stock(jsonb) is 'Whether filters ask for sizes or colors that are in stock';

-- One plan is good for all calls, and planning takes longer than a call.
create function private.fitting_products(p_products uuid[], p_filters jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with chosen as materialized (select f.facets from private.filter_facets(p_filters) f),
    fitting as materialized (
      select p.id, p.partly_sold_out and private.needs_stock(p_filters) as by_variant
      from unnest(p_products) w (id) join public.products p using (id)
      where not exists (select from chosen where not p.facets && chosen.facets)
        and p.lowest_price between coalesce((p_filters ->> 'minPrice')::numeric, 0) and coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity'))
    select coalesce(array_agg(f.id), '{}') from (
      select fitting.id from fitting where not fitting.by_variant
      union
      select v.product_id from private.fitting_variants(array(select fitting.id from fitting where fitting.by_variant), p_filters) v
      where v.in_stock) f);
end;
$$;
comment on function private.fitting_products(uuid[], jsonb) is 'Those of some products that fit filters, of which where stock is asked for a variant that is left fits';

create function private.partly_fitting(p_filters jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.needs_stock(p_filters) then private.fitting_products(
    array(select p.id from public.products p where p.facets @> '{stock:part}' and p.status = 'published'), p_filters) end;
end;
$$;
comment on function private.partly_fitting(jsonb) is
  'Ids of the partly sold out products of which a variant that is left fits filters; null where they ask for no stock of sizes or colors';

create function private.price_band(p_price numeric) returns text
language plpgsql stable set search_path = '' as $$
declare
  steps constant numeric := p_price / private.price_step(public.shop_currency());
begin
  return case when steps < 50 then 'under-50' when steps < 100 then '50-100' when steps < 150 then '100-150'
    when steps < 200 then '150-200' else 'over-200' end;
end;
$$;
comment on function private.price_band(numeric) is 'The range of prices that a filter offers, in steps of the currency (private.price_step); a range begins with its lower price';

-- At most 1,000 at once, as the API reads them: the bound that PostgREST puts on rows does not hold for one JSON value.
create function public.list_products(
  p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_categories jsonb default null, p_after_value text default null, p_after_id uuid default null,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  key text := case when p_sort like 'price-%' then 'lowest_price' else 'created_at' end;
  way text := case when p_sort = 'price-low-to-high' then 'asc' else 'desc' end;
  beyond text := case when way = 'asc' then '>' else '<' end;
  ids uuid[] := (select array_agg(distinct e::uuid) from jsonb_array_elements_text(p_categories) e);
  partly uuid[] := private.partly_fitting(p_filters);
  total int := case when p_counted or p_filters is not null then private.count_fitting(p_categories, p_filters, partly) end;
  condition text := concat('p.status = ''published''',
    (select string_agg(format(' and p.facets && %L::text[]', f.facets), '') from private.filter_facets(p_filters) f),
    ' and p.lowest_price >= ' || quote_literal((p_filters ->> 'minPrice')::numeric), ' and p.lowest_price <= ' || quote_literal((p_filters ->> 'maxPrice')::numeric),
    ' and (not p.partly_sold_out or p.id = any (' || quote_literal(partly) || '::uuid[]))');
  part text := format('order by p.%I %s, p.id limit $1 + $2', key, way);
  source text;
  found json;
begin
  -- The simple comparison lets the index start at the right row; rows with an equal value follow in the order of their ids.
  if p_after_id is not null then
    part := format('and p.%I %s= $4::%s and (p.%I %s $4::%s or p.id > $5) ', key, beyond,
      case key when 'lowest_price' then 'numeric' else 'timestamptz' end, key, beyond,
      case key when 'lowest_price' then 'numeric' else 'timestamptz' end) || part;
  end if;
  source := case
    -- Where few fit, the index of facets finds them all sooner than the sorting does.
    when p_filters is not null and total < 2000 then format('(
      with fitting as materialized (select p.id, p.lowest_price, p.created_at from public.products p
        where %s and ($3 is null or p.category_id = any ($3)))
      select p.id, p.lowest_price, p.created_at from fitting p where true %s) p', condition, part)
    when ids is null then format('(select * from public.products p where %s %s) p', condition, part)
    -- Each category is read in its own order, no further than the page reaches.
    else format('unnest($3) asked (id) cross join lateral (
      select * from public.products p where p.category_id = asked.id and %s %s) p', condition, part) end;
  execute format($sql$
    with page as materialized (select p.id from %s order by p.%I %s, p.id limit $1 offset $2)
    select coalesce(json_agg(t), '[]') from (
      select d.*, a.choice as asked from page join public.product_details d using (id)
      left join private.asked_choices(array(select page.id from page), $6) a on a.product_id = d.id
      order by d.%I %s, d.id) t $sql$, source, key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id, p_filters;
  return json_build_object('rows', found, 'total', case when p_counted then total end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) is
  'A page of products, of all or of some categories (ids) and filters, after a row or at an offset, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted. asked is the size and color of a product that filters ask for: {size, color, inStock}.';
grant execute on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) to anon, authenticated;

-- Of prices, only ranges are counted beforehand. What is between two others an index tells without reading the products.
create function private.counted_facets(p_filters jsonb) returns table (facets text[], many bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_filters ?| '{minPrice,maxPrice}' then
    return query
      select c.facets, n.many
      from (
        select p.facets_key, count(*) as many from public.products p
        where p.lowest_price >= coalesce((p_filters ->> 'minPrice')::numeric, 0)
          and p.lowest_price <= coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity') group by 1) n
      join (select distinct on (c.facets_key) c.facets_key, c.facets from private.product_counts c) c using (facets_key)
      where not c.facets @> '{status:draft}';
  else
    return query select c.facets, c.many from private.product_counts c where not c.facets @> '{status:draft}';
  end if;
end;
$$;
comment on function private.counted_facets(jsonb) is
  'How many published products have each combination of facets, in the whole shop or between the two prices of filters; a combination may have several rows';

create function private.count_fitting(p_categories jsonb, p_filters jsonb, p_partly uuid[]) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  categories constant text[] := array(select 'category:' || e::uuid from jsonb_array_elements_text(p_categories) e);
begin
  return (
    select coalesce(sum(c.many), 0) from private.counted_facets(p_filters) c
    where (p_categories is null or c.facets && categories) and (p_partly is null or not c.facets @> '{stock:part}')
      and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets)
  ) + (select count(*) from public.products p where p.id = any (p_partly) and (p_categories is null or p.facets && categories));
end;
$$;
comment on function private.count_fitting(jsonb, jsonb, uuid[]) is
  'How many products fit, without drafts; of partly sold out ones, if they are given, only those';

-- Everybody may see all products but drafts, so everybody may know how many there are.
create function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.count_fitting(p_categories, p_filters, private.partly_fitting(p_filters));
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size, unless filters have a price';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

create function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place and p.status = 'published'
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than random places: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p where p.status = 'published' order by p.shuffle limit (select n * 2 from wanted)))
  select p.* from (
    select f.id, f.id in (select id from picked) as was_picked from filled f
    order by was_picked desc, random() limit (select n from wanted)) chosen
  join public.products p on p.id = chosen.id
  order by random();
$$;
comment on function public.random_products(int) is 'Random products, different at each call';
grant execute on function public.random_products(int) to anon, authenticated;

create function public.list_related_products(p_product uuid, p_limit int default 4) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  same constant uuid := (select category_id from public.products where id = p_product);
begin
  if not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return (
    select coalesce(json_agg(t), '[]') from (
      select * from public.product_details d
      where d.category_id = same and d.id <> p_product and d.status = 'published'
      order by d.created_at desc, d.id
      limit least(greatest(coalesce(p_limit, 4), 0), 100)) t);
end;
$$;
comment on function public.list_related_products(uuid, int) is
  'Other products of the same category, newest first, each with the category; null when there is no such product';
grant execute on function public.list_related_products(uuid, int) to anon, authenticated;
