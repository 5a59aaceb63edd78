-- The counts cost an order less: whether there are rows to sum up is looked at with each 32nd row only, and an update that
-- changes no state of any row is seen to be one without adding up.

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
revoke execute on function private.sum_up_counts() from public, anon, authenticated;

create or replace function private.keep_counts(p_table regclass, p_state text) returns void
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
select private.keep_counts('public.orders', $$r.status::text$$);
select private.keep_counts('public.profiles', $$'all'$$);
select private.keep_counts('public.contact_messages',
  $$case when r.read_at is null then 'unread' else 'read' end$$);
select private.keep_counts('public.products',
  $$r.availability || case when r.images = '{}' then ' without pictures' else ' with pictures' end$$);
drop function private.sum_up_counts(text[]);
