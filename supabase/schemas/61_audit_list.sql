-- The back office's list of the audit trail, and of the changes of an order.

create function private.audit_kinds(p_table text, p_action text, p_role text)
returns table (table_name text, action text, actor_role text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with recursive kinds as (
      (select a.table_name, a.action, a.actor_role from public.audit_log a
        order by a.table_name, a.action, a.actor_role limit 1)
      union all
      select n.table_name, n.action, n.actor_role from kinds k cross join lateral (
        select a.table_name, a.action, a.actor_role from public.audit_log a
        where (a.table_name, a.action, a.actor_role) > (k.table_name, k.action, k.actor_role)
        order by a.table_name, a.action, a.actor_role limit 1) n)
    select k.table_name, k.action, k.actor_role from kinds k
    where p_table in ('', k.table_name) and p_action in ('', k.action) and p_role in ('', k.actor_role);
end;
$$;
comment on function private.audit_kinds(text, text, text) is
  'The kinds of entries that the audit trail has, found by leaping through their index; empty arguments filter nothing';

create function private.audit_of_kinds(
  p_table text, p_action text, p_role text, p_from timestamptz, p_to timestamptz, p_size int, p_page int,
  out ids bigint[], out total bigint, out total_is_least boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  counted constant int := 2000;
  reach constant int := 10000;
  far_enough constant int := least(reach,
    greatest(counted, (greatest(coalesce(p_page, 1), 1)::bigint + 1) * p_size));
  tables text[];
  actions text[];
  roles text[];
  skipped int;
begin
  select array_agg(k.table_name), array_agg(k.action), array_agg(k.actor_role) into tables, actions, roles
    from private.audit_kinds(p_table, p_action, p_role) k;
  select count(*) into total from (
    select from unnest(tables, actions, roles) k (table_name, action, actor_role)
    cross join lateral (
      select from public.audit_log a
      where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
        and a.happened_at >= p_from and a.happened_at < p_to
      limit far_enough + 1) a
    limit far_enough + 1) c;
  total_is_least := total > far_enough;
  total := least(total, far_enough);
  skipped := private.page_start(p_page, p_size, total::int);
  -- Each kind in its order, no further than the page, and of those the page.
  ids := array(
    select a.id from unnest(tables, actions, roles) k (table_name, action, actor_role)
    cross join lateral (
      select a.id, a.happened_at from public.audit_log a
      where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
        and a.happened_at >= p_from and a.happened_at < p_to
      order by a.happened_at desc, a.id desc limit skipped + p_size) a
    order by a.happened_at desc, a.id desc limit p_size offset skipped);
end;
$$;
comment on function private.audit_of_kinds(text, text, text, timestamptz, timestamptz, int, int) is
  'One page of the entries of the audit trail of a table, an action, a role if given, from p_from and before p_to, newest first, and how many there are, counted up to 2,000; pages by number reach 10,000';

create function private.search_audit(
  p_text text, p_table text, p_action text, p_role text, p_from timestamptz, p_to timestamptz,
  p_size int, p_page int, out ids bigint[], out total bigint, out total_is_least boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  common constant int := 1000;
  reach constant int := 10000;
  far_enough constant int := least(reach, (greatest(coalesce(p_page, 1), 1)::bigint + 1) * p_size);
  filtered constant text := concat_ws(' and ', 'true',
    case when p_table <> '' then format('it.table_name = %L', p_table) end,
    case when p_action <> '' then format('it.action = %L', p_action) end,
    case when p_role <> '' then format('it.actor_role = %L', p_role) end);
  in_days constant text := format('it.happened_at >= %L::timestamptz and it.happened_at < %L::timestamptz', p_from, p_to);
  labelled constant text := private.part_condition('lower(it.label)', p_text);
  named constant text := format('it.record_id = %L or it.request_id = %1$L', p_text);
  wanted constant text := format('%s and %s and (%s or %s)', filtered, in_days, labelled, named);
  block_bits int;
  newest bigint;
  oldest bigint;
  blocks refcursor;
  of_block bigint[];
  skipped int;
begin
  ids := '{}';
  if private.likely_rows('public.audit_log', filtered || ' and ' || labelled) <= common then
    execute format('select array(select it.id from (
        select * from public.audit_log it where %s and (%s or %s) offset 0) it where %s order by it.id desc limit %s)',
      filtered, private.rarest_parts('public.audit_log', array(
        select private.part_condition('lower(it.label)', p.part) from (
          select lower(p_text) as part union
          select word from unnest(string_to_array(lower(p_text), ' ')) word where length(word) >= 3
          limit 12) p)),
      named, wanted, reach + 1) into ids;
    total_is_least := cardinality(ids) > reach;
  else
    select max(n.id), min(o.id) into newest, oldest
      from private.audit_kinds(p_table, p_action, p_role) k
      cross join lateral (
        select a.id from public.audit_log a
        where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
          and a.happened_at < p_to
        order by a.happened_at desc, a.id desc limit 1) n
      cross join lateral (
        select a.id from public.audit_log a
        where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
          and a.happened_at >= p_from
        order by a.happened_at, a.id limit 1) o;
    -- Large blocks where a few hundred in each should fit, so that there are not many to ask where those stand apart.
    block_bits := case when private.likely_rows('public.audit_log', concat_ws(' and ', filtered, in_days, labelled))
      * (1 << 16) <= 500 * least(newest - oldest, private.likely_rows('public.audit_log', in_days)) then 16 else 12 end;
    -- Sessions write side by side: what is a moment newer may have a lower number, but not by a block. Blocks are found while they
    -- are asked, each by its newest entry, so that numbers which nothing has cost nothing.
    open blocks for execute format(
      'with recursive found_blocks as (
        select (select a.id >> %1$s from public.audit_log a where a.id < %2$L order by a.id desc limit 1) as block
        union all
        select (
          select a.id >> %1$s from public.audit_log a where a.id < b.block << %1$s and a.id >= %3$L order by a.id desc limit 1)
        from found_blocks b where b.block is not null)
      select array(select it.id from public.audit_log it where it.id >> %1$s = b.block and %4$s order by it.id desc)
      from found_blocks b where b.block is not null',
      block_bits, ((newest >> block_bits) + 2) << block_bits, ((oldest >> block_bits) - 1) << block_bits, wanted);
    loop
      fetch blocks into of_block;
      total_is_least := found;
      exit when not found;
      ids := ids || of_block;
      exit when cardinality(ids) > far_enough;
    end loop;
    close blocks;
  end if;
  total := least(cardinality(ids), reach);
  skipped := private.page_start(p_page, p_size, total::int);
  ids := ids[skipped + 1 : least(skipped + p_size, total::int)];
