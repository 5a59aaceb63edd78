-- One trash for all that administrators delete: orders, banners, advertisements, questions and messages join products and categories.

comment on table public.trash is 'What was deleted, with what hung on it, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was. Customers are not here: a login that was deleted is gone.';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, contact_messages';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, products of a category, lines, payments and refunds of an order';

-- The ways from a product, a category or a customer to what the trash holds of theirs.
create index trash_order_lines_idx on public.trash using gin ((contents -> 'items') jsonb_path_ops)
  where kind = 'orders';
create index trash_customer_idx on public.trash ((contents #>> '{row,user_id}')) where kind = 'orders';
create index trash_writer_idx on public.trash (lower(contents #>> '{row,email}')) where kind = 'contact_messages';
create index trash_category_idx on public.trash ((contents #>> '{row,category_id}')) where kind = 'products';

create function private.keep_deleted_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, private.audit_label(to_jsonb(old)),
    jsonb_build_object('row', to_jsonb(old)), auth.uid());
  return old;
end;
$$;
comment on function private.keep_deleted_row() is 'Puts a record on which nothing else hangs into the trash when it is deleted';
create trigger banners_keep_deleted before delete on public.banners
  for each row execute function private.keep_deleted_row();
create trigger advertisements_keep_deleted before delete on public.advertisements
  for each row execute function private.keep_deleted_row();
create trigger faqs_keep_deleted before delete on public.faqs
  for each row execute function private.keep_deleted_row();
create trigger contact_messages_keep_deleted before delete on public.contact_messages
  for each row execute function private.keep_deleted_row();

create function private.order_label(p_row jsonb) returns text
language sql immutable set search_path = '' as $$
  select left(concat_ws(', ',
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    nullif(p_row ->> 'email', ''),
    concat(case p_row ->> 'currency' when 'USD' then '$' else p_row ->> 'currency' || ' ' end,
      p_row ->> 'total_price')), 200);
$$;
comment on function private.order_label(jsonb) is 'What people call an order: who ordered, and for how much';

create or replace function private.keep_deleted_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values ('orders', old.id, private.order_label(to_jsonb(old)), jsonb_build_object(
    'row', to_jsonb(old),
    'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
    'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
    'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id)),
    auth.uid());
  return old;
end;
$$;
comment on function private.keep_deleted_order() is 'Puts an order that is deleted into the trash, with its lines, payments and refunds';

-- What is in the old place already moves over.
insert into public.trash (kind, record_id, label, contents, deleted_by, deleted_at)
select 'orders', d.id, private.order_label(d.record -> 'order'), jsonb_build_object(
    'row', d.record -> 'order',
    'items', private.rows_of(d.record, 'items'),
    'attempts', private.rows_of(d.record, 'attempts'),
    'refunds', private.rows_of(d.record, 'refunds')),
  d.deleted_by, d.deleted_at
from private.deleted_orders d;

drop trigger profiles_forget_deleted_orders on public.profiles;
drop function private.forget_deleted_orders();
drop function public.restore_orders(uuid[]);
drop function public.delete_orders(uuid[]);
drop table private.deleted_orders;

-- A line or a product that is in the trash itself is found there, so the order of coming back does not matter.
create or replace function private.keep_deleted_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values ('products', old.id, old.title, jsonb_build_object(
    'row', to_jsonb(old) - 'search' - 'search_words',
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.reviews r where r.product_id = old.id),
    'cart_items', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.cart_items i where i.product_id = old.id),
    'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
      select o.id::text from public.order_items o where o.product_id = old.id
      union all
      select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
      where t.kind = 'orders' and line ->> 'product_id' = old.id::text
        and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i)),
    auth.uid());
  return old;
end;
$$;

create or replace function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products := jsonb_populate_record(null::public.products, p_contents -> 'row');
  lines text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = product.category_id) then
    product.category_id := null;
  end if;
  insert into public.products select product.*;
  insert into public.reviews
    select r.* from jsonb_populate_recordset(null::public.reviews, p_contents -> 'reviews') r
    where exists (select 1 from auth.users u where u.id = r.user_id);
  insert into public.cart_items
    select i.* from jsonb_populate_recordset(null::public.cart_items, p_contents -> 'cart_items') i
    where exists (select 1 from auth.users u where u.id = i.user_id)
  on conflict do nothing;
  update public.order_items set product_id = product.id
    where product_id is null and id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', product.id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
end;
$$;
comment on function private.restore_product(jsonb) is 'Brings a product back with its reviews and the lines of carts and orders, those in the trash too; without its category if that is gone';

create or replace function private.keep_deleted_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values ('categories', old.id, old.name, jsonb_build_object(
    'row', to_jsonb(old),
    'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p)),
    auth.uid());
  return old;
end;
$$;
comment on function private.keep_deleted_category() is 'Puts a category that is deleted into the trash, with the ids of its products, deleted ones too';

create or replace function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := jsonb_populate_record(null::public.categories, p_contents -> 'row');
  its_products uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  insert into public.categories select category.*;
  update public.products set category_id = category.id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(category.id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Brings a category back; its products return to it unless they have got another, those in the trash too';

create or replace function private.restore_order(p_record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders := jsonb_populate_record(null::public.orders, p_record -> 'row');
begin
  if not exists (select 1 from auth.users where id = ordered.user_id) then
    ordered.user_id := null;
  end if;
  if exists (select 1 from public.orders
    where user_id = ordered.user_id and idempotency_key = ordered.idempotency_key) then
    ordered.idempotency_key := null;
  end if;
  insert into public.orders values (ordered.*);
  insert into public.order_items (
    id, order_id, product_id, title, unit_price, quantity, size, color, position)
  select i.id, i.order_id, p.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position
  from jsonb_populate_recordset(null::public.order_items, p_record -> 'items') i
  left join public.products p on p.id = i.product_id;
  insert into public.payment_attempts select *
  from jsonb_populate_recordset(null::public.payment_attempts, p_record -> 'attempts');
  insert into public.refunds (
    reference, order_id, amount_minor, currency, status, note, asked_by, asked_at, processed_at,
    created_at)
  select r.reference, r.order_id, r.amount_minor, r.currency, r.status, r.note, u.id, r.asked_at,
    r.processed_at, r.created_at
  from jsonb_populate_recordset(null::public.refunds, p_record -> 'refunds') r
  left join auth.users u on u.id = r.asked_by;
end;
$$;
drop function private.rows_of(jsonb, text);

create function private.restore_row(p_kind text, p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format('insert into public.%1$I select * from jsonb_populate_record(null::public.%1$I, $1)', p_kind)
    using p_contents -> 'row';
end;
$$;
comment on function private.restore_row(text, jsonb) is 'Brings back a record on which nothing else hung';

create or replace function public.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for gone in
    delete from public.trash
    where id = any (p_ids) and deleted_at > now() - interval '30 days' returning *
  loop
    case gone.kind
      when 'products' then perform private.restore_product(gone.contents);
      when 'categories' then perform private.restore_category(gone.contents);
      when 'orders' then perform private.restore_order(gone.contents);
      else perform private.restore_row(gone.kind, gone.contents);
    end case;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using errcode = 'P0001', detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;

create or replace function public.list_trash(p_kind text, p_limit int default 25, p_page int default 1)
returns table (id uuid, label text, deleted_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_rows bigint;
  page_size int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  select count(*) into found_rows from public.trash t
    where t.kind = p_kind and t.deleted_at > now() - interval '30 days';
  return query
    select t.id, t.label, t.deleted_at, found_rows from public.trash t
    where t.kind = p_kind and t.deleted_at > now() - interval '30 days'
    order by t.deleted_at desc, t.id
    limit page_size
    offset (least(greatest(coalesce(p_page, 1), 1), greatest((found_rows + page_size - 1) / page_size, 1)) - 1) * page_size;
end;
$$;

create function public.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,contact_messages}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two administrators never wait for each other in a circle.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function public.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs or contact_messages, those that are still there, and gives what restore_trash undoes it with. Error (in detail): not_an_administrator.';

create function public.purge_personal_trash() returns int
language sql security definer set search_path = '' as $$
  with purged as (
    delete from public.trash
    where kind in ('orders', 'contact_messages') and deleted_at < now() - interval '30 days' returning 1)
  select count(*)::int from purged;
$$;
comment on function public.purge_personal_trash() is
  'Forgets orders and messages that were deleted more than 30 days ago, and gives their number; called by the scheduled task, so that it does not wait for the next deletion';

revoke execute on function public.delete_records(text, uuid[]), public.purge_personal_trash()
  from public, anon, authenticated;
grant execute on function public.delete_records(text, uuid[]) to authenticated;
grant execute on function public.purge_personal_trash() to service_role;
revoke execute on all functions in schema private from public, anon, authenticated;
