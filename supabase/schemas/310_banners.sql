-- The slides of the home page.

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  header text not null default '' check (length(header) <= 300),
  paragraph text not null default '' check (length(paragraph) <= 2000),
  images text[] not null default '{}' check (array_position(images, null) is null),
  created_at timestamptz not null default public.clock(),
  link text not null default '' check (length(link) <= 1000 and (link = '' or link ~ '^(/($|[^/\\])|https://)')),
  link_text text not null default '' check (length(link_text) <= 200),
  shown boolean not null default true,
  shown_from timestamptz,
  shown_until timestamptz,
  position int not null,
  constraint banners_header_visible check (header = '' or public.is_visible(header)),
  constraint banners_paragraph_visible check (paragraph = '' or public.is_visible(paragraph)),
  constraint banners_show_something
    check (public.is_visible(header) or public.is_visible(paragraph) or cardinality(images) > 0),
  constraint banners_link_text_visible check (link_text = '' or public.is_visible(link_text)),
  constraint banners_times_in_order check (shown_from < shown_until)
);
comment on table public.banners is 'Slides of the home page';
comment on column public.banners.id is 'Identifies the banner';
comment on column public.banners.header is 'Headline of the slide';
comment on column public.banners.paragraph is 'Text under the headline';
comment on column public.banners.images is 'Paths of the pictures in the bucket images; a slide shows up to four';
comment on column public.banners.created_at is 'When the banner was made';
comment on column public.banners.link is 'Where its button leads: a path of the shop (/shop) or an address that begins with https://; empty leads to /shop';
comment on column public.banners.link_text is 'Text of the button; empty means Shop Now';
comment on column public.banners.shown is 'Whether it may stand on the home page';
comment on column public.banners.shown_from is 'When it appears; empty means at once';
comment on column public.banners.shown_until is 'When it disappears; empty means never';
comment on column public.banners.position is 'Its place among the slides, the lowest first; left empty, a new banner comes first';

create index banners_position_idx on public.banners (position, created_at desc, id);

create function private.set_banner_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.position := coalesce((select min(b.position) from public.banners b), 2) - 1;
  return new;
end;
$$;
comment on function private.set_banner_position() is 'Puts a new banner in front of the others';

create function public.is_current(p_shown boolean, p_from timestamptz, p_until timestamptz) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select p_shown and coalesce(p_from <= public.clock(), true) and coalesce(p_until > public.clock(), true);
$$;
comment on function public.is_current(boolean, timestamptz, timestamptz) is
  'True when a banner with these values stands on the home page now';
grant execute on function public.is_current(boolean, timestamptz, timestamptz) to anon, authenticated;

create function office.move_banner(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('the order of the banners', 0));
  if not exists (select 1 from public.banners b where b.id = p_id) then
    return false;
  end if;
  update public.banners b set position = o.place
  from private.reordered(
    array(select id from public.banners order by position, created_at desc, id), p_id, p_place) o
  where b.id = o.id and b.position <> o.place;
  return true;
end;
$$;
comment on function office.move_banner(uuid, int) is
  'Puts a banner at this place, from 1, and those behind it one further; past the end it is the last. False where there is no such banner. Administrators only (not_an_administrator).';

alter table public.banners enable row level security;
grant select on public.banners to anon, authenticated;
grant
  insert (id, header, paragraph, images, link, link_text, shown, shown_from, shown_until),
  update (header, paragraph, images, link, link_text, shown, shown_from, shown_until)
  on public.banners to authenticated;
create policy banners_select_current_or_admin on public.banners for select to anon, authenticated
  using (public.is_current(shown, shown_from, shown_until) or (select public.is_admin()));
create policy banners_insert_admin on public.banners for insert to authenticated
  with check ((select public.is_admin()));
create policy banners_update_admin on public.banners for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger banners_set_position before insert on public.banners
  for each row when (new.position is null) execute function private.set_banner_position();
