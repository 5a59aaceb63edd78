-- Redirects of addresses that moved, and the addresses without a page that visitors opened.

create function private.redirect_key(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when path ~ '^/product/[0-9A-Fa-f-]{36}(/|$)' then lower(left(path, 45)) else coalesce(nullif(rtrim(path, '/'), ''), '/') end
  from (select regexp_replace(p_address, '[?#].*$', '') as path) a;
$$;
comment on function private.redirect_key(text) is
  'An address as redirects begin with it: without query, slash at its end and the title of a product';

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null check (length(from_path) between 2 and 500 and from_path ~ '^/[!-.0-~][!-~]*$'
    and from_path = private.redirect_key(from_path) and from_path !~ '%([^0-9A-F]|[0-9A-F]([^0-9A-F]|$)|$)'),
  to_address text not null check (length(to_address) <= 1000 and to_address ~ '^(/($|[^/\\])|https://)'),
  source text not null default 'typed' check (source in ('typed', 'file', 'renamed', 'deleted')),
  created_at timestamptz not null default public.clock(),
  constraint redirects_from_path_key unique (from_path)
);
comment on table public.redirects is 'Where addresses lead that have no page any more. A page that there is always comes first.';
comment on column public.redirects.id is 'Identifies the redirect';
comment on column public.redirects.from_path is 'Path without query and slash at its end, of a product without its title; percent-escapes in capitals';
comment on column public.redirects.to_address is 'Where it leads: a path of the shop or an address that begins with https://';
comment on column public.redirects.source is 'How it came to be: typed, from a file, or because its page was renamed or deleted';
comment on column public.redirects.created_at is 'When it was made';

create index redirects_created_at_idx on public.redirects (created_at desc, id);

