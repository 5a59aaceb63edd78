-- What is deleted is kept for a while, so that a slip can be undone with everything that hung on it.

create table public.trash (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  record_id uuid not null,
  label text not null default '',
  contents jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
comment on table public.trash is 'What was deleted, with what hung on it, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was. Customers are not here: a login that was deleted is gone.';
comment on column public.trash.id is 'Identifies the deletion';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, contact_messages';
comment on column public.trash.record_id is 'Id of the record; it comes back with the same';
comment on column public.trash.label is 'What people call the record';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, products of a category, lines, payments and refunds of an order';
comment on column public.trash.deleted_by is 'Who deleted it; empty when it was done in the database itself';
comment on column public.trash.deleted_at is 'When it was deleted';

create index trash_kind_idx on public.trash (kind, deleted_at desc, id);
create index trash_record_idx on public.trash (record_id);
create index trash_deleted_at_idx on public.trash (deleted_at);
-- The ways from a product, a category or a customer to what the trash holds of theirs.
create index trash_order_lines_idx on public.trash using gin ((contents -> 'items') jsonb_path_ops)
  where kind = 'orders';
create index trash_customer_idx on public.trash ((contents #>> '{row,user_id}')) where kind = 'orders';
create index trash_writer_idx on public.trash (lower(contents #>> '{row,email}')) where kind = 'contact_messages';
create index trash_category_idx on public.trash ((contents #>> '{row,category_id}')) where kind = 'products';

-- A line or a product that is in the trash itself is found there, so the order of coming back does not matter.
create function private.keep_deleted_product() returns trigger
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
comment on function private.keep_deleted_product() is 'Puts a product that is deleted into the trash, with its reviews and the lines of carts and orders';

create function private.keep_deleted_category() returns trigger
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

create function private.order_label(p_row jsonb) returns text
language sql immutable set search_path = '' as $$
  select left(concat_ws(', ',
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    nullif(p_row ->> 'email', ''),
    concat(case p_row ->> 'currency' when 'USD' then '$' else p_row ->> 'currency' || ' ' end,
      p_row ->> 'total_price')), 200);
$$;
comment on function private.order_label(jsonb) is 'What people call an order: who ordered, and for how much';

-- Before, since the rows that hang on the order are still there then.
create function private.keep_deleted_order() returns trigger
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

-- What a customer wrote or ordered goes with the customer, from the trash too.
create function private.forget_in_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.trash where kind = 'orders' and contents #>> '{row,user_id}' = old.id::text;
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' <> old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;
comment on function private.forget_in_trash() is 'Takes what a customer wrote or ordered out of the trash when the customer goes';

create function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
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
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs or contact_messages, those that are still there, and gives what restore_trash undoes it with. Error (in detail): not_an_administrator.';
grant execute on function office.delete_records(text, uuid[]) to authenticated;

create function office.purge_trash() returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with purged as (
      delete from public.trash where deleted_at < now() - interval '30 days' returning contents -> 'row' as deleted)
    select path from purged, lateral (
      select jsonb_array_elements_text(deleted -> 'images') as path
        where jsonb_typeof(deleted -> 'images') = 'array'
      union all select deleted ->> 'image') paths
    where path is not null;
end;
$$;
comment on function office.purge_trash() is
  'Forgets what was deleted more than 30 days ago and gives the paths of its pictures, which the caller removes. Error (in detail): not_an_administrator.';
grant execute on function office.purge_trash() to authenticated;

create function public.purge_personal_trash() returns int
language sql security definer set search_path = '' as $$
  with purged as (
    delete from public.trash
    where kind in ('orders', 'contact_messages') and deleted_at < now() - interval '30 days' returning 1)
  select count(*)::int from purged;
$$;
comment on function public.purge_personal_trash() is
  'Forgets orders and messages that were deleted more than 30 days ago, and gives their number; called by the scheduled task, so that it does not wait for the next deletion';
grant execute on function public.purge_personal_trash() to service_role;

alter table public.trash enable row level security;
grant all on public.trash to service_role;
create policy trash_nobody on public.trash for all to anon, authenticated
  using (false) with check (false);

create trigger products_keep_deleted before delete on public.products
  for each row execute function private.keep_deleted_product();
create trigger categories_keep_deleted before delete on public.categories
  for each row execute function private.keep_deleted_category();
create trigger profiles_forget_in_trash after delete on public.profiles
  for each row execute function private.forget_in_trash();
create trigger orders_keep_deleted before delete on public.orders
  for each row execute function private.keep_deleted_order();
create trigger banners_keep_deleted before delete on public.banners
  for each row execute function private.keep_deleted_row();
create trigger advertisements_keep_deleted before delete on public.advertisements
  for each row execute function private.keep_deleted_row();
create trigger faqs_keep_deleted before delete on public.faqs
  for each row execute function private.keep_deleted_row();
create trigger contact_messages_keep_deleted before delete on public.contact_messages
  for each row execute function private.keep_deleted_row();
