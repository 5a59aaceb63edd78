-- What the search reads: weighted lexemes, plain words for parts of words and typing mistakes, and the words of the shop.
-- Kept by triggers, not generated columns, because the name of the category is searched too.

-- Not unique: two writers of one new word never wait for each other, and a word that stands twice does no harm.
create table private.search_vocabulary (
  word text not null,
  id bigint generated always as identity primary key
);
comment on table private.search_vocabulary is
  'Words of titles and categories, from which mistyped words are corrected; words that no product has any more may stay';
comment on column private.search_vocabulary.word is 'A word in plain small letters, three letters or more';
comment on column private.search_vocabulary.id is 'Number of the row';

create index search_vocabulary_word_idx on private.search_vocabulary (word);
create index search_vocabulary_likeness_idx on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);

create index products_search_idx on public.products using gin (search);

create index products_search_words_idx on public.products
  using gin (search_words extensions.gin_trgm_ops);

create index products_search_title_idx on public.products
  using gin (ts_filter(search, '{a}'));

create function private.fill_product_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category text := coalesce((select c.name from public.categories c where c.id = new.category_id), '');
begin
  new.search_words := private.plain_words(new.title || ' ' || category);
  new.search :=
    setweight(to_tsvector('english', private.plain_words(new.title)), 'A')
    || setweight(to_tsvector('english', private.plain_words(category)), 'B')
    || setweight(to_tsvector('english', private.plain_words(array_to_string(new.colors, ' '))), 'C')
    || setweight(to_tsvector('english', private.plain_words(new.description)), 'D');
  return new;
end;
$$;
comment on function private.fill_product_search() is 'Writes the search words of a product';

create function private.refill_search_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set category_id = category_id where category_id = new.id;
  return null;
end;
$$;
comment on function private.refill_search_of_category() is 'Rewrites the search words of the products of a renamed category';

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

alter table private.search_vocabulary enable row level security;
create policy search_vocabulary_nobody on private.search_vocabulary for all to anon, authenticated
  using (false) with check (false);

create trigger products_fill_search
  before insert or update of title, description, category_id, colors, search, search_words
  on public.products for each row execute function private.fill_product_search();
create trigger categories_refill_search after update of name on public.categories
  for each row when (old.name is distinct from new.name)
  execute function private.refill_search_of_category();
create trigger products_learn_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.learn_words();
create trigger products_learn_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.learn_words();
