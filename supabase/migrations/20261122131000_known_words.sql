-- A search that nothing fits asks no index whether a word is there which the newest products are full of, and ends where no word
-- could be mended: what few products have was looked for already. The newest products are read once for all words.

create or replace function private.narrow_common_words(p_lexemes text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15
      then w.whole else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;

create or replace function private.search_ids(p_query text, p_limit int, p_of_few int default 0) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  found_ids uuid[];
  corrected text[] := '{}';
  asked text;
  lexeme text;
  likely text;
  mended boolean := false;
begin
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null or p_limit <= 0 then
    return '{}';
  end if;
  lexemes := private.narrow_common_words(lexemes);
  found_ids := private.ranked_search(
    private.search_condition(words, lexemes), array_to_string(lexemes, ' & ')::tsquery,
    array_to_string(words, ' '), p_limit, p_of_few);
  if cardinality(found_ids) > 0 then
    return found_ids;
  end if;

  -- Nothing fits: each word that no product knows gives way to the likest words of the shop. Two letters changed in a short
  -- word leave a likeness of 0.3; what is far behind the likest is left out. Meant are words of titles and categories.
  foreach asked in array words loop
    lexeme := lexemes[array_position(words, asked)];
    -- What bears no mark for beginnings any more was found to be common; a word like "over" has no lexeme at all.
    if lexeme <> '' and strpos(lexeme, ':*') = 0
      or cardinality(private.find_by_words(format('p.search @@ %L::tsquery', lexeme), 1, false)) > 0 then
      corrected := corrected || format('(%s)', lexeme);
    else
      select string_agg(quote_literal(near.lexeme) || ':AB', ' | ') into likely from (
        select l.lexeme, max(v.likeness) as likeness
        from (
          select distinct s.word, extensions.similarity(s.word, asked) as likeness
          from private.search_vocabulary s
          where s.word operator(extensions.%) asked
          order by likeness desc, s.word limit 8) v
        cross join lateral unnest(tsvector_to_array(to_tsvector('english', v.word))) l (lexeme)
        where v.likeness >= 0.3
        group by l.lexeme order by max(v.likeness) desc limit 4) near
      where near.likeness >= 0.8 * (
        select max(extensions.similarity(s.word, asked)) from private.search_vocabulary s
        where s.word operator(extensions.%) asked);
      if likely is null then
        return '{}';
      end if;
      corrected := corrected || format('(%s)', likely);
      mended := true;
    end if;
  end loop;
  if not mended then
    return '{}';
  end if;
  return private.ranked_search(
    format('p.search @@ %L::tsquery', array_to_string(corrected, ' & ')),
    array_to_string(corrected, ' & ')::tsquery, array_to_string(words, ' '), p_limit, p_of_few);
end;
$$;
revoke execute on all functions in schema private from public, anon, authenticated;
