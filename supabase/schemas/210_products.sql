-- The garments on sale.

create type public.availability as enum ('InStock', 'OutofStock');
comment on type public.availability is 'Whether a product can be bought';

create type public.product_status as enum ('published', 'draft');
comment on type public.product_status is 'Whether shoppers see a product';

create type public.tax_class as enum ('standard', 'reduced', 'zero');
comment on type public.tax_class is 'Which of the rates of a country a product has';

create table public.products (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and length(title) <= 300),
  description text not null default '' check (length(description) <= 20000),
  price numeric not null check (price >= 0 and price < 1000000000),
  images text[] not null default '{}' check (array_position(images, null) is null),
  category_id uuid references public.categories on delete set null,
  availability public.availability not null default 'InStock',
  sizes text[] not null default '{}' check (array_position(sizes, null) is null),
  colors text[] not null default '{}' check (array_position(colors, null) is null),
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  search tsvector not null default '',
  search_words text not null default '',
  -- A few index look-ups find random rows in a table of any size.
  shuffle double precision not null default random(),
  facets text[] not null default '{}',
  status public.product_status not null default 'published',
  composition text not null default '' check (length(composition) <= 500),
  care text not null default '' check (length(care) <= 500),
  fit text not null default '' check (length(fit) <= 500),
  origin text not null default '' check (length(origin) <= 500),
  delivery text not null default '' check (length(delivery) <= 500),
  compare_at_price numeric,
  weight int not null default 0 check (weight between 0 and 100000),
  tax_class public.tax_class not null default 'standard',
  lowest_price numeric not null,
  highest_price numeric not null,
  partly_sold_out boolean not null default false,
  length int not null default 0 check (length between 0 and 400),
  facets_key bigint not null generated always as (hash_array_extended(facets, 0)) stored,
  description_document jsonb constraint products_description_document_check check (description_document is null or public.is_document(description_document)),
  handle text constraint products_handle_check check (length(handle) between 1 and 200),
  constraint products_title_visible check (public.is_visible(title)),
  constraint products_sizes_visible check (public.are_visible(sizes)),
  constraint products_colors_visible check (public.are_visible(colors)),
  constraint products_compare_at_price_above check (compare_at_price > price and compare_at_price < 1000000000)
);
comment on table public.products is 'Garments on sale. Orders keep their own copy of title and price, so a product may be changed or deleted.';
comment on column public.products.id is 'Identifies the product';
comment on column public.products.title is 'Name of the garment';
comment on column public.products.description is 'What the shopper reads about it, without markup: the text of description_document where there is one';
comment on column public.products.price is 'Price of one piece in the currency of the shop';
comment on column public.products.images is 'Paths of the pictures in the bucket images, first one first; never full addresses';
comment on column public.products.category_id is 'Category; empty when it was deleted';
comment on column public.products.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.products.sizes is 'Sizes to choose from';
comment on column public.products.colors is 'Colours to choose from, as CSS colours';
comment on column public.products.created_at is 'When the product was put on sale, or a draft was written; kept by a trigger';
comment on column public.products.updated_at is 'When what shoppers see was last changed; kept by a trigger';
comment on column public.products.search is 'Words for the search, weighted: title, category, colours, description; kept by a trigger';
comment on column public.products.search_words is 'Title, category and colours in plain lower case, for parts of words and typing mistakes; kept by a trigger';
comment on column public.products.shuffle is 'Random number by which random products are picked; means nothing else';
comment on column public.products.facets is 'What lists are filtered by, such as size:M and color:red, and status:draft; kept by a trigger';
comment on column public.products.status is 'A draft is seen only by administrators';
comment on column public.products.composition is 'What it is made of; empty when nothing is said';
comment on column public.products.care is 'How to wash and keep it; empty when nothing is said';
comment on column public.products.fit is 'How it falls, and how to choose a size; empty when nothing is said';
comment on column public.products.origin is 'Where cloth and garment are made; empty when nothing is said';
comment on column public.products.delivery is 'Delivery and returns where they differ from what the shop promises; else empty';
comment on column public.products.compare_at_price is 'Higher price that is shown struck through beside the price, in the currency of the shop; empty when the product is not on sale';
comment on column public.products.weight is 'Weight of a piece with its wrapping in grams, for the price of sending it';
comment on column public.products.tax_class is 'Which tax rate it has';
comment on column public.products.lowest_price is 'Price of the cheapest variant in the currency of the shop: what lists show and sort by; kept by a trigger';
comment on column public.products.highest_price is 'Price of the most expensive variant in the currency of the shop; kept by a trigger';
comment on column public.products.partly_sold_out is 'Whether some variants are sold out and others are not; kept by a trigger';
comment on column public.products.length is 'Length of a piece in its middle size in centimetres, laid flat; 0 when nothing is said';
comment on column public.products.facets_key is 'Hash of facets, which is short enough for an index';
comment on column public.products.description_document is 'The description with its markup, as the document that pages have; empty where it is plain text';
comment on column public.products.handle is 'Name in the shop that it was imported from, by which a file knows it again: a handle of Shopify, or the shop and an id, such as woocommerce:12; empty for others';