create function private.has_page(p_path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_path like '/product/%' then exists (
      select from public.products p where p.id = private.as_uuid(substr(p_path, 10)) and p.status = 'published')
    when p_path like '/category/%' then exists (select from public.categories c where c.id = private.as_uuid(substr(p_path, 11)))
    when p_path like '/pages/%' then exists (
      select from public.pages p where p.slug = substr(p_path, 8) and p.filled and public.is_current(p.published, p.publish_at, null))
    else false end;
end;
$$;
comment on function private.has_page(text) is 'Whether this is the path of a product, a category or a page of the shop that visitors can open';

-- Redirects stay as they were made and are followed here, so that a visitor is sent once, and a change of one changes those that lead to it.
create function public.redirect_target(p_path text) returns text
language sql stable security definer set search_path = '' as $$
  with recursive way (to_address, seen) as (
    select r.to_address, array[r.from_path] from public.redirects r where r.from_path = private.redirect_key(p_path)
    union all
    select r.to_address, w.seen || r.from_path from way w
    join public.redirects r on r.from_path = private.redirect_key(w.to_address)
    where r.from_path <> all (w.seen) and cardinality(w.seen) < 20 and not private.has_page(r.from_path))
  select case when private.redirect_key(w.to_address) <> all (w.seen) then w.to_address end
  from way w order by cardinality(w.seen) desc limit 1;
$$;
comment on function public.redirect_target(text) is
  'Where a path leads that has no page, past all redirects on the way; null where it leads nowhere, or back to itself';
grant execute on function public.redirect_target(text) to anon, authenticated;

create function private.redirect_way(p_from text, p_to text) returns text[]
language sql stable security definer set search_path = '' as $$
  with recursive way (key, seen) as (
    select private.redirect_key(p_to), array[p_from]
    union all
    select private.redirect_key(r.to_address), w.seen || w.key from way w join public.redirects r on r.from_path = w.key
    where w.key <> all (w.seen) and cardinality(w.seen) <= 12)
  select w.seen || w.key from way w order by cardinality(w.seen) desc limit 1;
$$;
comment on function private.redirect_way(text, text) is
  'The paths through which a redirect would lead, with its own; where the last of them is there before, it leads back to itself';

create function private.check_redirects() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  led record;
begin
  -- One at a time, so that no two of them make a loop together. Deletions do not wait: their redirects give way instead.
  if exists (select from new_rows r where r.source <> 'deleted') then
    perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  end if;
  for led in
    select r.from_path, w.way, w.way[cardinality(w.way)] = any (w.way[:cardinality(w.way) - 1]) as loops
    from new_rows r
    join public.redirects d on d.from_path = private.redirect_key(r.to_address)
    cross join lateral (select private.redirect_way(r.from_path, r.to_address) as way) w
    where r.source <> 'deleted'
  loop
    if led.loops then
      raise exception '% would lead back to itself%.', led.from_path,
        coalesce(' by way of ' || nullif(array_to_string(led.way[2:cardinality(led.way) - 1], ', '), ''), '')
        using detail = 'redirect_loop', hint = 'to', column = led.from_path;
    elsif cardinality(led.way) > 11 then
      raise exception '% would lead on through ten other addresses. Enter where they end.', led.from_path
        using detail = 'redirect_chain', hint = 'to', column = led.from_path;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.check_redirects() is
  'Refuses redirects that lead back to themselves or through too many others; the error names the path as its column';

create function private.redirect_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  path constant text := format('/%s/%s', case tg_table_name when 'products' then 'product' else 'category' end, old.id);
  target constant text := coalesce('/category/' || (to_jsonb(old) ->> 'category_id'), '/shop');
  way constant text[] := private.redirect_way(path, target);
begin
  if way[cardinality(way)] <> all (way[:cardinality(way) - 1]) then
    insert into public.redirects (from_path, to_address, source) values (path, target, 'deleted') on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.redirect_deleted() is
  'Leads the address of a deleted product to its category, and that of a deleted category to all products';

create function private.redirect_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text := '/pages/' || old.slug;
  after constant text := '/pages/' || new.slug;
begin
  -- The page comes first, and would make this a way back to itself.
  delete from public.redirects r where r.from_path = after;
  update public.redirects r set to_address = after where r.to_address = before;
  insert into public.redirects (from_path, to_address, source) values (before, after, 'renamed')
  on conflict (from_path) do update set to_address = excluded.to_address, source = excluded.source;
  return null;
end;
$$;
comment on function private.redirect_renamed() is 'Leads the earlier addresses of a page to its new one';

create function office.list_redirects(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '', p_source text default null
) returns table (id uuid, from_path text, to_address text, source text, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  part constant text := lower(btrim(coalesce(p_query, '')));
begin
  perform private.require_admin();
  return query
    with fitting as (
      select r.* from public.redirects r
      where (p_source is null or r.source = p_source)
        and (part = '' or strpos(lower(r.from_path), part) > 0 or strpos(lower(r.to_address), part) > 0))
    select f.id, f.from_path, f.to_address, f.source, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'from-asc' then f.from_path end,
      case when p_sort = 'from-desc' then f.from_path end desc,
      case when p_sort = 'to-asc' then f.to_address end,
      case when p_sort = 'to-desc' then f.to_address end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_redirects(int, int, text, text, text) is
  'One page of the redirects whose path or target contains a text, and from a source, each with the count of all that fit. Sorts: from, to, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';

create function office.save_redirect(p_from text, p_to text, p_id uuid default null) returns setof public.redirects
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_id is null then
    return query insert into public.redirects (from_path, to_address) values (p_from, p_to) returning *;
  else
    return query update public.redirects r set from_path = p_from, to_address = p_to, source = 'typed' where r.id = p_id returning r.*;
  end if;
end;
$$;
comment on function office.save_redirect(text, text, uuid) is
  'Adds a redirect, or changes the one with this id, and returns it; no row when there is none. Errors (in detail): not_an_administrator, redirect_loop, redirect_chain.';

create function office.export_redirects() returns table (from_path text, to_address text, source text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select r.from_path, r.to_address, r.source from public.redirects r order by r.from_path;
end;
$$;
comment on function office.export_redirects() is 'All redirects as rows of a file, by path. Error (in detail): not_an_administrator.';

create function office.import_redirects(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known jsonb;
  refused text;
  problem text;
begin
  perform private.require_admin();
  known := (
    select coalesce(jsonb_agg(k), '[]') from (
      select r.line, r."from", r."to", d.to_address as before, count(*) over (partition by r."from") > 1 as twice
      from jsonb_to_recordset(p_rows) r (line int, "from" text, "to" text)
      left join public.redirects d on d.from_path = r."from") k);
  begin
    insert into public.redirects (from_path, to_address, source)
    select k."from", k."to", 'file' from jsonb_to_recordset(known) k ("from" text, "to" text, before text, twice boolean)
    where not k.twice and k.before is distinct from k."to"
    on conflict (from_path) do update set to_address = excluded.to_address, source = excluded.source;
    if p_dry or known @> '[{"twice": true}]' then
      raise exception using errcode = 'HM001';
    end if;
  exception
    -- Undoes what the rows did; what they would do is known by now.
    when sqlstate 'HM001' then null;
    when raise_exception then
      get stacked diagnostics problem = message_text, refused = column_name;
      if refused = '' then
        raise;
      end if;
  end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', k.line, 'label', k."from",
      'action', case when p.problem is not null then 'wrong' when k.before is null then 'create' when k.before = k."to" then 'same' else 'update' end,
      'changes', case when p.problem is null and k.before is distinct from k."to" then jsonb_build_array(jsonb_build_object(
        'field', 'To', 'before', coalesce(k.before, ''), 'after', k."to")) else '[]' end,
      'problems', case when p.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'From', 'message', p.problem)) end) order by k.line), '[]')
    from jsonb_to_recordset(known) k (line int, "from" text, "to" text, before text, twice boolean)
    cross join lateral (select case when k.twice then 'This path stands in the file more than once'
      when k."from" = refused then problem end as problem) p);
