-- The groups that garments are sorted into.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_created_at_idx on public.categories (created_at desc, id);

comment on table public.categories is
  'Groups of garments. Deleting one keeps its products, which then show as having no category.';
comment on column public.categories.id is 'Identifies the category';
comment on column public.categories.name is 'Name as shoppers see it';
comment on column public.categories.image is 'Path of the picture in the bucket images, for instance categories/shirts.webp; never a full address';
comment on column public.categories.created_at is 'When the category was made';
comment on column public.categories.updated_at is 'When it was last changed; kept by a trigger';

create function private.stamp_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function private.stamp_updated_at() is 'Writes the time of the last change';

create trigger categories_stamp before update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.stamp_updated_at();

alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant insert (id, name, image), update (name, image), delete on public.categories to authenticated;
grant all on public.categories to service_role;

create policy categories_select_all on public.categories for select to anon, authenticated
  using (true);
create policy categories_insert_admin on public.categories for insert to authenticated
  with check ((select public.is_admin()));
create policy categories_update_admin on public.categories for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy categories_delete_admin on public.categories for delete to authenticated
  using ((select public.is_admin()));
