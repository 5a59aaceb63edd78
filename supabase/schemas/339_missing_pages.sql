-- Addresses without a page that visitors opened. Counted by the site; nothing of who opened them is kept.

create table public.missing_pages (
  id uuid primary key default gen_random_uuid(),
  path text not null check (length(path) <= 301 and path ~ '^/[!-~]+$'),
  visits bigint not null check (visits > 0),
  first_seen timestamptz not null default public.clock(),
  last_seen timestamptz not null default public.clock(),
  constraint missing_pages_path_key unique (path)
);
comment on table public.missing_pages is 'Addresses without a page that visitors opened, at most a thousand, each until nobody has opened it for 90 days';
comment on column public.missing_pages.id is 'Identifies the row';
comment on column public.missing_pages.path is 'The path, as a redirect would begin with it';
comment on column public.missing_pages.visits is 'How often it was opened';
comment on column public.missing_pages.first_seen is 'When it was opened for the first time';
comment on column public.missing_pages.last_seen is 'When it was opened for the last time';

create index missing_pages_visits_idx on public.missing_pages (visits desc, last_seen desc, id);

create function public.note_missing_pages(p_pages jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of their paths, so that two instances of the site never deadlock.
  insert into public.missing_pages as m (path, visits)
  select p.path, p.visits from jsonb_to_recordset(p_pages) p (path text, visits bigint) order by p.path
  on conflict (path) do update set visits = m.visits + excluded.visits, last_seen = public.clock();
  delete from public.missing_pages m where m.last_seen < public.clock() - interval '90 days'
    -- Addresses that bots make up are opened once each, and give way first.
    or m.id in (select f.id from public.missing_pages f order by f.visits desc, f.last_seen desc, f.id offset 1000);
end;
$$;
comment on function public.note_missing_pages(jsonb) is
  'Counts visits of addresses without a page, [{path, visits}], each path once; called by the site. Beyond a thousand, those with the fewest visits are deleted.';

create function office.list_missing_pages(p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '')
returns table (id uuid, path text, visits bigint, first_seen timestamptz, last_seen timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  part constant text := lower(btrim(coalesce(p_query, '')));
begin
  perform private.require_admin();
  return query
    with fitting as (
      select m.* from public.missing_pages m
      where (part = '' or strpos(lower(m.path), part) > 0) and not private.has_page(m.path)
        and not exists (select from public.redirects r where r.from_path = m.path))
    select f.id, f.path, f.visits, f.first_seen, f.last_seen, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'path-asc' then f.path end,
      case when p_sort = 'path-desc' then f.path end desc,
      case when p_sort = 'visits-asc' then f.visits end,
      case when p_sort = 'seen-asc' then f.last_seen end,
      case when p_sort = 'seen-desc' then f.last_seen end desc,
      f.visits desc, f.last_seen desc, f.id
    limit page_size offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_missing_pages(int, int, text, text) is
  'One page of the addresses without a page or a redirect whose path contains a text, each with the count of all that fit. Sorts: path, visits, seen with -asc or -desc; else by visits. Error (in detail): not_an_administrator.';

create function office.forget_missing_pages(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  forgotten int;
begin
  perform private.require_admin();
  delete from public.missing_pages m where m.id = any (p_ids);
  get diagnostics forgotten = row_count;
  return forgotten;
end;
$$;
comment on function office.forget_missing_pages(uuid[]) is
  'Deletes addresses from the list until they are opened again, and returns their number. Error (in detail): not_an_administrator.';

alter table public.missing_pages enable row level security;
create policy missing_pages_nobody on public.missing_pages for all to anon, authenticated
  using (false) with check (false);
