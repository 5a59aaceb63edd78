-- Products have a compare-at price, and the prices that they had before are kept.

alter table public.products add column compare_at_price numeric(12, 2),
  add constraint products_compare_at_price_above check (compare_at_price > price and compare_at_price < 1000000);
comment on column public.products.compare_at_price is 'Higher price that is shown struck through beside the price, in dollars; empty when the product is not on sale';
grant insert (compare_at_price), update (compare_at_price) on public.products to authenticated;
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, products and size guide of a category, lines, payments, refunds, parcels, returns and holds of an order';

-- Dropped where the columns or the arguments changed, and then created again as in supabase/schemas.
drop trigger products_set_updated_at on public.products;
drop view public.product_details;
drop function office.update_product;
drop function office.list_admin_products;
drop function office.export_products;
drop function private.new_prices;
drop function private.check_new_price;

-- Not on every write: a renamed category rewrites the search words, which is no edit of the product.
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price))
  execute function private.set_updated_at();

-- Only what was asked before: a product whose price never changed has no row.
create table public.product_prices (
  product_id uuid not null references public.products on delete cascade on update cascade,
  price numeric(12, 2) not null,
  until timestamptz not null default now(),
  primary key (product_id, until)
);
comment on table public.product_prices is 'Earlier prices of products: those of the 30 days before the price that a product has now. Written by a trigger, whoever changes the price.';
comment on column public.product_prices.product_id is 'The product';
comment on column public.product_prices.price is 'What shoppers were asked for one piece, in dollars';
comment on column public.product_prices.until is 'When they were asked it last';

-- What ended 30 days before the newest price began can no longer be the lowest price of these days.
create function private.keep_earlier_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_prices e where e.product_id = new.id and e.until <= now() - interval '30 days';
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

create view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status,
    p.compare_at_price
  from public.products p left join public.categories c on c.id = p.category_id;
comment on view public.product_details is 'Products as the API returns them, each with its category';
comment on column public.product_details.id is 'Identifies the product';
comment on column public.product_details.title is 'Name of the garment';
comment on column public.product_details.description is 'What the shopper reads about it';
comment on column public.product_details.price is 'Price of one piece in dollars, with cents';
comment on column public.product_details.images is 'Paths of the pictures in the bucket images, first one first';
comment on column public.product_details.category_id is 'Category; empty when it was deleted';
comment on column public.product_details.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.product_details.sizes is 'Sizes to choose from';
comment on column public.product_details.colors is 'Colours to choose from, as CSS colours';
comment on column public.product_details.created_at is 'When the product was put on sale';
comment on column public.product_details.updated_at is 'When what shoppers see was last changed';
comment on column public.product_details.category is 'Category as {id, name}; null when it was deleted';
comment on column public.product_details.status is 'A draft is seen only by administrators';
comment on column public.product_details.compare_at_price is 'Higher price that is shown struck through beside the price, in dollars; empty when the product is not on sale';
grant select on public.product_details to anon, authenticated;

create function private.new_prices(p_ids uuid[], p_percent numeric, p_amount numeric)
returns table (product public.products, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  if num_nonnulls(p_percent, p_amount) <> 1 or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.' using detail = 'bad_percent';
  end if;
  return query
    select p, coalesce(round(p.price * (100 + p_percent) / 100, 2), p.price + p_amount)
    from public.products p where p.id = any (p_ids) order by lower(p.title), p.id;
end;
$$;
comment on function private.new_prices(uuid[], numeric, numeric) is
  'Locks products and returns what a percentage, rounded to the cent, or an amount would make of their prices';

create function private.check_new_price(p_product public.products, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if p_price >= 1000000 then
    raise exception '% would cost too much. Nothing was changed.', p_product.title using detail = 'price_too_high';
  end if;
  if p_price < 0 then
    raise exception '% would cost less than nothing. Nothing was changed.', p_product.title using detail = 'price_too_low';
  end if;
  if p_price >= p_product.compare_at_price then
    raise exception '% is on sale and would cost no less than its compare-at price. Nothing was changed.', p_product.title
      using detail = 'price_too_high';
  end if;
  return p_price;
end;
$$;
comment on function private.check_new_price(public.products, numeric) is 'The price, or an error that names the product that it does not suit';

create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null
) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors),
    status = coalesce(p_status, p.status),
    composition = coalesce(p_composition, p.composition),
    care = coalesce(p_care, p.care),
    fit = coalesce(p_fit, p.fit),
    origin = coalesce(p_origin, p.origin),
    delivery = coalesce(p_delivery, p.delivery),
    compare_at_price = nullif(coalesce(p_compare_at_price, p.compare_at_price), 0)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text, compare_at_price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery,
      p.compare_at_price
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create function office.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false,
  p_status public.product_status default null
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, status public.product_status, compare_at_price numeric, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, p.status, p.compare_at_price, page.total, page.total_is_least
    from private.find_admin_products(p_page, least(greatest(coalesce(p_limit, 25), 1), 100), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures, p_status) page
    cross join unnest(page.ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of products as administrators see them, each row with the count of all that fit, or of at least so many. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first, of which there are 200. A page past the end is the last one. Error (in detail): not_an_administrator.';

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, (
        select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', p.price + v.price_delta,
          'level', case p.availability when 'InStock' then v.level else 'out' end)), '[]')
        from json_to_recordset(public.product_stock(p.id)) v (size text, color text, sku text, price_delta numeric, level text)
      ) as variants
      from public.product_details d join public.products p on p.id = d.id where d.id = p_id) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, variants, [{size, color, sku, price in dollars, level}] with the levels of product_stock, and, on sale, the lowest price of the 30 days before its price began; null when there is none';
