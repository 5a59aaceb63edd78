-- Search: whole words and their forms, beginnings and parts of words; typing mistakes when nothing else fits. However
-- many products fit, only the best few hundred are ever ranked.

-- Cut first: nobody types more, and nothing that follows grows with the text. Words that say nothing
-- ("the") count only when there is no other.
create function private.search_terms(p_query text)
returns table (word text, lexeme tsquery)
language sql stable set search_path = '' set client_min_messages = 'warning' as $$
  with terms as (
    select distinct left(w, 40) as word,
      to_tsquery('english', quote_literal(left(w, 40)) || ':*') as lexeme
    from unnest((string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8]) w
    where w <> '')
  select t.word, t.lexeme from terms t
  where numnode(t.lexeme) > 0 or not exists (select 1 from terms where numnode(terms.lexeme) > 0);
$$;
comment on function private.search_terms(text) is 'Words to search for, each with its lexeme as a beginning of words';

-- As SQL, so that each search is planned for its own words; they stand in it as quoted literals only.
create function private.search_condition(p_words text[], p_lexemes text[]) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ',
    case when bool_or(t.is_whole) then format('p.search @@ %L::tsquery',
      string_agg(t.lexeme, ' & ') filter (where t.is_whole)) end,
    string_agg(
      case when length(t.word) < 3 then format('p.search @@ %L::tsquery', t.lexeme)
        else format('(p.search @@ %L::tsquery or p.search_words like %L)', t.lexeme, '%' || t.word || '%')
      end, ' and ') filter (where not t.is_whole))
  from (
    select g.word, g.lexeme, strpos(g.lexeme, ':*') = 0 as is_whole
    from unnest(p_words, p_lexemes) g (word, lexeme)) t;
$$;
comment on function private.search_condition(text[], text[]) is
  'SQL condition on products p: every word is there, as a lexeme or, but for the common ones, as part of a word';

-- Of a word that many products have, its beginnings and parts are not looked for too: there is enough without them.
create function private.narrow_common_words(p_lexemes text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15
      then w.whole else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;
comment on function private.narrow_common_words(text[]) is
  'The lexemes, those that many of the newest products have without the mark for beginnings of words';

-- The planner knows little of how common the beginning of a word is, so two ways are laid out by hand. By the word indexes:
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
  'Ids of the newest products that meet the condition, by whichever way costs less; p_sampled: among the newest few do';

create function private.ranked_search(
  p_condition text, p_lexemes tsquery, p_phrase text, p_limit int, p_of_few int
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in the title are best.
  comparable constant int := 300;
  sample constant int := 300;
  titled constant text := format('ts_filter(p.search, ''{a}'') @@ %L::tsquery', p_lexemes::text);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, p_condition) into fits;
  -- Four times too many by this reckoning are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(p_condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        return (
          select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at,
              ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, p_lexemes)
                + extensions.word_similarity(p_phrase, p.search_words) as score
            from public.products p where p.id = any (few)
            order by score desc, p.created_at desc, p.id limit greatest(p_limit, p_of_few)) best);
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', p_condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text, tsquery, text, int, int) is
  'Ids of the products that meet the condition, best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

create function private.search_ids(p_query text, p_limit int, p_of_few int default 0) returns uuid[]
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
comment on function private.search_ids(text, int, int) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes mended where none does. p_limit of many, where few fit p_of_few if that is more';

create function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  -- By price or age it is always the best two hundred that are sorted, and no more than these are counted.
  best constant int := 200;
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default'
    then greatest(best, size) else least(size + skipped, 500) end);
  found json;
begin
  select coalesce(json_agg(t), '[]') into found from (
    select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes,
      p.colors, p.created_at, p.updated_at, case when c.id is not null then
        json_build_object('id', c.id, 'name', c.name) end as category
    from unnest(ids) with ordinality as hit (id, place)
    join public.products p on p.id = hit.id
    left join public.categories c on c.id = p.category_id
    order by
      case p_sort when 'price-low-to-high' then p.price when 'price-high-to-low' then -p.price end,
      case when p_sort = 'latest' then p.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), best) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request; safe with any text. Looks at title, category, colours and description.';
grant execute on function public.find_products(text, text, int, int, boolean) to anon, authenticated, service_role;
