-- How the storefront reads products: one, a list of them, and those to recommend.

create function public.read_product(p_id uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
        p.colors, p.created_at, p.updated_at, case when c.id is not null then
          json_build_object('id', c.id, 'name', c.name) end as category
      from public.products p left join public.categories c on c.id = p.category_id
      where p.id = p_id) t);
end;
$$;
comment on function public.read_product(uuid) is 'One product with its category; null when there is none';
grant execute on function public.read_product(uuid) to anon, authenticated, service_role;

-- At most 1,000 at once, as the API reads them: the bound that PostgREST puts on rows does not hold for one JSON value.
create function public.list_products(
  p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_categories jsonb default null, p_after_value text default null, p_after_id uuid default null,
  p_counted boolean default false
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  key text := case when p_sort like 'price-%' then 'price' else 'created_at' end;
  way text := case when p_sort = 'price-low-to-high' then 'asc' else 'desc' end;
  beyond text := case when way = 'asc' then '>' else '<' end;
  ids uuid[] := (select array_agg(distinct e::uuid) from jsonb_array_elements_text(p_categories) e);
  part text;
  found json;
begin
  -- The plain bound is what an index is entered by; rows that are equal in it come in the order of their ids.
  part := format('order by p.%I %s, p.id limit $1 + $2', key, way);
  if p_after_id is not null then
    part := format('%s (p.%I %s= $4::%s and (p.%I %s $4::%s or p.id > $5)) ',
      case when ids is null then 'where' else 'and' end, key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end, key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end) || part;
  end if;
  execute format($sql$
    select coalesce(json_agg(t), '[]') from (
      select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
        p.colors, p.created_at, p.updated_at, case when c.id is not null then
          json_build_object('id', c.id, 'name', c.name) end as category
      from (select p.* from %s order by p.%I %s, p.id limit $1 offset $2) p
      left join public.categories c on c.id = p.category_id
      order by p.%I %s, p.id) t $sql$,
    -- Each category is read in its own order, no further than the page reaches.
    case when ids is null then format('(select * from public.products p %s) p', part)
      else format('unnest($3) asked (id) cross join lateral (
        select * from public.products p where p.category_id = asked.id %s) p', part) end,
    key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id;
  return json_build_object('rows', found,
    'total', case when p_counted then public.count_products(p_categories) end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean) is
  'A part of the list of products, of all or of some categories (ids), behind a row or at a place, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted';
grant execute on function public.list_products(text, int, int, jsonb, text, uuid, boolean)
  to anon, authenticated, service_role;

-- Everybody may see all products, so everybody may know how many there are.
create function public.count_products(p_categories jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_categories is null then
    return (select coalesce(sum(c.many), 0)::int from private.product_counts c);
  end if;
  return (
    select coalesce(sum(c.many), 0)::int from private.product_counts c
    where c.category_id in (select e::uuid from jsonb_array_elements_text(p_categories) e));
end;
$$;
comment on function public.count_products(jsonb) is
  'How many products there are, or how many in the categories with these ids; costs the same in a shop of any size';
grant execute on function public.count_products(jsonb) to anon, authenticated, service_role;

create function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than places were tried: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p order by p.shuffle limit (select n * 2 from wanted)))
  select p.* from (
    select f.id, f.id in (select id from picked) as was_picked from filled f
    order by was_picked desc, random() limit (select n from wanted)) chosen
  join public.products p on p.id = chosen.id
  order by random();
$$;
comment on function public.random_products(int) is 'Random products, others at each call';
grant execute on function public.random_products(int) to anon, authenticated, service_role;

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
      select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
        p.colors, p.created_at, p.updated_at, case when c.id is not null then
          json_build_object('id', c.id, 'name', c.name) end as category
      from public.products p
      left join public.categories c on c.id = p.category_id
      where p.category_id = same and p.id <> p_product
      order by p.created_at desc, p.id
      limit least(greatest(coalesce(p_limit, 4), 0), 100)) t);
end;
$$;
comment on function public.list_related_products(uuid, int) is
  'Other products of the same category, newest first, each with the category; null when there is no such product';
grant execute on function public.list_related_products(uuid, int) to anon, authenticated, service_role;
