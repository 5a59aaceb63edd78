-- What search and filters read: weighted lexemes, plain words for parts of words and typing mistakes, a vocabulary, and facets.
-- Kept by triggers, not generated columns, because the name of the category is searched too.

-- Not unique: two writers of one new word never wait for each other, and a duplicate word does no harm.
create table private.search_vocabulary (
  word text not null,
  id bigint generated always as identity primary key
);
comment on table private.search_vocabulary is
  'Words of titles, categories and colours of published products, from which mistyped words are corrected; words that no product has any more may stay';
comment on column private.search_vocabulary.word is 'A word in plain lower case, three letters or more';
comment on column private.search_vocabulary.id is 'Number of the row';

create index search_vocabulary_word_idx on private.search_vocabulary (word);
create index search_vocabulary_likeness_idx on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);

create index products_search_idx on public.products using gin (search);

create index products_search_words_idx on public.products
  using gin (search_words extensions.gin_trgm_ops);

create index products_search_title_idx on public.products
  using gin (ts_filter(search, '{a,c}'));

create index products_facets_idx on public.products using gin (facets);

create function private.indexed_text(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  chained constant text := private.search_text(p_text);
  words constant text := translate(chained, '-', ' ');
  typed text := private.typed_words(chained);
begin
  if octet_length(p_text) > length(p_text) and p_text ~* '[äöüøå]' then
    typed := concat_ws(' ', typed, private.typed_words(private.search_text(
      replace(replace(replace(replace(replace(lower(p_text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))));
  end if;
  if chained = words and typed = words then
    return words;
  end if;
  return concat_ws(' ', words, (
    select string_agg(distinct w, ' ') from unnest(string_to_array(replace(chained, '-', ''), ' ') || string_to_array(typed, ' ')) w
    where strpos(format(' %s ', words), format(' %s ', w)) = 0));
end;
$$;
comment on function private.indexed_text(text) is
  'Plain words of a text, and how else some of them are typed: "t shirt tshirt", "ac dc acdc", "muller mueller"';

-- Positions say nothing here, but only lexemes with a position have a weight.
create function private.title_lexemes(p_title text, p_indexed text) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  words constant text[] := string_to_array(translate(private.search_text(p_title), '-', ' '), ' ');
  neighbours constant text[] := array(select words[i] || words[i + 1] from generate_series(1, cardinality(words) - 1) i);
begin
  return (
    select string_agg(distinct format('''%s'':1%s', left(lexeme, 200), weight), ' ')::tsvector
    from (
      select w as lexeme, 'A' as weight from unnest(string_to_array(p_indexed, ' ')) w
        where w <> '' and ts_lexize('english_stem', w) <> array[w]
      union all
      select private.stem(n), 'A' from unnest(neighbours) n
      union all
      select unnest(private.letter_pairs(w)), 'A' from unnest(words || neighbours) w
      union all
      select private.whole_title(p_title), 'D') l);
end;
$$;
comment on function private.title_lexemes(text, text) is
  'What finds a title beside its stems: stop words, and others as they stand; two neighbors as one word (skinnyjean); all of it (=onlyskinnyjeans); pairs of letters of scripts without spaces';

create function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours record;
  choices text[];
begin
  select array_agg(distinct private.size_lexeme(k)) into choices
    from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m cross join lateral unnest(m.keys || m.regions) k;
  select coalesce(string_agg(distinct m.words, ' '), '') as words, array_agg(distinct p) as pairs into colours
    from unnest(new.colors) c cross join lateral private.colour_meaning(c) m left join lateral unnest(m.pairs) p on true;
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A') || private.title_lexemes(new.title, title)
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || coalesce((select string_agg(format('''%s'':1C', c), ' ')::tsvector from unnest(choices || colours.pairs) c where c <> ''), '')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found by';

create function private.set_product_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.facets := array(
    select distinct f.facet from (
      select unnest(array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end])
      union all select 'size:' || k
        from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m cross join lateral unnest(m.keys) k
      union all select 'color:' || c
        from unnest(new.colors) o cross join lateral private.colour_meaning(o) m cross join lateral unnest(m.families) c
      union all select format('custom_%s:%s', c.key, v.value) from public.custom_values v join public.custom_fields c on c.id = v.field_id
        where v.product_id = new.id and c.filter) f (facet)
    where f.facet is not null order by f.facet);
  return new;
end;
$$;
comment on function private.set_product_facets() is 'Writes what a product is filtered by';

create function private.update_search_words_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set category_id = category_id where category_id = new.id;
  return null;
end;
$$;
comment on function private.update_search_words_of_category() is 'Rewrites the search words of the products of a renamed category';

create function private.add_search_vocabulary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_vocabulary (word)
    select distinct w.word
    from new_rows n cross join lateral unnest(string_to_array(n.search_words, ' ')) w (word)
    where n.status = 'published' and length(w.word) between 3 and 40 and w.word !~ '\d'
      and not exists (select 1 from private.search_vocabulary v where v.word = w.word);
  return null;
end;
$$;
comment on function private.add_search_vocabulary() is 'Adds new words of products to the vocabulary of the search';

alter table private.search_vocabulary enable row level security;
create policy search_vocabulary_nobody on private.search_vocabulary for all to anon, authenticated
  using (false) with check (false);

-- Two triggers, since prices and stock change far more often than words. After products_set_facts_of_variants.
create trigger products_set_search_words
  before insert or update of title, description, description_document, category_id, sizes, colors, search, search_words
  on public.products for each row execute function private.set_product_search_words();
create trigger products_set_search_facets
  before insert or update of price, lowest_price, partly_sold_out, category_id, availability, sizes, colors, status, facets
  on public.products for each row execute function private.set_product_facets();
create trigger categories_update_search_words after update of name on public.categories
  for each row when (old.name is distinct from new.name)
  execute function private.update_search_words_of_category();
create trigger products_vocabulary_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.add_search_vocabulary();
create trigger products_vocabulary_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.add_search_vocabulary();
