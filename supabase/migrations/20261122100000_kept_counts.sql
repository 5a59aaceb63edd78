-- How many records there are, and how many in each state, without counting them. Who writes adds a row of his own, so that no
-- order ever waits for another; when there are many such rows, one writer sums up those that nobody else has in hand.

create table private.record_counts (
  id bigint generated always as identity primary key,
  what text not null,
  many bigint not null
);
create index record_counts_what_idx on private.record_counts (what);
comment on table private.record_counts is
  'How many records a table has in each state, as the sum of the rows of that name';
comment on column private.record_counts.id is 'Number of the row';
comment on column private.record_counts.what is 'Table and state, as orders Paid';
comment on column private.record_counts.many is 'How many came; below zero for those that went';
alter table private.record_counts enable row level security;
revoke all on private.record_counts from public, anon, authenticated;
create policy record_counts_nobody on private.record_counts for all to anon, authenticated
  using (false) with check (false);

create function private.sum_up_counts(p_whats text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  full_of text;
  most constant int := 64;
begin
  -- A transaction that sees the past cannot tell which rows somebody has summed up since.
  if current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  foreach full_of in array coalesce(p_whats, '{}') loop
    continue when (select count(*) from private.record_counts c where c.what = full_of) <= most;
    with old as (
      delete from private.record_counts c where c.ctid in (
        select o.ctid from private.record_counts o where o.what = full_of for update skip locked)
      returning c.many)
    insert into private.record_counts (what, many) select full_of, coalesce(sum(old.many), 0) from old;
  end loop;
end;
$$;
comment on function private.sum_up_counts(text[]) is
  'Makes one row of many for each of these names that has more than 64';

-- One function for each table, since what is written out is planned once for each connection.
create function private.keep_counts(p_table regclass, p_state text) returns void
language plpgsql set search_path = '' as $$
declare
  short constant text := (select relname from pg_catalog.pg_class where oid = p_table);
begin
  execute format($f$
    create function private.count_%1$s() returns trigger
    language plpgsql security definer set search_path = '' as $b$
    declare
      noted text[];
    begin
      if tg_op = 'INSERT' then
        with added as (
          insert into private.record_counts (what, many)
          select '%1$s ' || (%2$s), count(*) from new_rows r group by 1 returning what)
        select array_agg(what) into noted from added;
      elsif tg_op = 'DELETE' then
        with added as (
          insert into private.record_counts (what, many)
          select '%1$s ' || (%2$s), -count(*) from old_rows r group by 1 returning what)
        select array_agg(what) into noted from added;
      elsif tg_op = 'UPDATE' then
        with added as (
          insert into private.record_counts (what, many)
          select c.what, sum(c.many) from (
            select '%1$s ' || (%2$s) as what, count(*) as many from new_rows r group by 1
            union all
            select '%1$s ' || (%2$s), -count(*) from old_rows r group by 1) c
          group by 1 having sum(c.many) <> 0 returning what)
        select array_agg(what) into noted from added;
      else
        delete from private.record_counts where starts_with(what, '%1$s ');
      end if;
      if noted is not null then
        perform private.sum_up_counts(noted);
      end if;
      return null;
    end;
    $b$;
    comment on function private.count_%1$s() is 'Counts what comes, goes and changes its state';
    revoke execute on function private.count_%1$s() from public, anon, authenticated;
    create trigger %1$s_count_insert after insert on %3$s referencing new table as new_rows
      for each statement execute function private.count_%1$s();
    create trigger %1$s_count_update after update on %3$s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.count_%1$s();
    create trigger %1$s_count_delete after delete on %3$s referencing old table as old_rows
      for each statement execute function private.count_%1$s();
    create trigger %1$s_count_truncate after truncate on %3$s
      for each statement execute function private.count_%1$s();
    insert into private.record_counts (what, many)
      select '%1$s ' || (%2$s), count(*) from %3$s r group by 1 $f$,
    short, p_state, p_table);
end;
$$;
comment on function private.keep_counts(regclass, text) is
  'Keeps the counts of a table: p_state is SQL over a row r that gives the name of its state';

create function private.kept_count(p_table text, p_states text[] default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(c.many), 0)::bigint from private.record_counts c
    where case when p_states is null then starts_with(c.what, p_table || ' ')
      else c.what = any (array(select p_table || ' ' || s from unnest(p_states) s)) end);
end;
$$;
comment on function private.kept_count(text, text[]) is
  'How many records a table has, in all or in these states; costs the same in a shop of any size';

revoke execute on all functions in schema private from public, anon, authenticated;
select private.keep_counts('public.orders', $$r.status::text$$);
select private.keep_counts('public.profiles', $$'all'$$);
select private.keep_counts('public.contact_messages',
  $$case when r.read_at is null then 'unread' else 'read' end$$);
select private.keep_counts('public.products',
  $$r.availability || case when r.images = '{}' then ' without pictures' else ' with pictures' end$$);

create or replace function public.total_users() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.kept_count('profiles');
end;
$$;

create or replace function public.total_orders() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.kept_count('orders');
end;
$$;

create or replace function public.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', private.kept_count('orders', '{Pending}'),
    'heldOrders', private.kept_count('orders', '{Held}'),
    'withoutPictures', private.kept_count('products',
      '{InStock without pictures,OutofStock without pictures}'),
    'outOfStock', private.kept_count('products',
      '{OutofStock with pictures,OutofStock without pictures}'),
    'unreadMessages', private.kept_count('contact_messages', '{unread}'));
end;
$$;

create or replace function public.list_admin_categories(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, name text, image text, created_at timestamptz, updated_at timestamptz, products bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select c.* from public.categories c where private.has_words(c.name, words)),
    shown as (
      select f.* from fitting f
      order by
        case when p_sort = 'name-asc' then lower(f.name) end,
        case when p_sort = 'name-desc' then lower(f.name) end desc,
        case when p_sort = 'created-asc' then f.created_at end,
        f.created_at desc, f.id
      limit page_size
      offset (select private.page_start(p_page, page_size, count(*)) from fitting))
    select s.id, s.name, s.image, s.created_at, s.updated_at, (
        select coalesce(sum(n.many), 0)::bigint from private.product_counts n where n.category_id = s.id),
      (select count(*) from fitting)
    from shown s
    order by
      case when p_sort = 'name-asc' then lower(s.name) end,
      case when p_sort = 'name-desc' then lower(s.name) end desc,
      case when p_sort = 'created-asc' then s.created_at end,
      s.created_at desc, s.id;
end;
$$;
