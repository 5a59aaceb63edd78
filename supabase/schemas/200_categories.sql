-- The groups that garments are sorted into.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint categories_name_visible check (public.is_visible(name))
);
comment on table public.categories is
  'Groups of garments. Deleting one keeps its products, which then show as having no category.';
comment on column public.categories.id is 'Identifies the category';
comment on column public.categories.name is 'Name as shoppers see it';
comment on column public.categories.image is 'Path of the picture in the bucket images, for instance categories/shirts.webp; never a full address';
comment on column public.categories.created_at is 'When the category was made';
comment on column public.categories.updated_at is 'When it was last changed; kept by a trigger';

create index categories_created_at_idx on public.categories (created_at desc, id);
create unique index categories_name_key on public.categories (public.name_key(name));

create function office.delete_categories(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  requested int := (select count(distinct i) from unnest(p_ids) i);
  existing int;
begin
  perform private.require_admin();
  select count(*) into existing from (
    select 1 from public.categories where id = any (p_ids) order by id for update) locked;
  if existing < requested then
    raise exception '% of these categories no longer exist. Nothing was changed.', requested - existing
      using detail = 'unknown_category';
  end if;
  delete from public.categories where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'categories' and t.deleted_at = public.clock();
end;
$$;
comment on function office.delete_categories(uuid[]) is
  'Deletes categories, keeps their products, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, unknown_category.';

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (id, name, image), update (name, image) on public.categories to authenticated;
create policy categories_select_all on public.categories for select to anon, authenticated
  using (true);
create policy categories_insert_admin on public.categories for insert to authenticated
  with check ((select public.is_admin()));
create policy categories_update_admin on public.categories for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger categories_set_updated_at before update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();