end;
$$;
comment on function private.search_audit(text, text, text, text, timestamptz, timestamptz, int, int) is
  'One page of the entries of the audit trail with the text in their label, or as the key of their record or the id of their request, of a table, an action, a role if given, from p_from and before p_to, newest first, and how many there are. Where likely more than a thousand fit, blocks of 4,096 entries and more are asked from the newest until the page is full; total_is_least where older ones were not looked at';

create function public.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  named constant text := btrim(coalesce(p_query, ''));
  since constant timestamptz := coalesce(p_from::timestamp at time zone 'UTC', '-infinity');
  before constant timestamptz := coalesce((p_to + 1)::timestamp at time zone 'UTC', 'infinity');
  page_ids bigint[];
  total bigint;
  is_least boolean;
begin
  perform private.require_admin();
  if named <> '' then
    select p.ids, p.total, p.total_is_least into page_ids, total, is_least from private.search_audit(named,
      coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''), since, before, page_size, p_page) p;
  elsif concat(p_table, p_action, p_role) <> '' or p_from is not null or p_to is not null then
    select p.ids, p.total, p.total_is_least into page_ids, total, is_least from private.audit_of_kinds(
      coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''), since, before, page_size, p_page) p;
  else
    select p.ids::bigint[], p.total, p.total_is_least into page_ids, total, is_least from private.list_page(
      'public.audit_log', 'true', 'it.id desc', null, page_size, p_page, p_bound => 2000) p;
  end if;
  return jsonb_build_object('total', total, 'total_is_least', is_least,
    'entries', coalesce((
      select jsonb_agg(to_jsonb(a) order by f.place)
      from unnest(page_ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function public.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';
grant execute on function public.list_audit(text, text, text, text, date, date, int, int) to authenticated;

create function public.order_changes(p_order uuid) returns setof public.audit_log
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select * from public.audit_log where record_id = p_order::text and table_name = 'orders'
    order by id desc limit 100;
end;
$$;
comment on function public.order_changes(uuid) is
  'The latest hundred entries of the audit trail about one order, newest first. Administrators only (not_an_administrator).';
grant execute on function public.order_changes(uuid) to authenticated;
