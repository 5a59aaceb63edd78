-- The API reads at most 1,000 products at once. The public key could ask this function for all of them in one answer, past
-- the bound that PostgREST puts on rows.

create or replace function public.list_products(
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
