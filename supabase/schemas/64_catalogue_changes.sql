-- The change feed: every write to the catalogue, by whomever, leaves tags that the site drops pages by.

create table public.catalogue_changes (
  id bigint generated always as identity primary key,
  tag text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.catalogue_changes is 'Feed of catalogue changes, from which the site learns which pages are old. Written by triggers, kept for a day.';
comment on column public.catalogue_changes.id is 'Number of the change';
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, reviews:<product id>, or everything';
comment on column public.catalogue_changes.transaction_id is 'Transaction that made the change; lets a reader miss nothing';
comment on column public.catalogue_changes.changed_at is 'When it was changed';

create index catalogue_changes_transaction_id_idx on public.catalogue_changes (transaction_id);
create index catalogue_changes_changed_at_idx on public.catalogue_changes (changed_at);

-- Past 500 tags one tag for everything is cheaper, for us and for the site.
create function private.note_changes(p_tags text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_tags), 0) = 0 then
    return;
  end if;
  insert into public.catalogue_changes (tag)
    select distinct t from unnest(
      case when cardinality(p_tags) > 500 then array['everything'] else p_tags end) t;
  -- Skips what another writer is trimming, so that two writers never wait for each other.
  delete from public.catalogue_changes where id in (
    select id from public.catalogue_changes where changed_at < now() - interval '1 day'
    order by changed_at limit 1000 for update skip locked);
end;
$$;
comment on function private.note_changes(text[]) is 'Writes tags into the change feed and trims what is older than a day';

create function private.note_truncate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array['everything']);
  return null;
end;
$$;
comment on function private.note_truncate() is 'Notes that a table of the catalogue was emptied';

-- The argument is the tag that the site drops pages by.
create function private.note_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed boolean := true;
begin
  if tg_op = 'INSERT' then
    select exists (select 1 from new_rows) into changed;
  elsif tg_op = 'DELETE' then
    select exists (select 1 from old_rows) into changed;
  elsif tg_op = 'UPDATE' then
    select exists (select * from new_rows except all select * from old_rows) into changed;
  end if;
  if changed then
    perform private.note_changes(array[tg_argv[0]]);
  end if;
  return null;
end;
$$;
comment on function private.note_tag() is 'Notes in the change feed that something of a table changed, under the tag that is given';

create function private.product_tags(p_products public.products[]) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct tag) from (
    select unnest(array['products', 'product:' || p.id, 'category:' || p.category_id]) as tag
    from unnest(p_products) p) tags
  where tag is not null;
$$;
comment on function private.product_tags(public.products[]) is 'Tags of the pages that show these products';

create function private.note_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched public.products[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n) into touched from (select * from new_rows limit 501) n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into touched from (select * from old_rows limit 501) o;
  else
    select array_agg(r) into touched from (
      (select * from old_rows except all select * from new_rows limit 501)
      union all
      (select * from new_rows except all select * from old_rows limit 501)) r;
  end if;
  perform private.note_changes(private.product_tags(touched));
  return null;
end;
$$;
comment on function private.note_products() is 'Notes which products changed';

create function private.note_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(id) into ids from old_rows;
  else
    select array_agg(distinct id) into ids from (
      (select * from old_rows except all select * from new_rows)
      union all
      (select * from new_rows except all select * from old_rows)) r;
  end if;
  if ids is not null then
    perform private.note_changes(
      array['categories'] || array(select 'category:' || id from unnest(ids) id));
  end if;
  return null;
end;
$$;
comment on function private.note_categories() is 'Notes which categories changed';

create function private.note_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct product_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct product_id) into ids from old_rows;
  else
    select array_agg(distinct product_id) into ids from (
      (select * from old_rows except all select * from new_rows)
      union all
      (select * from new_rows except all select * from old_rows)) r;
  end if;
  perform private.note_changes(array(select 'reviews:' || id from unnest(ids) id));
  return null;
