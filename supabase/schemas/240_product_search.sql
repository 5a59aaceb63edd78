-- What a search looks for, and how products with these words are found and ranked: whole words and their forms, synonyms, and
-- beginnings of words. However many products fit, only the best few hundred are ever ranked.

-- Only what the catalogue has: with one lexeme for each word, a look-up in the index takes a fraction of the time.
create function private.joined_word(p_words text) returns text
language plpgsql stable strict security definer set search_path = '' as $$
declare
  stem constant text := private.stem(left(p_words, 80));
begin
  return case when exists (select from private.search_vocabulary v where v.word in (p_words, stem, stem || 's'))
    or p_words ~ '\d' and private.find_by_words(quote_literal(stem)::tsquery, false, true, 1) <> '{}' then stem end;
end;
$$;
comment on function private.joined_word(text) is 'The lexeme of two words that are typed apart, if the catalogue has them as one; else null';

create function private.search_terms(p_query text)
returns table (word text, lexeme tsquery, is_optional boolean)
language plpgsql stable security definer set search_path = '' set client_min_messages = 'warning' as $$
declare
  plain text := private.typed_text(p_query);
  has_phrase boolean := false;
  only_stop_words boolean;
  phrase record;
  words text[];
  joined text[];
  whole tsquery;
  sizes jsonb;
  size text;
