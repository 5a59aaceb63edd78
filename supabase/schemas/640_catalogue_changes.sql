-- The change feed: every write to the catalogue leaves tags by which the site purges cached pages.

create table public.catalogue_changes (
  id bigint generated always as identity primary key,
  tag text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.catalogue_changes is 'Feed of catalogue changes, from which the site learns which pages are stale. Written by triggers, kept for a day.';
comment on column public.catalogue_changes.id is 'Number of the change';
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, pages, search_synonyms, redirects, shop_settings, shipping_zones, shipping_methods, size_guides, size_guide:<category id>, reviews:<product id>, days (a new day has begun), or everything';
comment on column public.catalogue_changes.transaction_id is 'Transaction that made the change; lets a reader miss nothing';
comment on column public.catalogue_changes.changed_at is 'When it was changed';

create index catalogue_changes_transaction_id_idx on public.catalogue_changes (transaction_id);
create index catalogue_changes_changed_at_idx on public.catalogue_changes (changed_at);

-- Beyond 500 tags one tag for everything is cheaper, here and for the site.
create function private.record_catalogue_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb[];
  tags text[] := '{everything}';
begin
  if tg_op = 'INSERT' then
    changed := array(select to_jsonb(n) from new_rows n limit 1001);
  elsif tg_op = 'DELETE' then
    changed := array(select to_jsonb(o) from old_rows o limit 1001);
  elsif tg_op = 'UPDATE' then
    changed := array(select to_jsonb(c) from (
      (select * from old_rows except all select * from new_rows)
      union all
      (select * from new_rows except all select * from old_rows) limit 1001) c);
  end if;
  if cardinality(changed) <= 1000 then
    tags := array(
      select distinct tag from unnest(changed) c (row), unnest(case tg_table_name
        when 'products' then array['products', 'product:' || (c.row ->> 'id'), 'category:' || (c.row ->> 'category_id')]
        when 'categories' then array['categories', 'category:' || (c.row ->> 'id')]
        when 'size_guides' then array['size_guides', 'size_guide:' || (c.row ->> 'category_id')]
        when 'reviews' then array['reviews:' || (c.row ->> 'product_id')]
        when 'advertisements' then array['ads']
        when 'custom_values' then array['product:' || (c.row ->> 'product_id')]
        when 'custom_fields' then array['everything']
        else array[tg_table_name::text] end) tag
      where tag is not null);
  end if;
  if tags = '{}' then
    return null;
  end if;
  insert into public.catalogue_changes (tag)
    select unnest(case when cardinality(tags) > 500 then array['everything'] else tags end);
  -- Skips rows that another writer is deleting, so that two writers never wait for each other.
  delete from public.catalogue_changes where id in (
    select id from public.catalogue_changes where changed_at < now() - interval '1 day'
    order by changed_at limit 1000 for update skip locked);
  return null;
end;
$$;
comment on function private.record_catalogue_changes() is
  'Writes the tags of what a statement changed into the change feed, and trims what is older than a day';

-- A banner, a page or an announcement that is planned appears, and a delivery day moves, without a write. The times are reported for a day, with
-- ids below zero.
create function private.planned_changes() returns table (id bigint, tag text)
language sql stable set search_path = '' as $$
  select distinct (extract(epoch from at) * -1000)::bigint, 'banners'
  from public.banners b, unnest(array[b.shown_from, b.shown_until]) at
  where b.shown and at between public.clock() - interval '1 day' and public.clock()
  union all
  select distinct (extract(epoch from p.publish_at) * -1000)::bigint, 'pages'
  from public.pages p
  where p.published and p.publish_at between public.clock() - interval '1 day' and public.clock()
  union all
  select distinct (extract(epoch from at::timestamptz) * -1000)::bigint, 'shop_settings'
  from public.shop_settings s, unnest(array[s.value ->> 'from', s.value ->> 'until']) at
  where s.name = 'announcement' and (s.value -> 'shown')::boolean and at::timestamptz between public.clock() - interval '1 day' and public.clock()
  union all
  select (extract(epoch from private.day_start(private.day_of(public.clock()))) * -1000)::bigint, 'days'
  where exists (select from public.shipping_methods s where s.days_to > 0);
$$;
comment on function private.planned_changes() is 'Changes of the last day that were planned before, with the ids and tags of the change feed';

-- Returns the database's clock before and after the query, so that instances of the site can be compared. Definer, as visitors
-- do not see banners that have ended.
create function public.catalogue_changes_since(p_cursor text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- A transaction begins before its snapshots are taken; a statement's time may be later than that of its snapshot.
    'from', floor(extract(epoch from transaction_timestamp()) * 1000),
    'cursor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'changes', case
      when p_cursor is null then '[]'::jsonb
      when p_cursor !~ '^\d{1,19}$' or p_cursor::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric
        then jsonb_build_array(jsonb_build_object('id', 0, 'tag', 'everything'))
      else coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', c.id, 'tag', c.tag,
          'age', round(extract(epoch from statement_timestamp() - c.changed_at), 3))) order by c.id)
        from (
          select l.id, l.tag, l.changed_at from public.catalogue_changes l where l.transaction_id >= p_cursor::xid8
          union all select p.id, p.tag, null from private.planned_changes() p) c), '[]'::jsonb)
    end,
    'until', ceil(extract(epoch from clock_timestamp()) * 1000));
$$;
comment on function public.catalogue_changes_since(text) is
  'Changes since the cursor of the last answer, as {cursor, changes: [{id, tag, age in seconds}], from, until}. A change may come twice (compare ids), none is left out. A cursor of another database answers with the tag everything. from and until are the clock before and after the query, in milliseconds since 1970.';
grant execute on function public.catalogue_changes_since(text) to anon, authenticated;

alter table public.catalogue_changes enable row level security;
create policy catalogue_changes_nobody on public.catalogue_changes for all to anon, authenticated
  using (false) with check (false);

select private.add_change_triggers('public.products', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.categories', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.size_guides', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.banners', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.reviews', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.advertisements', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.faqs', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.pages', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.search_synonyms', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.redirects', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.custom_fields', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.custom_values', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.shipping_zones', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.shipping_methods', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.shop_settings', 'changes', 'private.record_catalogue_changes()');