end;
$$;
comment on function private.note_reviews() is 'Notes which products got or lost a review';

-- Tells the database's clock before and after it looked, so that instances of the site can be compared.
create function public.catalogue_changes_since(p_cursor text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    -- A transaction begins before its snapshots are taken; a statement's time may be later than that of its snapshot.
    'from', floor(extract(epoch from transaction_timestamp()) * 1000),
    'cursor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'changes', case
      when p_cursor is null then '[]'::jsonb
      when p_cursor !~ '^\d{1,19}$' or p_cursor::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric
        then jsonb_build_array(jsonb_build_object('id', 0, 'tag', 'everything'))
      else coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'tag', c.tag,
          'age', round(extract(epoch from statement_timestamp() - c.changed_at), 3)) order by c.id)
        from public.catalogue_changes c where c.transaction_id >= p_cursor::xid8), '[]'::jsonb)
    end,
    'until', ceil(extract(epoch from clock_timestamp()) * 1000));
$$;
comment on function public.catalogue_changes_since(text) is
  'Changes since the cursor of the last answer, as {cursor, changes: [{id, tag, age in seconds}], from, until}. A change may come twice (compare ids), none is left out. A cursor of another database answers with the tag everything. from and until are the clock before and after the look, in milliseconds since 1970.';
grant execute on function public.catalogue_changes_since(text) to anon, authenticated, service_role;

alter table public.catalogue_changes enable row level security;
grant select on public.catalogue_changes to anon, authenticated;
grant all on public.catalogue_changes to service_role;
create policy catalogue_changes_select_all on public.catalogue_changes for select
  to anon, authenticated using (true);

create trigger products_note_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.note_products();
create trigger products_note_update after update on public.products
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_products();
create trigger products_note_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.note_products();
create trigger products_note_truncate after truncate on public.products
  for each statement execute function private.note_truncate();
create trigger categories_note_insert after insert on public.categories
  referencing new table as new_rows for each statement execute function private.note_categories();
create trigger categories_note_update after update on public.categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_categories();
create trigger categories_note_delete after delete on public.categories
  referencing old table as old_rows for each statement execute function private.note_categories();
create trigger categories_note_truncate after truncate on public.categories
  for each statement execute function private.note_truncate();
create trigger banners_note_insert after insert on public.banners
  referencing new table as new_rows for each statement execute function private.note_tag('banners');
create trigger banners_note_update after update on public.banners
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_tag('banners');
create trigger banners_note_delete after delete on public.banners
  referencing old table as old_rows for each statement execute function private.note_tag('banners');
create trigger banners_note_truncate after truncate on public.banners
  for each statement execute function private.note_truncate();
create trigger reviews_note_insert after insert on public.reviews
  referencing new table as new_rows for each statement execute function private.note_reviews();
create trigger reviews_note_update after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_reviews();
create trigger reviews_note_delete after delete on public.reviews
  referencing old table as old_rows for each statement execute function private.note_reviews();
create trigger reviews_note_truncate after truncate on public.reviews
  for each statement execute function private.note_truncate();
create trigger advertisements_note_insert after insert on public.advertisements
  referencing new table as new_rows for each statement execute function private.note_tag('ads');
create trigger advertisements_note_update after update on public.advertisements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_tag('ads');
create trigger advertisements_note_delete after delete on public.advertisements
  referencing old table as old_rows for each statement execute function private.note_tag('ads');
create trigger advertisements_note_truncate after truncate on public.advertisements
  for each statement execute function private.note_tag('ads');
create trigger faqs_note_insert after insert on public.faqs
  referencing new table as new_rows for each statement execute function private.note_tag('faqs');
create trigger faqs_note_update after update on public.faqs
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_tag('faqs');
create trigger faqs_note_delete after delete on public.faqs
  referencing old table as old_rows for each statement execute function private.note_tag('faqs');
create trigger faqs_note_truncate after truncate on public.faqs
  for each statement execute function private.note_tag('faqs');
