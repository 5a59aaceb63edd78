-- The search, bounded: however many products fit, only the best few hundred are ever ranked, and a typing mistake is looked
-- up among the words of the shop instead of in every product.

create index products_search_title_idx on public.products
  using gin (ts_filter(search, '{a}'));

-- Dearest first within the shop and within a category; the plain indexes run the other way, with the ids against them.
create index products_price_desc_idx on public.products (price desc, id);
create index products_category_price_desc_idx on public.products (category_id, price desc, id);

-- Not unique: two writers of one new word never wait for each other, and a word that stands twice does no harm.
create table private.search_vocabulary (word text not null);
create index search_vocabulary_word_idx on private.search_vocabulary (word);
create index search_vocabulary_likeness_idx on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);
comment on table private.search_vocabulary is
  'Words of titles and categories, from which mistyped words are corrected; words that no product has any more may stay';
comment on column private.search_vocabulary.word is 'A word in plain small letters, three letters or more';
alter table private.search_vocabulary enable row level security;
revoke all on private.search_vocabulary from public, anon, authenticated;

create function private.learn_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_vocabulary (word)
    select distinct w.word
    from new_rows n cross join lateral unnest(string_to_array(n.search_words, ' ')) w (word)
    where length(w.word) between 3 and 40 and w.word !~ '\d'
      and not exists (select 1 from private.search_vocabulary v where v.word = w.word);
  return null;
end;
$$;
comment on function private.learn_words() is 'Adds new words of products to the vocabulary of the search';

create trigger products_learn_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.learn_words();
create trigger products_learn_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.learn_words();

insert into private.search_vocabulary (word)
  select distinct w.word
  from public.products p cross join lateral unnest(string_to_array(p.search_words, ' ')) w (word)
  where length(w.word) between 3 and 40 and w.word !~ '\d';

-- Of a word that many products have, its beginnings and parts are not looked for too: there is enough without them.
create function private.narrow_common_words(p_lexemes text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(case when t.hits >= 15 then t.whole else t.lexeme end order by t.place)
  from (
    select l.place, l.lexeme, w.whole, (
        select count(*) from (
          select r.search from public.products r order by r.created_at desc, r.id limit 300) recent
        where recent.search @@ w.whole::tsquery) as hits
    from unnest(p_lexemes) with ordinality l (lexeme, place)
    cross join lateral (select replace(l.lexeme, ':*', '') as whole) w) t;
$$;
comment on function private.narrow_common_words(text[]) is
  'The lexemes, those that many of the newest products have without the mark for beginnings of words';

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

-- The planner knows little of how common the beginning of a word is, so two ways are laid out by hand. By the word indexes:
-- good for what few products have.
create function private.find_by_words(p_condition text, p_limit int, p_newest boolean) returns uuid[]
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  ids uuid[];
begin
  execute format(
    case when p_newest then
      'select array_agg(id order by created_at desc, id) from (
        select p.id, p.created_at from public.products p where %s
        order by p.created_at desc, p.id limit %s) hits'
    else 'select array_agg(id) from (select p.id from public.products p where %s limit %s) hits'
    end, p_condition, p_limit) into ids;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_words(text, int, boolean) is
  'Ids of products that meet the condition, by the indexes of words; the newest of them or any';

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

create function private.find_newest(p_condition text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  common boolean;
begin
  execute format('select count(*) >= 15 from (
      select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
    p_condition) into common;
  if not common then
    common := cardinality(private.find_by_words(p_condition, sortable, false)) = sortable;
  end if;
  return case when common then private.find_by_age(p_condition, p_limit)
    else private.find_by_words(p_condition, p_limit, true) end;
end;
$$;
comment on function private.find_newest(text, int) is
  'Ids of the newest products that meet the condition, by the way that is short for it';

create function private.ranked_search(
  p_condition text, p_lexemes tsquery, p_phrase text, p_limit int
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in the title are best.
  comparable constant int := 300;
  ids uuid[];
  common boolean;
begin
  execute format('select count(*) >= 100 from (
      select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
    p_condition) into common;
  if not common then
    ids := private.find_by_words(p_condition, comparable + 1, false);
    if cardinality(ids) <= comparable then
      return (
        select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
          select p.id, p.created_at,
            ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, p_lexemes)
              + extensions.word_similarity(p_phrase, p.search_words) as score
          from public.products p where p.id = any (ids)
          order by score desc, p.created_at desc, p.id limit p_limit) best);
    end if;
  end if;
  ids := private.find_newest(
    format('ts_filter(p.search, ''{a}'') @@ %L::tsquery', p_lexemes::text), p_limit);
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', p_condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text, tsquery, text, int) is
  'Ids of the products that meet the condition, best first, without ranking more than a few hundred';

create function private.search_ids(p_query text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  found_ids uuid[];
  corrected text[] := '{}';
  asked text;
  lexeme text;
  likely text;
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
    array_to_string(words, ' '), p_limit);
  if cardinality(found_ids) > 0 then
    return found_ids;
  end if;

  -- Nothing fits: each word that no product knows gives way to the likest words of the shop. Two letters changed in a short
  -- word leave a likeness of 0.3; what is far behind the likest is left out. Meant are words of titles and categories.
  foreach asked in array words loop
    lexeme := lexemes[array_position(words, asked)];
    if cardinality(private.find_by_words(format('p.search @@ %L::tsquery', lexeme), 1, false)) > 0 then
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
    end if;
  end loop;
  return private.ranked_search(
    format('p.search @@ %L::tsquery', array_to_string(corrected, ' & ')),
    array_to_string(corrected, ' & ')::tsquery, array_to_string(words, ' '), p_limit);
end;
$$;
comment on function private.search_ids(text, int) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes mended where none does';

drop function public.search_products(text, int);
create function public.search_products(
  p_query text, p_limit int default 200, p_offset int default 0, p_sort text default 'default'
) returns setof public.products
language plpgsql stable security definer rows 24 set search_path = '' as $$
declare
  most constant int := 500;
  size int := least(greatest(coalesce(p_limit, 200), 0), most);
  skipped int := least(greatest(coalesce(p_offset, 0), 0), most);
  -- By price or age it is always the best two hundred that are sorted, whatever part of them is asked for.
  ids uuid[] := private.search_ids(p_query,
    case when p_sort = 'default' then least(size + skipped, most) else greatest(200, size) end);
begin
  return query
    select p.* from unnest(ids) with ordinality as hit (id, place)
    join public.products p on p.id = hit.id
    order by
      case p_sort when 'price-low-to-high' then p.price when 'price-high-to-low' then -p.price end,
      case when p_sort = 'latest' then p.created_at end desc,
      hit.place
    limit size offset skipped;
end;
$$;
comment on function public.search_products(text, int, int, text) is
  'Products that fit the text, best first, at most 500; sorted by price-low-to-high, price-high-to-low or latest on request; safe with any text. Looks at title, category, colours and description.';

create function public.count_search_products(p_query text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(cardinality(private.search_ids(p_query, 200)), 0);
$$;
comment on function public.count_search_products(text) is
  'How many products fit the text, up to the 200 that are ever shown';

revoke execute on function public.search_products(text, int, int, text), public.count_search_products(text)
  from public, anon, authenticated;
grant execute on function public.search_products(text, int, int, text), public.count_search_products(text)
  to anon, authenticated, service_role;
revoke execute on all functions in schema private from public, anon, authenticated;
