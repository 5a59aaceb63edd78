-- Pages of text that the shop writes itself: about, terms, and any others.

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) <= 200),
  description text not null default '' check (length(description) <= 300),
  body jsonb not null default '{"type":"doc","content":[]}' check (public.is_document(body)),
  text text generated always as (public.plain_text(body)) stored,
  built_in boolean not null default false,
  -- Delivery, returns, sizes and cookies have parts that the shop computes.
  filled boolean generated always as (public.plain_text(body) ~ '\S' or jsonb_path_exists(body, '$.content[*] ? (@.type == "image")')
    or built_in and slug in ('delivery', 'returns', 'sizes', 'cookies')) stored,
  published boolean not null default false,
  publish_at timestamptz,
  version int not null default 1 check (version > 0),
  saved_by text not null default '',
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint pages_slug_key unique (slug),
  constraint pages_title_visible check (public.is_visible(title))
);
comment on table public.pages is 'Pages of text. Those that are built in have an address and parts of their own, and cannot be deleted.';
comment on column public.pages.id is 'Identifies the page';
comment on column public.pages.slug is 'Its address: /slug of one that is built in, /pages/slug of others';
comment on column public.pages.title is 'Heading of the page';
comment on column public.pages.description is 'A sentence or two below the heading, for search engines as well';
comment on column public.pages.body is 'The text as a document of ProseMirror, whose nodes domain/rich-text.ts lists';
comment on column public.pages.text is 'The text without its markup';
comment on column public.pages.built_in is 'Whether it belongs to every shop';
comment on column public.pages.filled is 'Whether it has something to read; visitors do not see others';
comment on column public.pages.published is 'Whether visitors may see it, if not before publish_at; else it is a draft';
comment on column public.pages.publish_at is 'When a published page appears; empty means at once';
comment on column public.pages.version is 'Rises with each change';
comment on column public.pages.saved_by is 'Name of who made the last change; empty of a page that nobody has changed';
comment on column public.pages.created_at is 'When it was made';
comment on column public.pages.updated_at is 'When it was last changed';

create table public.page_versions (
  page_id uuid not null references public.pages on delete cascade,
  version int not null,
  title text not null,
  description text not null,
  body jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (page_id, version)
);
comment on table public.page_versions is 'What pages said before their changes, the last hundred versions of each. Written by a trigger.';
comment on column public.page_versions.page_id is 'The page';
comment on column public.page_versions.version is 'Number of the version';
comment on column public.page_versions.title is 'Its heading';
comment on column public.page_versions.description is 'Its sentence or two below the heading';
comment on column public.page_versions.body is 'Its text';
comment on column public.page_versions.saved_by is 'Name of who saved it';
comment on column public.page_versions.saved_at is 'When it was saved';

create function private.keep_page_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.page_versions (page_id, version, title, description, body, saved_by, saved_at)
    values (old.id, old.version, old.title, old.description, old.body, old.saved_by, old.updated_at);
  delete from public.page_versions v where v.page_id = old.id and v.version <= old.version - 100;
  new.version := old.version + 1;
  new.updated_at := public.clock();
  new.saved_by := (private.current_actor()).name;
  return new;
end;
$$;
comment on function private.keep_page_version() is 'Keeps what a page said before a change';

create function private.keep_built_in_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'This page belongs to every shop. Empty it, or make it a draft.' using detail = 'built_in';
end;
$$;
comment on function private.keep_built_in_page() is 'Refuses to delete a page that is built in';

create function private.restore_page(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.pages', jsonb_build_array(p_contents -> 'row'));
  perform private.insert_rows('public.page_versions', p_contents -> 'versions');
end;
$$;
comment on function private.restore_page(jsonb) is 'Restores a page with its versions';

create function office.save_page(
  p_id uuid default null, p_slug text default null, p_title text default null, p_description text default null, p_body jsonb default null,
  p_published boolean default null, p_publish_at timestamptz default null, p_known int default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  perform private.require_admin();
  if p_id is null then
    insert into public.pages (slug, title, description, body, published, publish_at, saved_by)
    values (p_slug, p_title, p_description, p_body, p_published, p_publish_at, (private.current_actor()).name)
    returning id into saved;
    return saved;
  end if;
  update public.pages p set
    slug = case when p.built_in then p.slug else p_slug end,
    title = p_title, description = p_description, body = p_body, published = p_published, publish_at = p_publish_at
  where p.id = p_id and p.version = p_known returning p.id into saved;
  if saved is null and exists (select from public.pages p where p.id = p_id) then
    raise exception 'Somebody else changed this page in the meantime. Nothing was saved.' using detail = 'changed_meanwhile';
  end if;
  return saved;
end;
$$;
comment on function office.save_page(uuid, text, text, text, jsonb, boolean, timestamptz, int) is
  'Adds a page, where p_id is null, or changes all fields of one, but for the address of one that is built in; returns its id, null when there is none. p_known is the version that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.restore_page_version(p_id uuid, p_version int, p_known int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  perform private.require_admin();
  update public.pages p set title = v.title, description = v.description, body = v.body
  from public.page_versions v
  where p.id = p_id and v.page_id = p.id and v.version = p_version and p.version = p_known returning p.id into saved;
  if saved is null and exists (select from public.page_versions v where v.page_id = p_id and v.version = p_version) then
    raise exception 'Somebody else changed this page in the meantime. Nothing was saved.' using detail = 'changed_meanwhile';
  end if;
  return saved;
end;
$$;
comment on function office.restore_page_version(uuid, int, int) is
  'Makes a page say what it said in an earlier version, and returns its id; null when there is no such version. p_known is the version that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.list_admin_pages(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, slug text, title text, built_in boolean, state text, publish_at timestamptz, saved_by text, updated_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select p.* from public.pages p
      where private.contains_words(concat_ws(' ', p.title, p.slug, p.description, p.text), words))
    select f.id, f.slug, f.title, f.built_in,
      case when not f.published then 'draft' when not f.filled then 'empty' when f.publish_at > public.clock() then 'planned' else 'published' end,
      f.publish_at, f.saved_by, f.updated_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'title-asc' then lower(f.title) end,
      case when p_sort = 'title-desc' then lower(f.title) end desc,
      case when p_sort = 'changed-asc' then f.updated_at end,
      case when p_sort = 'changed-desc' then f.updated_at end desc,
      not f.built_in, lower(f.title), f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_pages(int, int, text, text) is
  'One page of the shop''s pages as administrators see them, each with its state (draft, empty, planned or published), and the count of all that fit. Sorts: title, changed with -asc or -desc; else those that are built in first, by title. A page past the end is the last one. Error (in detail): not_an_administrator.';

alter table public.pages enable row level security;
-- Who saved a page is not for visitors.
grant select (id, slug, title, description, body, text, built_in, filled, published, publish_at, version, created_at, updated_at)
  on public.pages to anon, authenticated;
create policy pages_select_current_or_admin on public.pages for select to anon, authenticated
  using (public.is_current(published, publish_at, null) or (select public.is_admin()));
alter table public.page_versions enable row level security;
grant select on public.page_versions to authenticated;
create policy page_versions_select_admin on public.page_versions for select to authenticated
  using ((select public.is_admin()));

create trigger pages_keep_built_in before delete on public.pages
  for each row when (old.built_in) execute function private.keep_built_in_page();
create trigger pages_keep_version before update on public.pages
  for each row when ((old.slug, old.title, old.description, old.body, old.published, old.publish_at)
    is distinct from (new.slug, new.title, new.description, new.body, new.published, new.publish_at))
  execute function private.keep_page_version();
