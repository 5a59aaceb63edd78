-- What the filters of a list offer, and how many products each would show.

create table private.size_names (
  key text primary key,
  name text not null,
  words text not null
);
create index size_names_words_idx on private.size_names (words);
comment on table private.size_names is 'How sizes are written that filters take for the same, such as s and S; sizes that no product has any more may stay';
comment on column private.size_names.key is 'The size as facets have it';
comment on column private.size_names.name is 'The size as it was typed last';
comment on column private.size_names.words is 'The size as somebody types it who searches';

create function private.name_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.size_names as n (key, name, words)
    select distinct on (1) public.name_key(private.without_commas(s.name)), btrim(s.name), private.typed_words(private.search_text(s.name))
    from new_rows r cross join lateral unnest(r.sizes) s (name)
    where not exists (select from private.size_names o
      where o.key = public.name_key(private.without_commas(s.name)) and o.name = btrim(s.name))
    order by 1
    on conflict (key) do update set name = excluded.name, words = excluded.words;
  return null;
end;
$$;
comment on function private.name_sizes() is 'Keeps how the sizes of products were typed';

alter table private.size_names enable row level security;
create policy size_names_nobody on private.size_names for all to anon, authenticated using (false) with check (false);

create trigger products_name_sizes_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.name_sizes();
create trigger products_name_sizes_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.name_sizes();

-- One plan is good for all calls, and planning takes longer than a call.
create function private.facets_among(p_filters jsonb, p_hits uuid[], p_asked jsonb) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  by_variant constant boolean := coalesce(p_filters -> 'availability' = '["InStock"]', false);
  -- Of the sizes and colors that are asked for, whatever is chosen of the availability.
  in_stock constant jsonb := coalesce(p_filters, '{}') || coalesce(p_asked, '{}') || '{"availability":["InStock"]}';
  lowest constant numeric := coalesce((p_filters ->> 'minPrice')::numeric, 0);
  highest constant numeric := coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity');
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select null::uuid as id, c.facets, c.many from private.counted_facets(p_filters) c
      where p_hits is null and not (by_variant and c.facets @> '{stock:part}')
      union all
      -- With "offset 0", as the plan would search the index for prices even if all are asked for.
      select null, p.facets, 1 from (select * from public.products p where p.id = any (p_hits) offset 0) p
      where not (by_variant and p.partly_sold_out) and p.lowest_price >= lowest and p.lowest_price <= highest
      union all
      -- Once for each size and color that is left.
      select p.id, p.others
        || array(select 'size:' || k from unnest(s.keys) k) || array(select 'color:' || c from unnest(m.families) c), 1
      from (select p.*, array(select t from unnest(p.facets) t where t !~ '^(size|color):') as others
        from public.products p where by_variant and p.facets @> '{stock:part}' and p.status = 'published' offset 0) p
      join public.product_variants v on v.product_id = p.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
      left join private.size_meanings s on s.category_id is not distinct from p.category_id and s.size = v.size
      left join private.colour_meanings m on m.colour = v.color
      where (p_hits is null or p.id = any (p_hits)) and p.lowest_price >= lowest and p.lowest_price <= highest
        and (p_asked is null or v.id in (select f.id from private.fitting_variants(p_hits, p_asked) f))),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.id, c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(many)::int as count from (
        select token, c.many, null::uuid as id from compared c, unnest(c.facets) token
        where c.id is null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])
        union all
        select distinct token, 1, c.id from compared c, unnest(c.facets) token
        where c.id is not null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])) t
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value,
        case when token = 'availability:InStock' and private.needs_stock(in_stock) and not by_variant then case
            when p_hits is null then public.count_products(null, in_stock)
            else cardinality(private.fitting_products(p_hits, in_stock)) end
          else coalesce(s.count, 0) end as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where token not like 'stock:%' and (s.count > 0 or o.token is not null)),
    same as (
      select k.key, array_agg(distinct private.without_commas(n.name)) filter (where n.key <> k.key) as same, bool_or(m.is_waist and n.key = k.key) as is_waist
      from private.size_meanings m cross join lateral unnest(m.keys) k (key) join private.size_names n on n.key = m.keys[1]
      where not coalesce(p_filters -> 'category' <> '[]', false) or p_filters -> 'category' ? m.category_id::text group by 1),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object('currency', public.shop_currency(), 'step', private.price_step(public.shop_currency()),
      'custom', (select coalesce(json_agg(json_build_object('key', f.key, 'name', f.name, 'choices', f.choices) order by f.position, f.id), '[]')
        from public.custom_fields f where f.filter),
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.id is null and c.missing = '{}')
        + (select count(distinct c.id)::int from compared c where c.id is not null and c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet,
          'value', case r.facet when 'size' then coalesce(private.without_commas(n.name), r.value) else r.value end,
          'name', coalesce(n.name, (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)),
            case when r.facet = 'size' and private.letter_size(r.value) is not null then upper(r.value) end),
          'count', r.count, 'same', s.same, 'isWaist', s.is_waist)
        order by r.facet, r.place), '[]'))
    from ranked r left join private.size_names n on r.facet = 'size' and n.key = r.value
    left join same s on r.facet = 'size' and s.key = r.value where r.place <= 100);
end;
$$;
comment on function private.facets_among(jsonb, uuid[], jsonb) is
  'What product_facets returns, of the whole shop or of some products of which a search asks for a size or color';

create function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.facets_among(p_filters,
    case when p_query is not null then (private.search_ids(p_query, private.best_hits()))[:private.best_hits()] end, private.asked_words(p_query));
end;
$$;
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count, same, isWaist}], custom: [{key, name, choices}] of the custom fields that are filters, whose facet is custom_key, currency and step of its ranges of prices}, at most 100 values of each facet; name is that of a category, or a size as it was typed; same are the sizes that are the same in a size guide, isWaist tells a waist in inches. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;
