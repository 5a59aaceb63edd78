-- What a search answers: its hits as products, sorted and filtered.

-- By price or age, or with filters, it is always the best two hundred that are sorted and filtered, and no more than these are counted.
create function private.best_hits() returns int
language sql immutable set search_path = '' as 'select 200';
comment on function private.best_hits() is 'How many products a search shows at the most';

create function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default' or p_filters is not null
    then greatest(private.best_hits(), size) else least(size + skipped, 500) end, p_some => true);
  found json;
begin
  if p_filters is not null then
    ids := array(
      select p.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place) join public.products p using (id)
      where private.fits_filters(p, p_filters) order by hit.place);
  end if;
  select coalesce(json_agg(t), '[]') into found from (
    select d.* from unnest(ids) with ordinality as hit (id, place)
    join public.product_details d on d.id = hit.id
    order by
      case p_sort when 'price-low-to-high' then d.lowest_price when 'price-high-to-low' then -d.lowest_price end,
      case when p_sort = 'latest' then d.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), private.best_hits()) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean, jsonb) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request, filtered among the best 200; safe with any text. Looks at title, category, colours and description.';
grant execute on function public.find_products(text, text, int, int, boolean, jsonb) to anon, authenticated;
