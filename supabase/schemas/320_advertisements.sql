-- The advertisement of the home page.

create table public.advertisements (
  id uuid primary key default gen_random_uuid(),
  headline text not null check (btrim(headline) <> '' and length(headline) <= 300),
  link text not null default '' check (length(link) <= 1000 and (link = '' or link ~ '^(/($|[^/\\])|https://)')),
  link_text text not null default '' check (length(link_text) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  shown boolean not null default true,
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint advertisements_headline_visible check (public.is_visible(headline)),
  constraint advertisements_link_text_visible check (link_text = '' or public.is_visible(link_text))
);
comment on table public.advertisements is
  'Advertisements for the home page. The newest one that is shown stands there; without any the built-in one does.';
comment on column public.advertisements.id is 'Identifies the advertisement';
comment on column public.advertisements.headline is 'The one line on it';
comment on column public.advertisements.link is 'Where it leads: a path of the shop (/shop) or an address that begins with https://; empty leads nowhere';
comment on column public.advertisements.link_text is 'Text of the link; empty means See more';
comment on column public.advertisements.image is 'Path of the picture in the bucket images, for instance ads/coats.webp; empty takes the built-in one';
comment on column public.advertisements.shown is 'Whether it may stand on the home page';
comment on column public.advertisements.created_at is 'When it was made';
comment on column public.advertisements.updated_at is 'When it was last changed; kept by a trigger';

create index advertisements_created_at_idx on public.advertisements (created_at desc, id);

alter table public.advertisements enable row level security;
grant select on public.advertisements to anon, authenticated;
grant
  insert (id, headline, link, link_text, image, shown),
  update (headline, link, link_text, image, shown)
  on public.advertisements to authenticated;
create policy advertisements_select_shown_or_admin on public.advertisements for select
  to anon, authenticated using (shown or (select public.is_admin()));
create policy advertisements_insert_admin on public.advertisements for insert to authenticated
  with check ((select public.is_admin()));
create policy advertisements_update_admin on public.advertisements for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger advertisements_set_updated_at before update on public.advertisements
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();
