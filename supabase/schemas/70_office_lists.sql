-- A page of a list in the back office, at a price that does not grow with the shop: totals are kept or counted up to a bound,
-- the far half of a list is walked from its end, and a search walks the list or asks the index of words, whichever is short.

create function private.query_words(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> ''
    then (string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8] end;
$$;
comment on function private.query_words(text) is
  'The words of a search, at most eight; null where nothing was typed, none where it was nothing but signs';

create function private.has_words(p_text text, p_words text[]) returns boolean
language sql stable set search_path = '' as $$
  select p_words is null or p_words <> '{}' and not exists (
    select 1 from unnest(p_words) w where position(w in private.plain_words(p_text)) = 0);
$$;
comment on function private.has_words(text, text[]) is
  'Whether every word of a search stands somewhere in the text; everything fits where nothing was typed';

create function private.page_start(p_page int, p_size int, p_total bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (least(greatest(coalesce(p_page, 1), 1), greatest((p_total + p_size - 1) / p_size, 1)) - 1) * p_size;
$$;
comment on function private.page_start(int, int, bigint) is
  'How many rows stand before a page; a page past the end is the last one';

-- Words of a query as they stand in search_words; "ada@x.com" stays one phrase.
create function private.search_phrases(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce((array_agg(phrase))[1:8], '{}') from (
    select distinct left(private.plain_words(w), 80) as phrase
    from regexp_split_to_table(left(p_query, 200), '\s+') w
    where private.plain_words(w) <> '') phrases;
$$;
comment on function private.search_phrases(text) is 'Phrases of a query in plain small letters, at most eight';

create function private.part_condition(p_expression text, p_text text) returns text
language sql immutable set search_path = '' as $$
  select case when length(t.part) < 3
    then format('(%1$s like %2$L or %1$s like %3$L)', p_expression, t.part || '%', '% ' || t.part || '%')
    else format('%s like %L', p_expression, '%' || t.part || '%') end
  from (select regexp_replace(lower(btrim(p_text)), '([\\%_])', '\\\1', 'g') as part) t;
$$;
comment on function private.part_condition(text, text) is
  'SQL that is true where the expression, in small letters, holds the text; one or two letters must begin a word, as no index finds them within one';

-- Conditions on search_words, ready to stand in a where; nothing is found by signs alone.
create function private.search_condition(p_query text) returns text
language sql stable set search_path = '' as $$
  select case
    when coalesce(btrim(p_query), '') = '' then 'true'
    else coalesce(
      (select string_agg(private.part_condition('it.search_words', phrase), ' and ')
        from unnest(private.search_phrases(p_query)) phrase),
      'false') end;
$$;
comment on function private.search_condition(text) is
  'SQL that is true for rows "it" whose search_words hold every phrase of the query';

-- A phrase is asked of the index whole too, for where each of its words is common.
create function private.search_parts(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(private.part_condition('it.search_words', p.part)) from (
    select phrase as part from unnest(private.search_phrases(p_query)) phrase
    union
    select word from unnest(private.search_phrases(p_query)) phrase, unnest(string_to_array(phrase, ' ')) word
    where length(word) >= 3
    limit 12) p;
$$;
comment on function private.search_parts(text) is
  'SQL conditions, each of which search_condition implies: phrases and their words, of which an index can be asked for some';

-- Volatile, as EXPLAIN is refused elsewhere; it reads nothing but what ANALYZE noted.
create function private.likely_rows(p_table text, p_condition text) returns float
language plpgsql volatile security definer set search_path = '' as $$
declare
  plan json;
begin
  execute format('explain (format json) select 1 from %s it where %s', p_table, p_condition) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float;
end;
$$;
comment on function private.likely_rows(text, text) is
  'How many rows "it" of a table the planner believes to meet a condition';

create function private.rarest_parts(p_table text, p_parts text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(p_parts) = 1 then
    return p_parts[1];
  end if;
  return (
    with parts as (
      select part, private.likely_rows(p_table, part) as many from unnest(p_parts) part),
    rarest as (
      select part, many from parts order by many, length(part), part limit 1)
    select string_agg(p.part, ' and ' order by p.part) from parts p, rarest r
    where p.part = r.part or (r.many > 100 and p.many <= 10 * r.many));
end;
$$;
comment on function private.rarest_parts(text, text[]) is
  'What an index of words is asked for: the rarest of the conditions, the shortest of those that are alike, and where it is not rare enough alone those that are nearly as rare. What nearly every row has would only make the index read more';

create function private.walk_list(
  p_from text, p_where text, p_groups text[], p_order text, p_size int, p_skipped bigint
) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids text[] := '{}';
  found_ids text[];
  left_out bigint := p_skipped;
  of_group text;
  here bigint;
begin
  foreach of_group in array p_groups loop
    if left_out > 0 and cardinality(p_groups) > 1 then
      execute format('select count(*) from (select 1 from %s it where %s and %s limit %s) c',
        p_from, p_where, of_group, left_out) into here;
      if here < left_out then
        left_out := left_out - here;
        continue;
      end if;
    end if;
    execute format(
      'select array(select it.id::text from %s it where %s and %s order by %s limit %s offset %s)',
      p_from, p_where, of_group, p_order, p_size - cardinality(ids), left_out) into found_ids;
    left_out := 0;
    ids := ids || found_ids;
    exit when cardinality(ids) >= p_size;
  end loop;
  return ids;
end;
$$;
comment on function private.walk_list(text, text, text[], text, int, bigint) is
  'Ids of a part of a list in its order, group (SQL condition) after group, none read further than the part reaches';

create function private.bound_of_walk(p_table text, p_where text, p_order text, p_rows int) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  first_key constant text := split_part(p_order, ',', 1);
  key constant text := regexp_replace(first_key, ' desc$', '');
  bound text;
begin
  execute format('select (%s)::text from %s it where %s order by %s offset %s limit 1',
    key, p_table, p_where, p_order, p_rows) into bound;
  return case when bound is null then ''
    else format(' and %s %s %L', key, case when first_key = key then '<=' else '>=' end, bound) end;
end;
$$;
comment on function private.bound_of_walk(text, text, text, int) is
  'SQL that keeps a walk in this order from going much further than so many rows; nothing where there are not so many';

create function private.list_page(
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
comment on function private.list_page(text, text, text, text, int, int, text, bigint, int, text[], text, text[]) is
  'Ids of one page of the rows "it" of a table, and how many fit in all; total_is_least where there are more than that. p_where, p_search and p_groups are SQL conditions, p_order and p_reverse SQL sortings, the other way round of each other, within each group; p_best sorts what few rows a search found, p_parts are conditions that p_search implies and an index can answer. p_total is the total where it is kept; p_bound is how far is counted where it is not. A page past the end is the last one; by number a list without kept total is read up to 10,000 rows.';
