-- What administrators delete is kept for a while, so that a slip can be undone with everything that hung on it.

create table public.trash (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  record_id uuid not null,
  label text not null default '',
  contents jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
create index trash_kind_idx on public.trash (kind, deleted_at desc, id);
create index trash_record_idx on public.trash (record_id);
create index trash_deleted_at_idx on public.trash (deleted_at);

comment on table public.trash is 'Deleted products and categories with what hung on them, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was.';
comment on column public.trash.id is 'Identifies the deletion';
comment on column public.trash.kind is 'Table that the record was in: products, categories';
comment on column public.trash.record_id is 'Id of the record; it comes back with the same';
comment on column public.trash.label is 'What people call the record';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, products of a category';
comment on column public.trash.deleted_by is 'Who deleted it; empty when it was done in the database itself';
comment on column public.trash.deleted_at is 'When it was deleted';

alter table public.trash enable row level security;
revoke all on public.trash from anon, authenticated;
grant all on public.trash to service_role;

create function private.keep_deleted_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values ('products', old.id, old.title, jsonb_build_object(
    'row', to_jsonb(old) - 'search' - 'search_words',
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.reviews r where r.product_id = old.id),
    'cart_items', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.cart_items i where i.product_id = old.id),
    'order_items', (select coalesce(jsonb_agg(i.id), '[]') from public.order_items i where i.product_id = old.id)),
    auth.uid());
  return old;
end;
$$;
comment on function private.keep_deleted_product() is 'Puts a product that is deleted into the trash, with its reviews and the lines of carts and orders';
create trigger products_keep_deleted before delete on public.products
  for each row execute function private.keep_deleted_product();

create function private.keep_deleted_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values ('categories', old.id, old.name, jsonb_build_object(
    'row', to_jsonb(old),
    'products', (select coalesce(jsonb_agg(p.id), '[]') from public.products p where p.category_id = old.id)),
    auth.uid());
  return old;
end;
$$;
comment on function private.keep_deleted_category() is 'Puts a category that is deleted into the trash, with the ids of its products';
create trigger categories_keep_deleted before delete on public.categories
  for each row execute function private.keep_deleted_category();

-- What a customer wrote goes with the customer, from the trash too.
create function private.forget_in_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
comment on function private.forget_in_trash() is 'Takes what a customer wrote out of the trash when the customer goes';
create trigger profiles_forget_in_trash after delete on public.profiles
  for each row execute function private.forget_in_trash();

create function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products := jsonb_populate_record(null::public.products, p_contents -> 'row');
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
    where product_id is null and id in (
      select value::uuid from jsonb_array_elements_text(p_contents -> 'order_items'));
end;
$$;
comment on function private.restore_product(jsonb) is 'Brings a product back with its reviews and the lines of carts and orders; without its category if that is gone';

create function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := jsonb_populate_record(null::public.categories, p_contents -> 'row');
begin
  insert into public.categories select category.*;
  update public.products set category_id = category.id
    where category_id is null and id in (
      select value::uuid from jsonb_array_elements_text(p_contents -> 'products'));
end;
$$;
comment on function private.restore_category(jsonb) is 'Brings a category back; its products return to it unless they have got another';

create function public.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for gone in
    delete from public.trash where id = any (p_ids) returning *
  loop
    if gone.kind = 'products' then
      perform private.restore_product(gone.contents);
    elsif gone.kind = 'categories' then
      perform private.restore_category(gone.contents);
    else
      continue;
    end if;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using errcode = 'P0001', detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;
comment on function public.restore_trash(uuid[]) is
  'Brings deleted records back as they were, all or none. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

create function public.list_trash(p_kind text, p_limit int default 25, p_page int default 1)
returns table (id uuid, label text, deleted_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_rows bigint;
  page_size int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  select count(*) into found_rows from public.trash t where t.kind = p_kind;
  return query
    select t.id, t.label, t.deleted_at, found_rows from public.trash t
    where t.kind = p_kind
    order by t.deleted_at desc, t.id
    limit page_size
    offset (least(greatest(coalesce(p_page, 1), 1), greatest((found_rows + page_size - 1) / page_size, 1)) - 1) * page_size;
end;
$$;
comment on function public.list_trash(text, int, int) is
  'What of one kind can be brought back, latest first, each with the count of all. Error (in detail): not_an_administrator.';

create function public.purge_trash() returns setof text
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
comment on function public.purge_trash() is
  'Forgets what was deleted more than 30 days ago and gives the paths of its pictures, which the caller removes. Error (in detail): not_an_administrator.';

revoke execute on function
  public.restore_trash(uuid[]), public.list_trash(text, int, int), public.purge_trash()
  from public, anon, authenticated;
grant execute on function
  public.restore_trash(uuid[]), public.list_trash(text, int, int), public.purge_trash()
  to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
