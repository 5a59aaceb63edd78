-- The slides of the home page.

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  header text not null default '' check (length(header) <= 300),
  paragraph text not null default '' check (length(paragraph) <= 2000),
  images text[] not null default '{}' check (array_position(images, null) is null),
  created_at timestamptz not null default now(),
  constraint banners_header_visible check (header = '' or public.is_visible(header)),
  constraint banners_paragraph_visible check (paragraph = '' or public.is_visible(paragraph)),
  constraint banners_show_something
    check (public.is_visible(header) or public.is_visible(paragraph) or cardinality(images) > 0)
);
comment on table public.banners is 'Slides of the home page';
comment on column public.banners.id is 'Identifies the banner';
comment on column public.banners.header is 'Headline of the slide';
comment on column public.banners.paragraph is 'Text under the headline';
comment on column public.banners.images is 'Paths of the pictures in the bucket images; a slide shows up to four';
comment on column public.banners.created_at is 'When the banner was made';

create index banners_created_at_idx on public.banners (created_at desc, id);

alter table public.banners enable row level security;
grant select on public.banners to anon, authenticated;
grant
  insert (id, header, paragraph, images), update (header, paragraph, images), delete
  on public.banners to authenticated;
grant all on public.banners to service_role;
create policy banners_select_all on public.banners for select to anon, authenticated
  using (true);
create policy banners_insert_admin on public.banners for insert to authenticated
  with check ((select public.is_admin()));
create policy banners_update_admin on public.banners for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy banners_delete_admin on public.banners for delete to authenticated
  using ((select public.is_admin()));
