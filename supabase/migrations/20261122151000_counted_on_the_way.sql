-- A search that many rows fit reads the first two thousand once: they fill the page and are counted on the way.

create or replace function private.list_page(
  p_table text, p_where text, p_order text, p_reverse text, p_size int, p_page int,
  p_search text default 'true', p_total bigint default null, p_bound int default 10000,
  p_groups text[] default '{true}', p_best text default null, p_parts text[] default null,
  out ids text[], out total bigint, out total_is_least boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Where the total is not kept, pages reach so many rows by their number.
  reach constant int := 10000;
  searched constant boolean := p_search <> 'true';
  likely constant bigint := case when searched then private.likely_rows(p_table, p_search) else 0 end;
  -- A search that fits so many walks the list until the page is full, looking at no more rows than `walked`.
  common constant int := 1000;
  fits_many constant boolean := likely > common;
  counted_among constant int := 2000;
  walked constant int := 20000;
  wanted constant text := p_where || ' and ' || p_search;
  looked_at bigint;
  skipped bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * p_size;
  far_enough bigint;
  behind bigint;
  on_page int;
  source text;
  of_group text;
  bound text;
  near text[] := '{}';
begin
  total_is_least := false;
  total := p_total;
  if total is not null then
    skipped := least(skipped, greatest(total - 1, 0) / p_size * p_size);
    on_page := least(p_size, total - skipped);
    behind := total - skipped - on_page;
    if behind < skipped then
      ids := private.walk_list(p_table, wanted,
        array(select g from unnest(p_groups) with ordinality t (g, place) order by place desc),
        p_reverse, on_page, behind);
      ids := array(select i from unnest(ids) with ordinality t (i, place) order by place desc);
    else
      ids := private.walk_list(p_table, wanted, p_groups, p_order, p_size, skipped);
    end if;
    return;
  end if;

  -- Two pages further than the one asked for, so that there is a next one to go to.
  far_enough := least(reach, greatest(case when searched then common else p_bound end, skipped + 2 * p_size));
  skipped := least(skipped, (reach - 1) / p_size * p_size);
  if fits_many then
    -- What very many rows meet fills the page among the first, where they are counted too.
    if p_groups = '{true}' then
      looked_at := greatest(counted_among, 2 * (skipped + p_size));
      execute format(
        'select array(select it.id::text from (select * from %1$s it where %2$s order by %3$s limit %4$s) it
          where %5$s order by %3$s limit %6$s)',
        p_table, p_where, p_order, looked_at, p_search, far_enough + 1) into ids;
      total := cardinality(ids);
      ids := ids[skipped + 1 : skipped + p_size + 1];
    else
      execute format('select count(*) from (select 1 from (select * from %s it where %s limit %s) it where %s limit %s) c',
        p_table, p_where, counted_among, p_search, far_enough + 1) into total;
    end if;
    -- Where the first rows have not a quarter of their share, those that fit lie together further on, and the index is quicker.
    if ids is null or (cardinality(ids) <= p_size
      and 4 * total * private.likely_rows(p_table, 'true') >= looked_at * likely) then
      -- No group behind one whose walk ends early, or its rows would come before the rest of that one.
      foreach of_group in array p_groups[:4] loop
        bound := private.bound_of_walk(p_table, p_where || ' and ' || of_group, p_order, walked);
        near := near || (of_group || bound);
        exit when bound <> '';
      end loop;
      ids := private.walk_list(p_table, wanted, near, p_order, p_size + 1, skipped);
    end if;
    if cardinality(ids) > p_size then
      total := least(greatest(least(total, far_enough), skipped + cardinality(ids)), reach);
      total_is_least := true;
      ids := ids[:p_size];
      return;
    end if;
  end if;

  -- Few fit, or the page asked for is past the end: all that fit are found by the indexes of words and sorted.
  source := case when searched then format('(select * from %s it where %s and %s offset 0)',
    p_table, p_where, private.rarest_parts(p_table,
      coalesce(nullif(array_remove(p_parts, null), '{}'), array[p_search]))) else p_table end;
  execute format('select count(*) from (select 1 from %s it where %s limit %s) c',
    source, wanted, far_enough + 1) into total;
  total_is_least := total > far_enough;
  total := least(total, far_enough);
  skipped := least(skipped, greatest(total - 1, 0) / p_size * p_size);
  ids := private.walk_list(source, wanted, p_groups,
    -- Pages that were walked are in the list's own order, so the last one is too, unless it is the only one.
    case when searched and (not fits_many or total <= p_size) then coalesce(p_best, p_order) else p_order end,
    p_size, skipped);
end;
$$;
revoke execute on all functions in schema private from public, anon, authenticated;
