-- What the search reads: weighted lexemes, and plain words for parts of words and typing mistakes.
-- Kept by triggers, not generated columns, because the name of the category is searched too.

alter table public.products
  add column search tsvector not null default '',
  add column search_words text not null default '';
create index products_search_idx on public.products using gin (search);
create index products_search_words_idx on public.products
  using gin (search_words extensions.gin_trgm_ops);
comment on column public.products.search is 'Words for the search, weighted: title, category, colours, description; kept by a trigger';
comment on column public.products.search_words is 'Title and category in plain small letters, for parts of words and typing mistakes; kept by a trigger';

create function private.plain_words(p_text text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_text, ''))),
    '[^a-z0-9\u00aa-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff]+', ' ', 'g'));
$$;
comment on function private.plain_words(text) is 'Text in small letters without accents, punctuation and signs';

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

create trigger products_fill_search
  before insert or update of title, description, category_id, colors, search, search_words
  on public.products for each row execute function private.fill_product_search();

create function private.refill_search_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set category_id = category_id where category_id = new.id;
  return null;
end;
$$;
comment on function private.refill_search_of_category() is 'Rewrites the search words of the products of a renamed category';

create trigger categories_refill_search after update of name on public.categories
  for each row when (old.name is distinct from new.name)
  execute function private.refill_search_of_category();