grant execute on function public.read_product(uuid) to anon, authenticated;

create or replace function office.preview_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns table (id uuid, title text, price numeric, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select (n.product).id, (n.product).title, (n.product).price, private.check_new_price(n.product, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n;
end;
$$;
comment on function office.preview_product_prices(uuid[], numeric, numeric) is
  'The prices that change_product_prices would make, by title. Errors (in detail) as there.';

create or replace function office.change_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.products p set price = private.check_new_price(n.product, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n where (n.product).id = p.id;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.change_product_prices(uuid[], numeric, numeric) is
  'Changes prices either by a percentage, rounded to the cent, or by an amount, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, bad_percent, price_too_high, price_too_low.';

create or replace function office.set_product_prices(p_prices jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested constant int := private.lock_products(
    array(select (e ->> 'id')::uuid from jsonb_array_elements(p_prices) e));
  changed int;
begin
  update public.products p set price = private.check_new_price(p, n.new_price)
    from jsonb_to_recordset(p_prices) n (id uuid, price numeric, new_price numeric)
    where p.id = n.id and p.price = n.price;
  get diagnostics changed = row_count;
  if changed < requested then
    raise exception 'Somebody else changed one of these prices in the meantime. Nothing was changed.'
      using detail = 'changed_meanwhile';
  end if;
  return changed;
end;
$$;
comment on function office.set_product_prices(jsonb) is
  'Changes the prices of products, [{id, price, new_price}], that still cost price, or none of them, and returns their number. Errors (in detail): not_an_administrator, unknown_product, changed_meanwhile, price_too_high, price_too_low.';

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric(12, 2) as compare_at_price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      when k.compare_at_price <= k.price then array['compareAtPrice', 'Has to be higher than the price']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', t.old_price::text, t.price::numeric(12, 2)::text),
        ('compareAtPrice', t.old_compare::text, t.compare_at_price::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where t.product_id is not null and d.before is distinct from d.after) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;
comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes and its first problem';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text)
    where j.product_id is null
    order by j.line;
  end if;

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb)), '[]');
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

-- Before the deletion, since what belongs to the record is still there then. A line or a product that is in the trash itself is found
-- there, so records may be restored in any order.
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
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns and holds';

create or replace function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product jsonb := p_contents -> 'row';
  its_id constant uuid := product ->> 'id';
  lines constant text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = (product ->> 'category_id')::uuid) then
    product := product || '{"category_id": null}';
  end if;
  perform private.insert_rows('public.products', jsonb_build_array(product));
  perform private.insert_rows('public.product_prices', p_contents -> 'prices');
  perform private.insert_rows('public.reviews', (
    select jsonb_agg(r) from jsonb_array_elements(p_contents -> 'reviews') r
    join auth.users u on u.id = (r ->> 'user_id')::uuid));
  perform private.insert_rows('public.cart_items', (
    select jsonb_agg(i) from jsonb_array_elements(p_contents -> 'cart_items') i
    join auth.users u on u.id = (i ->> 'user_id')::uuid));
  update public.order_items i set product_id = its_id
    where i.product_id is null and i.id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', its_id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
  if p_contents ? 'variants' then
    perform private.restore_stock(its_id, p_contents -> 'variants', p_contents -> 'holds');
  end if;
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock and the lines of carts and orders, those in the trash too; without its category if that was deleted';