begin
  is_optional := false;
  for phrase in
    -- Plain words have no signs that mean something in a pattern.
    select l.words, format(' %s(e?s)? ', l.words) as pattern, s.expansion
    from public.search_synonyms s, unnest(s.lexemes) l (words)
    where strpos(l.words, ' ') > 0 and strpos(plain, l.words) > 0 and s.expansion <> ''
    order by length(l.words) desc, l.words
  loop
    if plain ~ phrase.pattern then
      plain := regexp_replace(plain, phrase.pattern, '  ');
      has_phrase := true;
      word := phrase.words;
      lexeme := phrase.expansion::tsquery;
      return next;
    end if;
  end loop;
  select t.rest, t.sizes into plain, sizes from private.typed_sizes(plain) t;
  for word, lexeme in select s.word, s.lexeme::tsquery from jsonb_to_recordset(sizes) s (word text, lexeme text, "isWord" boolean) where not s."isWord" loop
    has_phrase := true;
    return next;
  end loop;
  words := array_remove(string_to_array(plain, ' '), '');
  for word, lexeme in select p.word, p.lexeme from private.paired_colours(words) p where cardinality(words) > 1 loop
    return next;
  end loop;
  only_stop_words := not has_phrase and numnode(to_tsquery('english', array_to_string(words, ' | '))) = 0;
  for place in 1..cardinality(words) loop
    joined := joined || private.joined_word(words[place] || words[place + 1]);
    word := left(words[place], 40);
    continue when array_position(words, words[place]) < place;
    whole := to_tsquery('english', quote_literal(word));
    size := (select s ->> 'lexeme' from jsonb_array_elements(sizes) s where s ->> 'word' = word and s -> 'isWord' = 'true' limit 1);
    -- "Nike x Sacai" and "Up and Down" are titled with signs.
    is_optional := size is null and (numnode(whole) = 0 and not only_stop_words or word = any ('{x,and}') and cardinality(words) > 1);
    lexeme := concat_ws(' | ',
      case when size is not null then format('%L:ABC | %s', private.stem(word), size) when is_optional then quote_literal(word) when only_stop_words then quote_literal(word) || ':*ABC'
        when private.is_family(word) then format('%L:ABC | %L:*A', private.stem(word), word)
        else to_tsquery('english', quote_literal(word) || ':*')::text end,
      -- Titles have this word as it stands, too.
      case when not starts_with(word, private.stem(word)) then quote_literal(word) || ':*A' end,
      quote_literal(joined[place - 1]), quote_literal(joined[place]),
      (select format('(%s)', string_agg(quote_literal(l), ' & ')) from unnest((private.letter_pairs(word))[:length(word) - 1]) l having count(*) > 0),
      (select string_agg(case when private.is_family(word) then regexp_replace(s.expansion, '''([^'']+)''', '''\1'':ABC', 'g') else s.expansion end, ' | ')
        from public.search_synonyms s where s.expansion <> '' and s.lexemes @> array[btrim(whole::text, '''')]));
    return next;
  end loop;
end;
$$;
comment on function private.search_terms(text) is
  'Words and phrases to search for, each with its lexeme as a beginning of words, with its synonyms, and as one word with its neighbors; stop words ("the") are optional beside others';

-- Each call is planned for its own words, and what was not asked leaves the plan. How common a prefix is the planner cannot
-- estimate, so there are two plans to choose from. By the word indexes: good for what few products have.
create function private.find_by_words(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int, p_newest boolean default false)
returns uuid[]
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
begin
  return array(
    select hits.id from (
      select p.id, p.created_at from public.products p
      where (p_drafts or p.status = 'published') and case when p_titled then ts_filter(p.search, '{a,c}') else p.search end @@ p_query
      limit p_limit) hits
    order by case when p_newest then hits.created_at end desc, case when p_newest then hits.id end);
end;
$$;
comment on function private.find_by_words(tsquery, boolean, boolean, int, boolean) is
  'Ids of products with these words, in title or colours if p_titled, found by the indexes of words, p_limit at the most; these newest first if p_newest';

-- Without an index, most rows are refused before their words are filtered, which takes longer.
create function private.count_newest(p_query tsquery, p_titled boolean, p_drafts boolean) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select count(*) from (select * from public.products order by created_at desc, id limit 300) p
    where (p_drafts or p.status = 'published') and p.search @@ p_query and (not p_titled or ts_filter(p.search, '{a,c}') @@ p_query));
end;
$$;
comment on function private.count_newest(tsquery, boolean, boolean) is
  'How many of the 300 newest products have these words, in title or colours if p_titled';

-- From the newest product backwards until there are enough: good for what many products have.
create function private.find_by_age(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  depth int := 300;
begin
  loop
    ids := array(
      select p.id from (select * from public.products order by created_at desc, id limit depth) p
      where (p_drafts or p.status = 'published') and p.search @@ p_query and (not p_titled or ts_filter(p.search, '{a,c}') @@ p_query)
      order by p.created_at desc, p.id limit p_limit);
    exit when cardinality(ids) >= p_limit or depth > 40000;
    depth := depth * 4;
  end loop;
  return ids;
end;
$$;
comment on function private.find_by_age(tsquery, boolean, boolean, int) is
  'Ids of the newest products with these words, looking no further than some ten thousand back';

create function private.find_newest(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int, p_is_rare boolean default false)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  ids uuid[];
begin
  if p_is_rare or private.count_newest(p_query, p_titled, p_drafts) < 15 then
    ids := private.find_by_words(p_query, p_titled, p_drafts, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_query, p_titled, p_drafts, p_limit);
end;
$$;
comment on function private.find_newest(tsquery, boolean, boolean, int, boolean) is
  'Ids of the newest products with these words, by the cheaper of the two plans; p_is_rare: it is known that few of the newest have them';

create function private.whole_words(p_query text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(p_query, ' \| ''[^'']+'':\*A(?!B)|:\*(ABC)?', '', 'g');
end;
$$;
comment on function private.whole_words(text) is 'A text search query without beginnings of words';

-- A word that many products have is looked for as a whole word only: that finds enough. A word that some have is looked for as
-- the beginning of a word in titles, categories and colours, but not in descriptions.
create function private.narrow_common_words(p_lexemes text[], p_drafts boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recent as materialized (
      select r.search from public.products r order by r.created_at desc, r.id limit 300),
    terms as materialized (
      select l.lexeme, l.place, private.whole_words(l.lexeme) as whole from unnest(p_lexemes) with ordinality l (lexeme, place))
    select array_agg(
      case
        when (select count(*) from recent where recent.search @@ t.whole::tsquery) >= 15 then t.whole
        when private.find_by_words(t.whole::tsquery, false, p_drafts, 1) <> '{}'
          then t.whole || ' | ' || regexp_replace(t.lexeme, ':\*(?!A)', ':*ABC', 'g')
        else t.lexeme end order by t.place) from terms t);
end;
$$;
comment on function private.narrow_common_words(text[], boolean) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

create function private.first_ids(p_ids uuid[], p_limit int) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select i.id from unnest(p_ids) with ordinality i (id, place) group by i.id order by min(i.place) limit p_limit);
end;
$$;
comment on function private.first_ids(uuid[], int) is 'The first of some ids in their order, each once';

create function private.find_titled(p_query tsquery, p_drafts boolean, p_limit int, p_is_rare boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  whole constant text := private.whole_words(p_query::text);
  ids uuid[] := '{}';
  others uuid[];
begin
  if whole <> p_query::text then
    ids := private.find_newest(whole::tsquery, true, p_drafts, p_limit, p_is_rare);
  end if;
  if cardinality(ids) < p_limit then
    others := private.find_newest(p_query, true, p_drafts, p_limit, p_is_rare);
    ids := case when ids = '{}' then others else private.first_ids(ids || others, p_limit) end;
  end if;
  return ids;
end;
$$;
comment on function private.find_titled(tsquery, boolean, int, boolean) is
  'Ids of the newest products with these words in title or colours, those first that have them as whole words; p_is_rare as in find_newest';

create function private.ranked_search(
  p_terms tsquery[], p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, ') & ('));
  recent constant bigint := private.count_newest(query, false, p_drafts);
  ids uuid[];
  few uuid[];
begin
  -- Four times too many by this estimate are surely too many.
  if recent >= 100 or (recent >= 15 and recent * public.count_products() >= 4 * comparable * 300) then
    ids := private.find_titled(query, p_drafts, p_limit, false);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if recent > 0 then
      ids := private.find_titled(query, p_drafts, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(query, false, p_drafts, comparable + 1);
      if cardinality(few) <= comparable then
        return array(
          select p.id from public.products p cross join lateral (
            -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
            select sum(case when ts_filter(p.search, '{a}') @@ t then 1 else 0 end
              + case when ts_filter(p.search, '{b,c}') @@ t then 0.5 else 0 end) as words from unnest(p_terms) t) score
          where p.id = any (few)
          order by score.words + 0.4 * extensions.word_similarity(p_phrase, p.search_words) + 0.1 * extensions.similarity(p_phrase, p.title) desc,
            p.created_at desc, p.id
          limit greatest(p_limit, p_of_few));
      end if;
    end if;
    ids := (coalesce(ids, private.find_titled(query, p_drafts, p_limit, true)))[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := private.first_ids(ids || private.find_newest(query, false, p_drafts, p_limit), p_limit);
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(tsquery[], text, int, int, boolean) is
  'Ids of the products that fit all terms, best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

-- Two letters changed in a short word leave a similarity of 0.3; what is far less similar than the best is left out.
create function private.known_words(p_typed text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  known text[] := '{}';
begin
  if length(p_typed) >= 4 then
    known := array(select distinct v.word from private.search_vocabulary v
      where v.word like '%' || p_typed || '%' order by v.word limit 8);
  end if;
  if known = '{}' then
    known := array(
      select distinct s.word from generate_series(1, length(p_typed) - 1) i
      cross join lateral (select overlay(p_typed placing substr(p_typed, i + 1, 1) || substr(p_typed, i, 1) from i for 2) as word) s
      where length(p_typed) >= 3 and (
        exists (select from private.search_vocabulary v where v.word = s.word)
        or exists (select from public.search_synonyms g where s.word = any (g.words))));
  end if;
  if known = '{}' then
    known := array(
      select near.word from (
        select v.word, max(v.similarity) as similarity, max(max(v.similarity)) over () as best
        from (
          select s.word, extensions.similarity(s.word, p_typed) as similarity
          from private.search_vocabulary s where s.word operator(extensions.%) p_typed
          union all
          select w, extensions.similarity(w, p_typed) from public.search_synonyms g, unnest(g.words) w) v
        where v.similarity >= 0.3 group by v.word) near
      where near.similarity >= 0.8 * near.best order by near.similarity desc, near.word limit 4);
  end if;
  return known;
end;
$$;
comment on function private.known_words(text) is
  'Words of the catalogue that a word is a part of, else those that it is with two neighbouring letters exchanged, else the most similar ones';
