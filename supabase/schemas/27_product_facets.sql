-- What the filters of a list offer, and how many products each would show.

create function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hits constant uuid[] := case when p_query is not null then private.search_ids(p_query, private.best_hits(), p_some => true) end;
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select c.facets, c.many from private.product_counts c where p_query is null and not c.facets @> '{status:draft}'
      union all
      select p.facets, 1 from public.products p where p.id = any (hits[:private.best_hits()])),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(c.many)::int as count from compared c, unnest(c.facets) token
      where c.missing = '{}' or c.missing = array[split_part(token, ':', 1)]
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value, coalesce(s.count, 0) as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where s.count > 0 or o.token is not null),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object(
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet, 'value', r.value, 'count', r.count,
          'name', (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)))
        order by r.facet, r.place), '[]'))
    from ranked r where r.place <= 100);
end;
$$;
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count}]}, at most 100 values of each facet. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;
