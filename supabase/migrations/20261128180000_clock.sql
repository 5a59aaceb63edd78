-- Everything that begins, ends and expires does so by public.clock(), which tests can set.

create function public.clock() returns timestamptz language sql stable parallel safe return now();
comment on function public.clock() is 'now(), by which everything begins, ends and expires';
grant execute on function public.clock() to anon, authenticated;

create function private.running_clock() returns timestamptz language sql volatile parallel safe
  return public.clock() + (clock_timestamp() - now());
comment on function private.running_clock() is 'clock_timestamp() of this clock: moves on within a transaction';

-- Only the names change, in all functions and defaults. The change feed keeps the server's time, with which sites compare their own.
do $$
declare
  found record;
  ours constant regnamespace[] := array['public', 'office', 'private']::regnamespace[];
begin
  for found in
    select p.oid from pg_proc p
    where p.pronamespace = any (ours) and p.prosrc ~ '\m(now|clock_timestamp)\(\)'
      and p.proname not in ('record_catalogue_changes', 'catalogue_changes_since')
  loop
    execute regexp_replace(regexp_replace(pg_get_functiondef(found.oid),
      '\mnow\(\)', 'public.clock()', 'g'), '\mclock_timestamp\(\)', 'private.running_clock()', 'g');
  end loop;
  for found in
    select d.adrelid::regclass as tab, a.attname as col, pg_get_expr(d.adbin, d.adrelid) as expr
    from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    where c.relnamespace = any (ours) and c.relname <> 'catalogue_changes'
      and pg_get_expr(d.adbin, d.adrelid) ~ '\m(now|clock_timestamp)\(\)'
  loop
    execute format('alter table %s alter column %I set default %s', found.tab, found.col,
      regexp_replace(regexp_replace(found.expr, '\mnow\(\)', 'public.clock()'), '\mclock_timestamp\(\)', 'private.running_clock()'));
  end loop;
end;
$$;

drop trigger orders_queue_first_mail on public.orders;
create trigger orders_queue_first_mail after insert on public.orders
  for each row when (new.created_at = public.clock())
  execute function private.queue_order_mail();
