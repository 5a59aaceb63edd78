-- Searches of the back office's lists that an administrator gave a name.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid not null default auth.uid() references public.administrators on delete cascade,
  list text not null check (list ~ '^[a-z]{1,40}$'),
  name text not null check (length(name) <= 100),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default public.clock(),
  constraint saved_views_name_visible check (public.is_visible(name))
);
comment on table public.saved_views is 'Searches, filters and sortings of lists in the back office, named by an administrator, who alone sees them';
comment on column public.saved_views.id is 'Identifies the view';
comment on column public.saved_views.administrator_id is 'The administrator whose view it is';
comment on column public.saved_views.list is 'The list, as its calls name it: orders, products, contact';
comment on column public.saved_views.name is 'What the administrator called it';
comment on column public.saved_views.query is 'The query of the list''s address; a day may count from today, as from=-6';
comment on column public.saved_views.created_at is 'When it was first saved';

create unique index saved_views_name_key on public.saved_views (administrator_id, list, lower(name));

alter table public.saved_views enable row level security;
grant select, insert (list, name, query), update (name, query), delete on public.saved_views to authenticated;
create policy saved_views_own on public.saved_views for all to authenticated
  using (administrator_id = (select auth.uid()))
  with check (administrator_id = (select auth.uid()) and (select public.is_admin()));