-- One index for each sorting of a list, over the whole shop and within a category.
create index products_created_at_idx on public.products (created_at desc, id);
create index products_lowest_price_idx on public.products (lowest_price, id) include (facets_key);
create index products_category_created_idx on public.products (category_id, created_at desc, id);
create index products_category_lowest_price_idx on public.products (category_id, lowest_price, id);
create index products_shuffle_idx on public.products (shuffle);
-- Sortings and filters of the back office.
create index products_lower_title_idx on public.products (lower(title), id);
create index products_without_images_idx on public.products (created_at desc) where images = '{}';
create index products_out_of_stock_idx on public.products (updated_at desc) where availability = 'OutofStock';
create index products_handle_idx on public.products (handle) where handle is not null;
create index products_drafts_idx on public.products (created_at desc, id) where status = 'draft';
-- Highest price first, in the shop and in a category; a plain index read backwards would have the ids backwards too.
create index products_lowest_price_desc_idx on public.products (lowest_price desc, id);
create index products_category_lowest_price_desc_idx on public.products (category_id, lowest_price desc, id);

alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
grant
  insert (id, title, description, price, images, category_id, availability, sizes, colors, status, composition, care, fit, origin,
    delivery, compare_at_price, weight, tax_class, length, description_document),
  update (title, description, price, images, category_id, availability, sizes, colors, status, composition, care, fit, origin,
    delivery, compare_at_price, weight, tax_class, length, description_document)
  on public.products to authenticated;
create policy products_select_published on public.products for select to anon
  using (status = 'published');
create policy products_select_published_or_admin on public.products for select to authenticated
  using (status = 'published' or (select public.is_admin()));
create policy products_insert_admin on public.products for insert to authenticated
  with check ((select public.is_admin()));
create policy products_update_admin on public.products for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Before the triggers that read the description; Postgres runs triggers by their names.
create function private.derive_description() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.description_document is not distinct from old.description_document then
    if new.description is distinct from old.description then
      new.description_document := null;
    end if;
  elsif new.description_document is not null then
    new.description := public.plain_text(new.description_document);
    new.description_document := private.rich_document(new.description_document);
  end if;
  return new;
end;
$$;
comment on function private.derive_description() is
  'Makes the description the text of its document, where that is written; keeps no document where it is plain text, or where only the text is written';
create trigger products_derive_description before insert or update of description, description_document on public.products
  for each row execute function private.derive_description();

-- Not on every write: a renamed category rewrites the search words, which is no edit of the product.
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class, new.length,
      new.description_document)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class, old.length,
      old.description_document))
  execute function private.set_updated_at();

-- Only what was asked before: a product whose price never changed has no row.
create table public.product_prices (
  product_id uuid not null references public.products on delete cascade on update cascade,
  price numeric not null,
  until timestamptz not null default public.clock(),
  primary key (product_id, until)
);
comment on table public.product_prices is 'Earlier prices of products: those of the 30 days before the price that a product has now. Written by a trigger, whoever changes the price.';
comment on column public.product_prices.product_id is 'The product';
comment on column public.product_prices.price is 'What shoppers were asked for one piece, in the currency of the shop';
comment on column public.product_prices.until is 'When they were asked it last';

-- What ended 30 days before the newest price began can no longer be the lowest price of these days.
create function private.keep_earlier_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_prices e where e.product_id = new.id and e.until <= public.clock() - interval '30 days';
  -- Of several changes in one transaction, shoppers saw only the price before the first.
  insert into public.product_prices (product_id, price) values (new.id, old.price) on conflict do nothing;
  return null;
end;
$$;
comment on function private.keep_earlier_price() is
  'Keeps the price that a product had, and deletes what was asked more than 30 days ago';

alter table public.product_prices enable row level security;
grant select on public.product_prices to anon, authenticated;
create policy product_prices_select_with_product on public.product_prices for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));

-- Nobody was asked the price of a draft.
create trigger products_keep_earlier_price after update of price, status on public.products
  for each row when (old.status = 'published' and (new.price, new.status) is distinct from (old.price, old.status))
  execute function private.keep_earlier_price();

-- A product that was on sale before has an earlier price, and keeps its date.
create function private.date_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := case when exists (select from public.product_prices e where e.product_id = new.id) then old.created_at else public.clock() end;
  return new;
end;
$$;
comment on function private.date_publication() is 'Dates a draft when it is published for the first time, so that it is among the newest products';

create trigger products_date_publication before update of status on public.products
  for each row when (old.status = 'draft' and new.status = 'published') execute function private.date_publication();
