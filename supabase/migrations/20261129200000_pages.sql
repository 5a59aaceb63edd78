-- Pages of text that the shop writes itself, with versions and trash.


-- Blocks on lines of their own. In strict mode, ** finds each node once.
create function public.plain_text(p_document jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg((
    select string_agg(t.text #>> '{}', '') from jsonb_path_query(b.block, 'strict $.content[*] ? (@.type == "text").text') t (text)), e'\n'), '')
  from jsonb_path_query(p_document, 'strict $.** ? (exists (@.content[*] ? (@.type == "text")))') b (block);
$$;
comment on function public.plain_text(jsonb) is 'The text of a document without its markup, each block on a line';
grant execute on function public.plain_text(jsonb) to anon, authenticated;

create function public.is_document(p_document jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_document ->> 'type' = 'doc' and jsonb_typeof(p_document -> 'content') = 'array', false) and length(p_document::text) <= 300000;
$$;
comment on function public.is_document(jsonb) is 'True for a document of rich text; its nodes are checked by the API, and again when they are drawn';
grant execute on function public.is_document(jsonb) to anon, authenticated;

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) <= 200),
  description text not null default '' check (length(description) <= 300),
  body jsonb not null default '{"type":"doc","content":[]}' check (public.is_document(body)),
  text text generated always as (public.plain_text(body)) stored,
  built_in boolean not null default false,
  -- Delivery, returns, sizes and cookies have parts that the shop computes.
  filled boolean generated always as (public.plain_text(body) ~ '\S' or jsonb_path_exists(body, '$.content[*] ? (@.type == "image")')
    or built_in and slug in ('delivery', 'returns', 'sizes', 'cookies')) stored,
  published boolean not null default false,
  publish_at timestamptz,
  version int not null default 1 check (version > 0),
  saved_by text not null default '',
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint pages_slug_key unique (slug),
  constraint pages_title_visible check (public.is_visible(title))
);
comment on table public.pages is 'Pages of text. Those that are built in have an address and parts of their own, and cannot be deleted.';
comment on column public.pages.id is 'Identifies the page';
comment on column public.pages.slug is 'Its address: /slug of one that is built in, /pages/slug of others';
comment on column public.pages.title is 'Heading of the page';
comment on column public.pages.description is 'A sentence or two below the heading, for search engines as well';
comment on column public.pages.body is 'The text as a document of ProseMirror, whose nodes domain/rich-text.ts lists';
comment on column public.pages.text is 'The text without its markup';
comment on column public.pages.built_in is 'Whether it belongs to every shop';
comment on column public.pages.filled is 'Whether it has something to read; visitors do not see others';
comment on column public.pages.published is 'Whether visitors may see it, if not before publish_at; else it is a draft';
comment on column public.pages.publish_at is 'When a published page appears; empty means at once';
comment on column public.pages.version is 'Rises with each change';
comment on column public.pages.saved_by is 'Name of who made the last change; empty of a page that nobody has changed';
comment on column public.pages.created_at is 'When it was made';
comment on column public.pages.updated_at is 'When it was last changed';

create table public.page_versions (
  page_id uuid not null references public.pages on delete cascade,
  version int not null,
  title text not null,
  description text not null,
  body jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (page_id, version)
);
comment on table public.page_versions is 'What pages said before their changes, the last hundred versions of each. Written by a trigger.';
comment on column public.page_versions.page_id is 'The page';
comment on column public.page_versions.version is 'Number of the version';
comment on column public.page_versions.title is 'Its heading';
comment on column public.page_versions.description is 'Its sentence or two below the heading';
comment on column public.page_versions.body is 'Its text';
comment on column public.page_versions.saved_by is 'Name of who saved it';
comment on column public.page_versions.saved_at is 'When it was saved';

create function private.keep_page_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.page_versions (page_id, version, title, description, body, saved_by, saved_at)
    values (old.id, old.version, old.title, old.description, old.body, old.saved_by, old.updated_at);
  delete from public.page_versions v where v.page_id = old.id and v.version <= old.version - 100;
  new.version := old.version + 1;
  new.updated_at := public.clock();
  new.saved_by := (private.current_actor()).name;
  return new;
end;
$$;
comment on function private.keep_page_version() is 'Keeps what a page said before a change';

create function private.keep_built_in_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'This page belongs to every shop. Empty it, or make it a draft.' using detail = 'built_in';
end;
$$;
comment on function private.keep_built_in_page() is 'Refuses to delete a page that is built in';

create function private.restore_page(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.pages', jsonb_build_array(p_contents -> 'row'));
  perform private.insert_rows('public.page_versions', p_contents -> 'versions');
end;
$$;
comment on function private.restore_page(jsonb) is 'Restores a page with its versions';

create function office.save_page(
  p_id uuid default null, p_slug text default null, p_title text default null, p_description text default null, p_body jsonb default null,
  p_published boolean default null, p_publish_at timestamptz default null, p_known int default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  perform private.require_admin();
  if p_id is null then
    insert into public.pages (slug, title, description, body, published, publish_at, saved_by)
    values (p_slug, p_title, p_description, p_body, p_published, p_publish_at, (private.current_actor()).name)
    returning id into saved;
    return saved;
  end if;
  update public.pages p set
    slug = case when p.built_in then p.slug else p_slug end,
    title = p_title, description = p_description, body = p_body, published = p_published, publish_at = p_publish_at
  where p.id = p_id and p.version = p_known returning p.id into saved;
  if saved is null and exists (select from public.pages p where p.id = p_id) then
    raise exception 'Somebody else changed this page in the meantime. Nothing was saved.' using detail = 'changed_meanwhile';
  end if;
  return saved;
end;
$$;
comment on function office.save_page(uuid, text, text, text, jsonb, boolean, timestamptz, int) is
  'Adds a page, where p_id is null, or changes all fields of one, but for the address of one that is built in; returns its id, null when there is none. p_known is the version that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.restore_page_version(p_id uuid, p_version int, p_known int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  perform private.require_admin();
  update public.pages p set title = v.title, description = v.description, body = v.body
  from public.page_versions v
  where p.id = p_id and v.page_id = p.id and v.version = p_version and p.version = p_known returning p.id into saved;
  if saved is null and exists (select from public.page_versions v where v.page_id = p_id and v.version = p_version) then
    raise exception 'Somebody else changed this page in the meantime. Nothing was saved.' using detail = 'changed_meanwhile';
  end if;
  return saved;
end;
$$;
comment on function office.restore_page_version(uuid, int, int) is
  'Makes a page say what it said in an earlier version, and returns its id; null when there is no such version. p_known is the version that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.list_admin_pages(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, slug text, title text, built_in boolean, state text, publish_at timestamptz, saved_by text, updated_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select p.* from public.pages p
      where private.contains_words(concat_ws(' ', p.title, p.slug, p.description, p.text), words))
    select f.id, f.slug, f.title, f.built_in,
      case when not f.published then 'draft' when f.publish_at > public.clock() then 'planned' else 'published' end,
      f.publish_at, f.saved_by, f.updated_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'title-asc' then lower(f.title) end,
      case when p_sort = 'title-desc' then lower(f.title) end desc,
      case when p_sort = 'changed-asc' then f.updated_at end,
      case when p_sort = 'changed-desc' then f.updated_at end desc,
      not f.built_in, lower(f.title), f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_pages(int, int, text, text) is
  'One page of the shop''s pages as administrators see them, each with its state (draft, planned or published), and the count of all that fit. Sorts: title, changed with -asc or -desc; else those that are built in first, by title. A page past the end is the last one. Error (in detail): not_an_administrator.';

alter table public.pages enable row level security;
-- Who saved a page is not for visitors.
grant select (id, slug, title, description, body, text, built_in, filled, published, publish_at, version, created_at, updated_at)
  on public.pages to anon, authenticated;
create policy pages_select_current_or_admin on public.pages for select to anon, authenticated
  using (public.is_current(published, publish_at, null) or (select public.is_admin()));
alter table public.page_versions enable row level security;
grant select on public.page_versions to authenticated;
create policy page_versions_select_admin on public.page_versions for select to authenticated
  using ((select public.is_admin()));

insert into public.pages (id, slug, title, description, published, body, built_in)
select n.id::uuid, n.slug, n.title, n.description, n.published, n.body::jsonb, true from (values
  ('40dc56a7-1491-5306-a858-294d19f3c1ac', 'terms', 'Terms and Conditions', 'What you and {shop} can expect of each other, in plain words.', true, '{"type":"doc","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Orders and prices"}]},{"type":"paragraph","content":[{"type":"text","text":"Prices are in {currency} and are those shown when you place your order. An order is accepted when its payment has arrived. If something you ordered turns out to be unavailable, we tell you and return what you paid for it."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Payment"}]},{"type":"paragraph","content":[{"type":"text","text":"You pay by card on the page of our payment provider. We never see or keep your card number. If what arrives differs from what was due, the order is held until a person has reviewed it."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Shipping"}]},{"type":"paragraph","content":[{"type":"text","text":"{shipping}"}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Returns"}]},{"type":"paragraph","content":[{"type":"text","text":"{returns}"}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Your details"}]},{"type":"paragraph","content":[{"type":"text","text":"We keep what is needed to deliver your orders and to answer you: name, address, email, phone and what you bought. If you ask for an email when something is back in stock, we keep that address until the email is sent. We do not sell or lend any of it, and no third party’s script follows you around this shop. You can change your details in "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/user/account"}}],"text":"your account"},{"type":"text","text":", download or delete "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/user/your-data"}}],"text":"the data we store about you"},{"type":"text","text":", and read "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/cookies"}}],"text":"which cookies we use"},{"type":"text","text":"."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Questions"}]},{"type":"paragraph","content":[{"type":"text","marks":[{"type":"link","attrs":{"href":"/contact"}}],"text":"Write to us"},{"type":"text","text":", and a person answers."}]}]}'),
  ('322def91-0b85-5244-b7bd-f5c37ec3cc06', 'delivery', 'Delivery', 'What shipping costs at {shop}, and how long parcels take.', true, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"{delivery}"}]},{"type":"paragraph","content":[{"type":"text","text":"We send an order once it is paid; "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/user/all-orders"}}],"text":"your orders"},{"type":"text","text":" show whether it is."}]}]}'),
  ('a2d8581c-ad68-515e-a365-f2200cda5c3f', 'returns', 'Returns', 'How to return an order to {shop}.', true, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"{returns}"}]},{"type":"paragraph","content":[{"type":"text","text":"We refund your card within a week after your parcel arrives."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Questions"}]},{"type":"paragraph","content":[{"type":"text","text":"{support}"}]}]}'),
  ('e50198e5-079d-5d53-a4e4-3bad0b26d919', 'sizes', 'Sizes', 'Body measurements for the sizes of {shop}, and how to measure.', true, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Measurements of the body in centimeters or inches. Between two sizes, choose the larger one."}]},{"type":"paragraph","content":[{"type":"text","text":"{sizes}"}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"How to measure"}]},{"type":"paragraph","content":[{"type":"text","text":"Chest and hips where they are widest, the waist where it is narrowest, a sleeve from shoulder to wrist, the inside leg from crotch to ankle. Hold the tape level, and neither tight nor loose."}]}]}'),
  ('d959a794-8c3f-59a0-871f-25606a983cc2', 'cookies', 'Cookies', 'This shop stores only what it needs to do what you ask for. It does not track you, and shares nothing with anyone else. That is why you see no cookie banner.', true, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"{cookies}"}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Paying"}]},{"type":"paragraph","content":[{"type":"text","text":"You enter your card on the page of our payment provider, which uses its own cookies and explains them there."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Your data"}]},{"type":"paragraph","content":[{"type":"text","text":"You can download or delete the data we store about you: "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/user/your-data"}}],"text":"your data"},{"type":"text","text":"."}]}]}'),
  ('8456b804-e06a-5165-af62-c2bd04922495', 'about', 'About', '', false, '{"type":"doc","content":[]}'),
  ('95dc5afc-817b-5f2f-82ec-2f1f500ff89b', 'privacy', 'Privacy', '', false, '{"type":"doc","content":[]}'),
  ('b2dd4e8f-ec3e-5d53-9dcd-a31c7eeab4f0', 'imprint', 'Imprint', '', false, '{"type":"doc","content":[]}')
) n (id, slug, title, description, published, body);
-- Shops that exist keep what their page has said so far.
update public.pages set published = true, description = '{shop} is a small house with its own mill. It makes clothes from cloth it knows: most of it is woven and knitted under our own roof, in lengths short enough that we remember each one.', body = '{"type":"doc","content":[{"type":"image","attrs":{"src":"built-in/stack-of-knits.webp","alt":"Folded jumpers in wool, stacked on a table","width":1920,"height":960}},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"The cloth"}]},{"type":"paragraph","content":[{"type":"text","text":"We began with two looms and a room of borrowed yarn. Today eleven people work at the mill. They spin little and buy well: long-staple cotton, lambswool from the next valley, linen that was retted in the field. Cloth rests for a week before it is cut, so that a seam sewn on Monday still lies flat in March."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"The cut"}]},{"type":"paragraph","content":[{"type":"text","text":"A pattern stays with us for years. We move a pocket by a centimeter, we lower an armhole, and we write down why. Most garments come in few colors and many sizes, because a good shape is of no use to those whom it does not fit."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Retail and wholesale"}]},{"type":"paragraph","content":[{"type":"text","text":"You can buy a single shirt here, and shops can buy forty. Both come from the same rail. Shops pay wholesale prices: "},{"type":"text","marks":[{"type":"link","attrs":{"href":"/wholesale"}}],"text":"apply for wholesale"},{"type":"text","text":"."}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Repairs"}]},{"type":"paragraph","content":[{"type":"text","text":"Spare buttons and a length of yarn come with every piece. If a seam opens we close it again, whenever you bought it. You pay the post, we pay the thread."}]}]}'
where slug = 'about' and exists (select from public.administrators);

create trigger pages_keep_built_in before delete on public.pages
  for each row when (old.built_in) execute function private.keep_built_in_page();
create trigger pages_keep_version before update on public.pages
  for each row when ((old.slug, old.title, old.description, old.body, old.published, old.publish_at)
    is distinct from (new.slug, new.title, new.description, new.body, new.published, new.publish_at))
  execute function private.keep_page_version();

select private.audit_table('public.pages', p_left_out => '{body, saved_by}');

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'prices', (select coalesce(jsonb_agg(e), '[]') from public.product_prices e where e.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.product_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    perform private.lock_vouchers(array[old.id], null);
    delete from public.trash t where t.kind = 'order_notes' and t.contents #>> '{row,order_id}' = old.id::text;
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      private.price_text(old.total_price, old.currency)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'disputes', (select coalesce(jsonb_agg(d), '[]') from public.payment_disputes d where d.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'invoices', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'refund_id', i.refund_id)), '[]')
        from public.invoices i where i.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'notes', (select coalesce(jsonb_agg(n), '[]') from public.order_notes n where n.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  when 'pages' then related := jsonb_build_object('versions', (select jsonb_agg(v) from public.page_versions v where v.page_id = old.id));
  when 'price_lists' then
    related := jsonb_build_object(
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.price_list_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.price_list_id = old.id),
      'companies', (select coalesce(jsonb_agg(c.id), '[]') from public.companies c where c.price_list_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  -- Notes on a deleted order are in the trash with it.
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  select tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid()
  where tg_table_name <> 'order_notes' or exists (select from public.orders o where o.id = (deleted ->> 'order_id')::uuid);
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, notes, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies, a page with its versions';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, pages, search_synonyms, vouchers, price_lists, contact_messages, customer_notes, order_notes';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, notes, holds and voucher of an order, orders that used a voucher, companies that buy by a price list, versions of a page';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,pages,search_synonyms,vouchers,price_lists,contact_messages,customer_notes,order_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = public.clock();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, pages, search_synonyms, vouchers, price_lists, contact_messages, customer_notes or order_notes, those that are still there, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, built_in.';
create trigger pages_move_to_trash before delete on public.pages
  for each row execute function private.move_to_trash();

create or replace function office.restore_trash(p_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
  orders uuid[] := '{}';
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > public.clock() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      when 'pages' then perform private.restore_page(deleted.contents);
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
    orders := orders || deleted.record_id || array(select (h ->> 'order_id')::uuid from jsonb_array_elements(deleted.contents -> 'holds') h);
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return jsonb_build_object('restored', restored, 'missing', private.missing_pieces(orders));
end;
$$;

comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, pages, search_synonyms, shop_settings, shipping_zones, shipping_methods, size_guides, size_guide:<category id>, reviews:<product id>, days (a new day has begun), or everything';
create or replace function private.planned_changes() returns table (id bigint, tag text)
language sql stable set search_path = '' as $$
  select distinct (extract(epoch from at) * -1000)::bigint, 'banners'
  from public.banners b, unnest(array[b.shown_from, b.shown_until]) at
  where b.shown and at between public.clock() - interval '1 day' and public.clock()
  union all
  select distinct (extract(epoch from p.publish_at) * -1000)::bigint, 'pages'
  from public.pages p
  where p.published and p.publish_at between public.clock() - interval '1 day' and public.clock()
  union all
  select (extract(epoch from private.day_start(private.day_of(public.clock()))) * -1000)::bigint, 'days'
  where exists (select from public.shipping_methods s where s.days_to > 0);
$$;
select private.add_change_triggers('public.pages', 'changes', 'private.record_catalogue_changes()');