end;
$$;
comment on function office.import_redirects(jsonb, boolean) is
  'Writes rows of a file of redirects, [{line, from, to}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock; redirects that are not in the file stay. Error (in detail): not_an_administrator.';

alter table public.redirects enable row level security;
create policy redirects_nobody on public.redirects for all to anon, authenticated
  using (false) with check (false);

create trigger redirects_check_new after insert on public.redirects referencing new table as new_rows
  for each statement execute function private.check_redirects();
create trigger redirects_check_changed after update on public.redirects referencing new table as new_rows
  for each statement execute function private.check_redirects();
create trigger pages_redirect_renamed after update of slug on public.pages
  for each row when (new.slug <> old.slug and not new.built_in) execute function private.redirect_renamed();
create trigger products_redirect_deleted after delete on public.products
  for each row execute function private.redirect_deleted();
create trigger categories_redirect_deleted after delete on public.categories
  for each row execute function private.redirect_deleted();

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

create or replace function private.audit_label(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(coalesce(
    p_row ->> 'title', p_row ->> 'name', p_row ->> 'header', p_row ->> 'question', p_row ->> 'headline',
    (select string_agg(w, ', ') from jsonb_array_elements_text(p_row -> 'words') w),
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    p_row ->> 'email', p_row ->> 'reference', p_row ->> 'tracking_number', p_row ->> 'note', p_row ->> 'from_path', ''), 200);
end;
$$;
select private.audit_table('public.redirects');

comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, pages, search_synonyms, redirects, vouchers, price_lists, contact_messages, customer_notes, order_notes';
create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,pages,search_synonyms,redirects,vouchers,price_lists,contact_messages,customer_notes,order_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = public.clock();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, pages, search_synonyms, redirects, vouchers, price_lists, contact_messages, customer_notes or order_notes, those that are still there, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, built_in.';
create trigger redirects_move_to_trash before delete on public.redirects
  for each row execute function private.move_to_trash();

comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, pages, search_synonyms, redirects, shop_settings, shipping_zones, shipping_methods, size_guides, size_guide:<category id>, reviews:<product id>, days (a new day has begun), or everything';
select private.add_change_triggers('public.redirects', 'changes', 'private.record_catalogue_changes()');
