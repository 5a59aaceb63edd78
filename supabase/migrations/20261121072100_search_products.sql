-- Search: whole words and their forms, beginnings and parts of words; typing mistakes when nothing else fits.

create function public.search_products(p_query text, p_limit int default 200)
returns setof public.products
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Cut first: nobody types more, and nothing below grows with the text.
  words text[] := (string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8];
  phrase text;
  longest text;
  prefixes tsquery;
  wanted int := least(greatest(coalesce(p_limit, 200), 0), 500);
begin
  words := array(select left(w, 40) from unnest(words) w where w <> '');
  if cardinality(words) = 0 then
    return;
  end if;
  phrase := array_to_string(words, ' ');
  select w into longest from unnest(words) w order by length(w) desc limit 1;
  prefixes := to_tsquery('english',
    (select string_agg(quote_literal(w) || ':*', ' & ') from unnest(words) w));

  return query
    select p.* from public.products p
    where p.search @@ prefixes
      or (p.search_words like '%' || longest || '%'
        and not exists (
          select 1 from unnest(words) w where position(w in p.search_words) = 0))
    order by
      ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, prefixes)
        + extensions.word_similarity(phrase, p.search_words) desc,
      p.created_at desc, p.id
    limit wanted;
  if found then
    return;
  end if;

  -- Every word must be somewhat like a word of the product; transposed letters of short words score 0.33.
  perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
  return query
    select p.* from public.products p
    where longest operator(extensions.<%) p.search_words
      and not exists (
        select 1 from unnest(words) w where extensions.word_similarity(w, p.search_words) < 0.3)
    order by extensions.word_similarity(phrase, p.search_words) desc, p.created_at desc, p.id
    limit wanted;
end;
$$;
comment on function public.search_products(text, int) is
  'Products that fit the text, best first, at most 500; safe with any text. Looks at title, category, colours and description.';
revoke execute on function public.search_products(text, int) from public, anon, authenticated;
grant execute on function public.search_products(text, int) to anon, authenticated, service_role;
