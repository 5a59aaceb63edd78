-- Search: whole words and their forms, beginnings and parts of words; typing mistakes when nothing else fits.

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
revoke execute on function private.search_terms(text) from public, anon, authenticated;

create function public.search_products(p_query text, p_limit int default 200)
returns setof public.products
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes tsquery[];
  all_of_them tsquery;
  wanted int := least(greatest(coalesce(p_limit, 200), 0), 500);
begin
  -- The longest word comes first: it says most, and the indexes are asked for it.
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null then
    return;
  end if;
  all_of_them := lexemes[1];
  for i in 2 .. cardinality(lexemes) loop
    all_of_them := all_of_them && lexemes[i];
  end loop;

  -- Ranked twice: likeness is dear, so only what ranks well by its words is compared letter by letter.
  return query
    with fitting as materialized (
      select p.id, ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, all_of_them) as rank
      from public.products p
      where (p.search @@ lexemes[1] or p.search_words like '%' || words[1] || '%')
        and not exists (
          select 1 from unnest(words, lexemes) t (word, lexeme)
          where not p.search @@ t.lexeme and position(t.word in p.search_words) = 0)
      order by rank desc, p.created_at desc, p.id
      limit wanted * 2)
    select p.* from fitting join public.products p on p.id = fitting.id
    order by
      fitting.rank + extensions.word_similarity(array_to_string(words, ' '), p.search_words) desc,
      p.created_at desc, p.id
    limit wanted;
  if found then
    return;
  end if;

  -- Two letters changed in a short word leave a likeness of 0.33, in a long one more; what is far
  -- behind the best is left out.
  perform set_config('pg_trgm.word_similarity_threshold',
    case when length(words[1]) < 8 then '0.3' else '0.4' end, true);
  return query
    with likely as materialized (
      select p.id, likeness.score from public.products p
      cross join lateral (
        select avg(each.score) as score, min(each.score) as weakest from (
          select case when p.search @@ t.lexeme then 1
            else extensions.word_similarity(t.word, p.search_words) end as score
          from unnest(words, lexemes) t (word, lexeme)) each) likeness
      where (p.search @@ lexemes[1] or words[1] operator(extensions.<%) p.search_words)
        and likeness.weakest >= 0.3)
    select p.* from likely join public.products p on p.id = likely.id
    where likely.score >= 0.8 * (select max(score) from likely)
    order by likely.score desc, p.created_at desc, p.id
    limit wanted;
end;
$$;
comment on function public.search_products(text, int) is
  'Products that fit the text, best first, at most 500; safe with any text. Looks at title, category, colours and description.';
revoke execute on function public.search_products(text, int) from public, anon, authenticated;
grant execute on function public.search_products(text, int) to anon, authenticated, service_role;
