-- How many records there are, and how many in each state, without counting them. Who writes adds a row of his own, so that no
-- order ever waits for another; when there are many such rows, one writer sums up those that nobody else has in hand.

create table private.record_counts (
  id bigint generated always as identity primary key,
  what text not null,
  many bigint not null
);
comment on table private.record_counts is
  'How many records a table has in each state, as the sum of the rows of that name';
comment on column private.record_counts.id is 'Number of the row';
comment on column private.record_counts.what is 'Table and state, as orders Paid';
comment on column private.record_counts.many is 'How many came; below zero for those that went';

create index record_counts_what_idx on private.record_counts (what);

create table private.product_counts (
  category_id uuid,
  many bigint not null,
  id bigint generated always as identity primary key
);
comment on table private.product_counts is
  'How many products each category has, as the sum of its rows: writers add a row each, so that none waits for another';
comment on column private.product_counts.category_id is 'Category; empty for products without one';
comment on column private.product_counts.many is 'How many came; below zero for those that went';
comment on column private.product_counts.id is 'Numbers the row';

create index product_counts_category_id_idx on private.product_counts (category_id);

create function private.sum_up_counts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  full_of text;
  most constant int := 32;
begin
  -- A transaction that sees the past cannot tell which rows somebody has summed up since.
  if current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  for full_of in
    select c.what from private.record_counts c group by 1 having count(*) > most
  loop
    with old as (
      delete from private.record_counts c where c.ctid in (
        select o.ctid from private.record_counts o where o.what = full_of for update skip locked)
      returning c.many)
    insert into private.record_counts (what, many) select full_of, coalesce(sum(old.many), 0) from old;
  end loop;
end;
$$;
comment on function private.sum_up_counts() is
  'Makes one row of many for each name that has more than 32';

-- One function for each table, since what is written out is planned once for each connection.
create function private.keep_counts(p_table regclass, p_state text) returns void
language plpgsql set search_path = '' as $$
declare
  short constant text := (select relname from pg_catalog.pg_class where oid = p_table);
begin
  execute format($f$
    create or replace function private.count_%1$s() returns trigger
    language plpgsql security definer set search_path = '' as $b$
    declare
      due boolean;
    begin
      if tg_op = 'INSERT' then
        with added as (
          insert into private.record_counts (what, many)
          select '%1$s ' || (%2$s), count(*) from new_rows r group by 1 returning id)
        select bool_or(id %% 32 = 0) into due from added;
      elsif tg_op = 'DELETE' then
        with added as (
          insert into private.record_counts (what, many)
          select '%1$s ' || (%2$s), -count(*) from old_rows r group by 1 returning id)
        select bool_or(id %% 32 = 0) into due from added;
      elsif tg_op = 'UPDATE' then
        with added as (
          insert into private.record_counts (what, many)
          select '%1$s ' || c.state, sum(c.many) from (
            select (%2$s) as state, 1 as many from new_rows r
            union all
            select (%2$s), -1 from old_rows r) c
          group by c.state having sum(c.many) <> 0 returning id)
        select bool_or(id %% 32 = 0) into due from added;
      else
        -- Taken off, not deleted: somebody may have summed up these rows a moment ago.
        insert into private.record_counts (what, many)
          select what, -sum(many) from private.record_counts where starts_with(what, '%1$s ')
          group by what having sum(many) <> 0;
      end if;
      if due then
        perform private.sum_up_counts();
      end if;
      return null;
    end;
    $b$;
    comment on function private.count_%1$s() is 'Counts what comes, goes and changes its state';
    revoke execute on function private.count_%1$s() from public, anon, authenticated;
    create or replace trigger %1$s_count_insert after insert on %3$s referencing new table as new_rows
      for each statement execute function private.count_%1$s();
    create or replace trigger %1$s_count_update after update on %3$s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.count_%1$s();
    create or replace trigger %1$s_count_delete after delete on %3$s referencing old table as old_rows
      for each statement execute function private.count_%1$s();
    create or replace trigger %1$s_count_truncate after truncate on %3$s
      for each statement execute function private.count_%1$s();
    delete from private.record_counts where starts_with(what, '%1$s ');
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

create function private.note_product_counts(p_counts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  merged bigint;
begin
  for changed in
    select (e ->> 'category')::uuid as category_id, sum((e ->> 'many')::bigint)::bigint as many
    from jsonb_array_elements(coalesce(p_counts, '[]')) e
    group by 1 having sum((e ->> 'many')::bigint) <> 0
  loop
    -- Rows of those who are writing now are invisible, and what somebody else merges is skipped.
    with old as (
      delete from private.product_counts c where c.ctid in (
        select o.ctid from private.product_counts o
        where o.category_id is not distinct from changed.category_id for update skip locked)
      returning c.many)
    select coalesce(sum(old.many), 0) into merged from old;
    insert into private.product_counts (category_id, many)
      values (changed.category_id, merged + changed.many);
  end loop;
end;
$$;
comment on function private.note_product_counts(jsonb) is
  'Adds to the counts: [{category, many}], a category as often as one likes';

create function private.count_products_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_product_counts((
    select jsonb_agg(jsonb_build_object('category', n.category_id, 'many', n.many))
    from (select category_id, count(*) as many from new_rows group by 1) n));
  return null;
end;
$$;
comment on function private.count_products_in() is 'Counts products that come';

create function private.count_products_out() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_product_counts((
    select jsonb_agg(jsonb_build_object('category', o.category_id, 'many', -o.many))
    from (select category_id, count(*) as many from old_rows group by 1) o));
  return null;
end;
$$;
comment on function private.count_products_out() is 'Counts products that go';

create function private.count_products_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_product_counts((
    select jsonb_agg(jsonb_build_object('category', m.category_id, 'many', m.many))
    from (
      select category_id, count(*) as many from new_rows group by 1
      union all
      select category_id, -count(*) from old_rows group by 1) m));
  return null;
end;
$$;
comment on function private.count_products_moved() is 'Counts products that change their category';

create function private.count_no_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.product_counts;
  return null;
end;
$$;
comment on function private.count_no_products() is 'Forgets the counts when all products are taken away at once';

alter table private.record_counts enable row level security;
create policy record_counts_nobody on private.record_counts for all to anon, authenticated
  using (false) with check (false);

alter table private.product_counts enable row level security;
create policy product_counts_nobody on private.product_counts for all to anon, authenticated
  using (false) with check (false);

create trigger products_count_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.count_products_in();
create trigger products_count_deleted after delete on public.products
  referencing old table as old_rows for each statement execute function private.count_products_out();
create trigger products_count_updated after update on public.products
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_products_moved();
create trigger products_count_truncated after truncate on public.products
  for each statement execute function private.count_no_products();

select private.keep_counts('public.orders', $$r.status::text$$);
select private.keep_counts('public.profiles', $$'all'$$);
select private.keep_counts('public.contact_messages',
  $$case when r.read_at is null then 'unread' else 'read' end$$);
select private.keep_counts('public.products',
  $$r.availability || case when r.images = '{}' then ' without pictures' else ' with pictures' end$$);
