-- What is deleted is kept for a while, so that a mistake can be undone with everything that belonged to the record.

create table public.trash (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  record_id uuid not null,
  label text not null default '',
  contents jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default public.clock()
);
comment on table public.trash is 'What was deleted, with what belonged to it, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was. Customers are not here: a login that was deleted is gone.';
comment on column public.trash.id is 'Identifies the deletion';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, pages, search_synonyms, redirects, custom_fields, vouchers, price_lists, contact_messages, customer_notes, order_notes';
comment on column public.trash.record_id is 'Id of the record; it comes back with the same';
comment on column public.trash.label is 'Title or name of the record';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, notes, holds and voucher of an order, orders that used a voucher, companies that buy by a price list, versions of a page, values of custom fields';
comment on column public.trash.deleted_by is 'Who deleted it; empty when it was done in the database itself';
comment on column public.trash.deleted_at is 'When it was deleted';

create index trash_kind_idx on public.trash (kind, deleted_at desc, id);
create index trash_record_idx on public.trash (record_id);
create index trash_deleted_at_idx on public.trash (deleted_at);
-- To find the records in the trash that belong to a product, a payment, a category or a customer.
create index trash_order_lines_idx on public.trash using gin ((contents -> 'items') jsonb_path_ops)
  where kind = 'orders';
create index trash_payments_idx on public.trash using gin ((contents -> 'attempts') jsonb_path_ops)
  where kind = 'orders';
create index trash_customer_idx on public.trash ((contents #>> '{row,user_id}')) where kind in ('orders', 'customer_notes');
create index trash_writer_idx on public.trash (lower(contents #>> '{row,email}')) where kind = 'contact_messages';
create index trash_category_idx on public.trash ((contents #>> '{row,category_id}')) where kind = 'products';

-- Before the deletion, since what belongs to the record is still there then. A line or a product that is in the trash itself is found
-- there, so records may be restored in any order.
create function private.move_to_trash() returns trigger
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
  select tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related || private.custom_values_of(tg_table_name, old.id), auth.uid()
  where tg_table_name <> 'order_notes' or exists (select from public.orders o where o.id = (deleted ->> 'order_id')::uuid);
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, notes, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies, a page with its versions, all with their custom fields, a custom field with its values';

-- A deleted customer is deleted from the trash too.
create function private.delete_customer_from_trash() returns trigger
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

create function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,pages,search_synonyms,redirects,custom_fields,vouchers,price_lists,contact_messages,customer_notes,order_notes}'::text[]) then
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
  'Deletes orders, banners, advertisements, faqs, pages, search_synonyms, redirects, custom_fields, vouchers, price_lists, contact_messages, customer_notes or order_notes, those that are still there, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, built_in.';

create function office.purge_trash() returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with purged as (
      delete from public.trash where deleted_at < public.clock() - interval '30 days' returning contents -> 'row' as deleted, contents -> 'custom_values' as custom_values)
    select path from purged, lateral (
      select jsonb_array_elements_text(deleted -> 'images') as path
        where jsonb_typeof(deleted -> 'images') = 'array'
      union all select deleted ->> 'image'
      union all select c ->> 'value' from jsonb_array_elements(custom_values) c where c ->> 'value' like 'custom/%') paths
    where path is not null;
end;
$$;
comment on function office.purge_trash() is
  'Deletes for good what was deleted more than 30 days ago and returns the paths of its pictures, which the caller removes. Error (in detail): not_an_administrator.';

create function public.purge_personal_trash() returns int
language sql security definer set search_path = '' as $$
  with purged as (
    delete from public.trash
    where kind in ('orders', 'contact_messages', 'customer_notes', 'order_notes') and deleted_at < public.clock() - interval '30 days' returning 1)
  select count(*)::int from purged;
$$;
comment on function public.purge_personal_trash() is
  'Deletes for good the orders, messages and notes that were deleted more than 30 days ago, and returns their number; called by the scheduled task, so that it does not wait for the next deletion';

alter table public.trash enable row level security;
create policy trash_nobody on public.trash for all to anon, authenticated
  using (false) with check (false);

create trigger products_move_to_trash before delete on public.products
  for each row execute function private.move_to_trash();
create trigger categories_move_to_trash before delete on public.categories
  for each row execute function private.move_to_trash();
create trigger profiles_delete_from_trash after delete on public.profiles
  for each row execute function private.delete_customer_from_trash();
create trigger orders_move_to_trash before delete on public.orders
  for each row execute function private.move_to_trash();
create trigger banners_move_to_trash before delete on public.banners
  for each row execute function private.move_to_trash();
create trigger advertisements_move_to_trash before delete on public.advertisements
  for each row execute function private.move_to_trash();
create trigger faqs_move_to_trash before delete on public.faqs
  for each row execute function private.move_to_trash();
create trigger pages_move_to_trash before delete on public.pages
  for each row execute function private.move_to_trash();
create trigger search_synonyms_move_to_trash before delete on public.search_synonyms
  for each row execute function private.move_to_trash();
create trigger redirects_move_to_trash before delete on public.redirects
  for each row execute function private.move_to_trash();
create trigger custom_fields_move_to_trash before delete on public.custom_fields
  for each row execute function private.move_to_trash();
create trigger vouchers_move_to_trash before delete on public.vouchers
  for each row execute function private.move_to_trash();
create trigger price_lists_move_to_trash before delete on public.price_lists
  for each row execute function private.move_to_trash();
create trigger contact_messages_move_to_trash before delete on public.contact_messages
  for each row execute function private.move_to_trash();
create trigger customer_notes_move_to_trash before delete on public.customer_notes
  for each row execute function private.move_to_trash();
