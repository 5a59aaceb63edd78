-- Lists, one product and the search, each in one question and as the caller, with the category's name and the count.

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
    into found using greatest(p_limit, 0), greatest(p_offset, 0), ids, p_after_value, p_after_id;
  return json_build_object('rows', found,
    'total', case when p_counted then public.count_products(p_categories) end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean) is
  'A part of the list of products, of all or of some categories (ids), behind a row or at a place, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted';

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

create function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  -- By price or age it is always the best two hundred that are sorted, and no more than these are counted.
  best constant int := 200;
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default'
    then greatest(best, size) else least(size + skipped, 500) end);
  found json;
begin
  select coalesce(json_agg(t), '[]') into found from (
    select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
      p.colors, p.created_at, p.updated_at, case when c.id is not null then
        json_build_object('id', c.id, 'name', c.name) end as category
    from unnest(ids) with ordinality as hit (id, place)
    join public.products p on p.id = hit.id
    left join public.categories c on c.id = p.category_id
    order by
      case p_sort when 'price-low-to-high' then p.price when 'price-high-to-low' then -p.price end,
      case when p_sort = 'latest' then p.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), best) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean) is
  'Products that fit the text as search_products gives them, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted';

create function public.list_related_products(p_product uuid, p_limit int default 4) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return (
    select coalesce(json_agg(t), '[]') from (
      select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
        p.colors, p.created_at, p.updated_at, case when c.id is not null then
          json_build_object('id', c.id, 'name', c.name) end as category
      from public.related_products(p_product, p_limit) p
      left join public.categories c on c.id = p.category_id
      order by p.created_at desc, p.id) t);
end;
$$;
comment on function public.list_related_products(uuid, int) is
  'Other products of the same category, each with the category; null when there is no such product';

revoke execute on function
  public.list_products(text, int, int, jsonb, text, uuid, boolean), public.read_product(uuid),
  public.find_products(text, text, int, int, boolean), public.list_related_products(uuid, int)
  from public, anon, authenticated;
grant execute on function
  public.list_products(text, int, int, jsonb, text, uuid, boolean), public.read_product(uuid),
  public.find_products(text, text, int, int, boolean), public.list_related_products(uuid, int)
  to anon, authenticated, service_role;
