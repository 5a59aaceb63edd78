-- Helpers of the back office's lists. Each list counts what fits, then reads one page. Its function has force_custom_plan,
-- so that filters and sortings that were not chosen leave the plan; in a search, indexes of sortings are
-- turned off: Postgres would walk one of them, hoping to meet rare words soon.

create function private.query_words(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> ''
    then (string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8] end;
$$;
comment on function private.query_words(text) is
  'The words of a search, at most eight; null where nothing was typed, none where it had only symbols';

create function private.contains_words(p_text text, p_words text[]) returns boolean
language sql stable set search_path = '' as $$
  select p_words is null or p_words <> '{}' and not exists (
    select 1 from unnest(p_words) w where position(w in private.plain_words(p_text)) = 0);
$$;
comment on function private.contains_words(text, text[]) is
  'Whether every word of a search stands somewhere in the text; always true where nothing was typed';

create function private.page_start(p_page int, p_size int, p_total bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (least(greatest(coalesce(p_page, 1), 1), greatest((p_total + p_size - 1) / p_size, 1)) - 1) * p_size;
$$;
comment on function private.page_start(int, int, bigint) is
  'How many rows stand before a page; a page past the end is the last one';

-- One or two letters must begin a word, as no index finds them within one.
create function private.search_pattern(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case when length(t.part) < 3 then '% ' else '%' end || t.part || '%'
  from (select regexp_replace(lower(btrim(p_text)), '([\\%_])', '\\\1', 'g') as part) t;
$$;
comment on function private.search_pattern(text) is
  'A pattern for texts in lower case, with a space before them, that hold this one';

-- "ada@x.com" stays one phrase.
create function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> '' then coalesce(
    (array_agg(private.search_pattern(phrase) order by length(phrase) desc, phrase))[1:8], '{}') end
  from (
    select distinct left(private.plain_words(w), 80) as phrase
    from regexp_split_to_table(left(p_query, 200), '\s+') w) phrases
  where phrase <> '';
$$;
comment on function private.search_patterns(text) is
  'Patterns for the search_words of what a query looks for, at most eight, the longest first; null where nothing was typed, none where it had only symbols';

create function private.index_pattern(p_pattern text) returns text
language sql immutable set search_path = '' as $$
  select case when p_pattern like '\% %' then '%' else p_pattern end;
$$;
comment on function private.index_pattern(text) is
  'The pattern where a trigram index can look it up, else one that everything fits';
