-- Search: whole words and their forms, synonyms, and beginnings of words; parts of words and typing mistakes when nothing else
-- fits, and then products with some of the words. However many products fit, only the best few hundred are ever ranked.

-- Cut first, so that no cost grows with the length of the text. Stop words
-- ("the") count only when there is no other word.
create function private.search_terms(p_query text)
returns table (word text, lexeme tsquery)
language plpgsql stable security definer set search_path = '' set client_min_messages = 'warning' as $$
declare
  plain text := format(' %s ', array_to_string((string_to_array(private.search_text(left(p_query, 200)), ' '))[1:8], ' '));
  has_phrase boolean := false;
  phrase record;
begin
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
  return query
    with terms as (
      select w.word, to_tsquery('english', quote_literal(w.word)) as whole
      from (select distinct left(w, 40) as word from unnest(string_to_array(plain, ' ')) w where w <> '') w)
    select t.word, (
      select concat_ws(' | ', nullif(to_tsquery('english', quote_literal(t.word) || ':*')::text, ''), string_agg(s.expansion, ' | '))
      from public.search_synonyms s
      where s.expansion <> '' and s.lexemes @> array[btrim(t.whole::text, '''')])::tsquery
    from terms t
    where numnode(t.whole) > 0 or not has_phrase and not exists (select from terms where numnode(terms.whole) > 0);
end;
$$;
comment on function private.search_terms(text) is
  'Words and phrases to search for, each with its lexeme as a beginning of words, and with its synonyms';

create function private.shown_to(p_drafts boolean) returns text
language sql immutable set search_path = '' as $$
  select case when p_drafts then '' else 'p.status = ''published'' and ' end;
$$;
comment on function private.shown_to(boolean) is 'How the condition of a search begins that finds drafts, or leaves them out';

-- The planner cannot estimate how common a prefix is, so there are two plans to choose from. By the word indexes:
-- good for what few products have.
create function private.find_by_words(p_condition text, p_limit int, p_newest boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(id%s) from (
      select p.id, p.created_at from public.products p where %s limit %s) hits',
    case when p_newest then ' order by created_at desc, id' else '' end, p_condition, p_limit) into ids;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_words(text, int, boolean) is
  'Ids of products that meet the condition, found by the indexes of words, p_limit at the most; these newest first if p_newest';

-- A word that many products have is looked for as a whole word only: that finds enough. A word that some have is looked for as
-- the beginning of a word in titles, categories and colours, but not in descriptions.
create function private.narrow_common_words(p_lexemes text[], p_drafts boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case
      when l.lexeme = '' then ''
      when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15 then w.whole
      when cardinality(private.find_by_words(format('%sp.search @@ %L::tsquery', private.shown_to(p_drafts), w.whole), 1, false)) > 0
        then w.whole || ' | ' || replace(l.lexeme, ':*', ':*ABC')
      else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;
comment on function private.narrow_common_words(text[], boolean) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

-- From the newest product backwards until there are enough: good for what many products have.
create function private.find_by_age(p_condition text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[];
  depth int := 300;
begin
  loop
    execute format('select array_agg(id order by created_at desc, id) from (
        select p.id, p.created_at from (
          select * from public.products order by created_at desc, id limit %s) p
        where %s order by p.created_at desc, p.id limit %s) hits', depth, p_condition, p_limit) into ids;
    exit when cardinality(ids) >= p_limit or depth > 40000;
    depth := depth * 4;
  end loop;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_age(text, int) is
  'Ids of the newest products that meet the condition, looking no further than some ten thousand back';

create function private.find_newest(p_condition text, p_limit int, p_sampled boolean default false) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  common boolean := false;
  ids uuid[];
begin
  if not p_sampled then
    execute format('select count(*) >= 15 from (
        select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
      p_condition) into common;
  end if;
  if not common then
    ids := private.find_by_words(p_condition, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_condition, p_limit);
end;
$$;
comment on function private.find_newest(text, int, boolean) is
  'Ids of the newest products that meet the condition, by the cheaper of the two plans; p_sampled: it is known that few of the newest meet it';

create function private.ranked_search(
  p_terms text[], p_operator text, p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  sample constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, format(') %s (', p_operator)));
  shown constant text := private.shown_to(p_drafts);
  condition constant text := format('%sp.search @@ %L::tsquery', shown, query);
  titled constant text := format('%sts_filter(p.search, ''{a,c}'') @@ %L::tsquery', shown, query);
  -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
  score constant text := (select string_agg(format($s$case when p.search @@ %1$L then 0.1
    + case when ts_filter(p.search, '{a}') @@ %1$L then 1 else 0 end
    + case when ts_filter(p.search, '{b,c}') @@ %1$L then 0.5 else 0 end else 0 end$s$, t), ' + ') from unnest(p_terms) t);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, condition) into fits;
  -- Four times too many by this estimate are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        execute format('select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at, %s + 0.4 * extensions.word_similarity($1, p.search_words) as score
            from public.products p where p.id = any ($2)
            order by score desc, p.created_at desc, p.id limit $3) best', score)
          into ids using p_phrase, few, greatest(p_limit, p_of_few);
        return ids;
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text[], text, text, int, int, boolean) is
  'Ids of the products that fit all terms (&) or some (|), best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

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

create function private.search_ids(
  p_query text, p_limit int, p_of_few int default 0, p_some boolean default false, p_drafts boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  phrase text;
  found_ids uuid[] := '{}';
  known text[] := '{}';
begin
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null or p_limit <= 0 then
    return '{}';
  end if;
  lexemes := private.narrow_common_words(lexemes, p_drafts);
  phrase := array_to_string(words, ' ');
  if array_position(lexemes, '') is null then
    found_ids := coalesce(private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few, p_drafts), '{}');
    if cardinality(found_ids) > 0 then
      return found_ids;
    end if;
  end if;

  -- Nothing fits: each word that no product knows is replaced by those that may be meant, in titles, categories and colours.
  for i in 1..cardinality(words) loop
    -- A stop word like "over" has no lexeme at all; what was narrowed is known.
    if lexemes[i] <> '' and (lexemes[i] !~ ':\*(?!A)'
      or cardinality(private.find_by_words(format('%sp.search @@ %L::tsquery', private.shown_to(p_drafts), lexemes[i]), 1, false)) > 0) then
      known := known || lexemes[i];
    else
      lexemes[i] := coalesce((
        select string_agg(regexp_replace(t.lexeme::text, '''([^'']+)''(:\*)?', '''\1'':ABC', 'g'), ' | ')
        from unnest(private.known_words(words[i])) k, private.search_terms(k) t where t.lexeme::text <> ''), '');
      if lexemes[i] <> '' then
        found_ids := null;
      end if;
    end if;
  end loop;
  -- Words that are all known were looked for already.
  if found_ids is null and array_position(lexemes, '') is null then
    found_ids := private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few, p_drafts);
  end if;
  if p_some and coalesce(cardinality(found_ids), 0) = 0 and cardinality(words) > 1 and known <> '{}' then
    found_ids := private.ranked_search(known, '|', phrase, p_limit, p_of_few, p_drafts);
  end if;
  return coalesce(found_ids, '{}');
end;
$$;
comment on function private.search_ids(text, int, int, boolean, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does; of those that fit some of its words where none fits all, if p_some. p_limit of many, where few fit p_of_few if that is more; without drafts unless p_drafts';
