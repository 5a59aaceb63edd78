-- Reviews of another shop: they count and are shown like those of this shop, but no customer here needs to have written them.

alter table public.reviews
  alter column user_id drop not null,
  add column imported boolean not null default false,
  add constraint reviews_by_somebody check (user_id is not null or imported);
comment on column public.reviews.user_id is 'Who wrote it; never shown in the shop. Empty where a review was imported and its author has no imported account.';
comment on column public.reviews.imported is 'Whether it was written in another shop';
grant select (imported) on public.reviews to anon, authenticated;

create function private.validate_imported_reviews(p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.time_zone();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object('is_known', exists (
        select from public.reviews w where w.product_id = k.product_id and w.comment = k.comment and w.rating = k.rating
          and w.firstname = k.firstname and (k.written_at is null or w.created_at = k.written_at)),
      'problem', case when k.product_id is null then 'No product has this handle, SKU or title' end) order by k.line), '[]')
    from (
      select r.line, r.rating, r.comment, split_part(btrim(r.name), ' ', 1) as firstname,
        private.initial(substr(btrim(r.name), length(split_part(btrim(r.name), ' ', 1)) + 2)) as lastname,
        case when r.date ~ '(Z|[+-]\d\d:\d\d)$' then r.date::timestamptz else r.date::timestamp at time zone zone end as written_at,
        (select p.id from public.profiles p where r.email <> '' and lower(p.email) = r.email and p.imported_at is not null) as user_id,
        coalesce(
          (select p.id from public.products p where p.handle = nullif(r.handle, '') order by p.created_at, p.id limit 1),
          (select v.product_id from public.product_variants v where v.sku = upper(nullif(btrim(r.sku), '')) order by v.archived_at is not null, v.id limit 1),
          (select p.id from public.products p where r.title <> '' and lower(p.title) = lower(r.title) order by p.created_at, p.id limit 1)) as product_id,
        row_number() over (partition by r.handle, r.sku, r.title, r.rating, r.comment, r.name, r.date order by r.line) > 1 as twice
      from jsonb_to_recordset(p_rows) r (line int, handle text, sku text, title text, rating int, comment text, name text, email text, date text)) k);
end;
$$;
comment on function private.validate_imported_reviews(jsonb) is
  'Rows of a file of reviews with the product that each is about, whether the shop has the review, and their problem';

create function office.import_reviews(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform pg_advisory_xact_lock(hashtextextended('import of reviews', 0));
  end if;
  validated := private.validate_imported_reviews(p_rows);
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    insert into public.reviews (product_id, user_id, firstname, lastname, rating, comment, created_at, imported)
    select j.product_id, j.user_id, j.firstname, j.lastname, j.rating, j.comment, coalesce(j.written_at, public.clock()), true
    from jsonb_to_recordset(validated) j (line int, product_id uuid, user_id uuid, firstname text, lastname text, rating int, comment text,
      written_at timestamptz, is_known boolean, twice boolean)
    where not j.is_known and not j.twice order by j.line;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line, 'label', concat_ws(', ', p.title, nullif(j.firstname, '')),
      'action', case when j.problem is not null then 'wrong' when j.is_known or j.twice then 'same' else 'create' end,
      'changes', case when j.problem is not null or j.is_known or j.twice then '[]'::jsonb else jsonb_build_array(
        jsonb_build_object('field', 'rating', 'before', null, 'after', j.rating::text),
        jsonb_build_object('field', 'comment', 'before', null, 'after', j.comment)) end,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'Product', 'message', j.problem)) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, product_id uuid, firstname text, rating int, comment text, is_known boolean, twice boolean, problem text)
    left join public.products p on p.id = j.product_id);
end;
$$;
comment on function office.import_reviews(jsonb, boolean) is
  'Adds rows of a file of reviews, [{line, handle, sku, title, rating, comment, name, email, date or null}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock. A review that the shop has is not added again. Error (in detail): not_an_administrator.';

create or replace function private.delete_customer_from_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A card page that was opened within the hour may still be paid, as delete_account says.
  delete from public.trash
    where kind in ('orders', 'customer_notes') and contents #>> '{row,user_id}' = old.id::text
      and not (kind = 'orders' and contents #>> '{row,status}' = 'Pending' and exists (
        select from jsonb_to_recordset(contents -> 'attempts') a (created_at timestamptz) where a.created_at > public.clock() - interval '1 hour'));
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = jsonb_set(t.contents, '{custom_values}', (select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(t.contents -> 'custom_values') c
    where c ->> 'customer_id' is distinct from old.id::text))
  where t.kind = 'custom_fields' and t.contents -> 'custom_values' @> jsonb_build_array(jsonb_build_object('customer_id', old.id));
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' is distinct from old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;
comment on function private.delete_customer_from_trash() is 'Deletes from the trash what a deleted customer wrote or ordered';

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
    where r ->> 'user_id' is null or exists (select from auth.users u where u.id = (r ->> 'user_id')::uuid)));
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
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
  perform private.restore_custom_values(p_contents -> 'custom_values');
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock, its prices in price lists and the lines of carts and orders, those in the trash too; without its category if that was deleted';
