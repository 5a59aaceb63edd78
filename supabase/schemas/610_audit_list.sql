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
  'The kinds of entries that the audit trail has, found by a loose index scan; empty arguments filter nothing';

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
  -- Each kind is read from its newest entry, no further than the page reaches.
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
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  few constant int := 1000;
  reach constant int := 10000;
  far_enough constant int := least(reach, (greatest(coalesce(p_page, 1), 1)::bigint + 1) * p_size);
  pattern constant text := private.search_pattern(p_text);
  indexed constant text := private.index_pattern(pattern);
  named constant bigint[] := array(
    select it.id from public.audit_log it
    where (it.record_id = p_text or it.request_id = p_text)
      and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
      and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to);
  block bigint;
  oldest bigint;
  skipped int;
begin
  -- Without any entry in these days there is nothing to search.
  select (max(n.id) >> 12) + 1, (min(o.id) >> 12) - 1 into block, oldest
  from private.audit_kinds(p_table, p_action, p_role) k
  cross join lateral (
    select a.id from public.audit_log a
    where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role and a.happened_at < p_to
    order by a.happened_at desc, a.id desc limit 1) n
  cross join lateral (
    select a.id from public.audit_log a
    where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role and a.happened_at >= p_from
    order by a.happened_at, a.id limit 1) o;
  if block >= oldest then
    ids := array(
      select it.id from public.audit_log it
      where it.id >= oldest << 12 and it.id < (block + 1) << 12
        and (indexed = '%' or lower(it.label) like indexed) and ' ' || lower(it.label) like pattern
        and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
        and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to
      limit few + 1);
  end if;
  if block is null or cardinality(ids) <= few then
    block := null;
    ids := array(select id from unnest(ids || named) id group by id order by id desc);
  else
    -- Block by block of 4,096 numbers from the newest, each answered by one index, until the page is full. Sessions write side by
    -- side: what is a moment newer may have a lower number, but not by a block.
    ids := '{}';
    while block >= oldest and cardinality(ids) <= far_enough loop
      ids := ids || array(
        select it.id from public.audit_log it
        where it.id >> 12 = block and (indexed = '%' or lower(it.label) like indexed) and ' ' || lower(it.label) like pattern
          and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
          and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to
        union
        select n from unnest(named) n where n >> 12 = block
        order by 1 desc);
      block := (select max(a.id) >> 12 from public.audit_log a where a.id < block << 12);
    end loop;
  end if;
  total_is_least := coalesce(block >= oldest, false) or cardinality(ids) > reach;
  total := least(cardinality(ids), reach);
  skipped := private.page_start(p_page, p_size, total);
  ids := ids[skipped + 1 : least(skipped + p_size, total)];
end;
$$;
comment on function private.search_audit(text, text, text, text, timestamptz, timestamptz, int, int) is
  'One page of the entries of the audit trail with the text in their label, or as the key of their record or the id of their request, of a table, an action, a role if given, from p_from and before p_to, newest first, and how many there are; total_is_least where older ones were not looked at';

create function private.name_of(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select left(btrim(n.name), 200) from (
      select c.name from public.categories c where c.id = p_id
      union all select p.title from public.products p where p.id = p_id
      union all select concat_ws(' ', p.firstname, p.lastname) from public.profiles p where p.id = p_id
      union all select a.firstname from public.administrators a where a.id = p_id
      union all select o.number from public.orders o where o.id = p_id
      union all select q.number from public.quotes q where q.id = p_id
      union all (
        select a.label from public.audit_log a
        where a.record_id = p_id::text and a.label <> '' order by a.id desc limit 1)) n
    where btrim(n.name) <> '' limit 1);
end;
$$;
comment on function private.name_of(uuid) is
  'Name, title or number of a record, whatever its table; of one that is gone the last that the audit trail knows; null where there is none';

create function private.names_in(p_before jsonb, p_after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(r.value, r.name), '{}') from (
      select v.value, private.name_of(private.as_uuid(v.value)) as name
      from (
        select key, value from jsonb_each_text(coalesce(p_before, '{}'))
        union select key, value from jsonb_each_text(coalesce(p_after, '{}'))) v
      where v.key <> 'id' and private.as_uuid(v.value) is not null) r
    where r.name is not null);
end;
$$;
comment on function private.names_in(jsonb, jsonb) is 'The names of the records to which the values of a change refer, by their ids';

create function private.audit_subject(p_entry public.audit_log) returns text
language plpgsql stable set search_path = '' as $$
declare
  named constant jsonb := coalesce(p_entry.before, '{}') || coalesce(p_entry.after, '{}');
  record constant uuid := private.as_uuid(p_entry.record_id);
begin
  return case
    when p_entry.table_name = 'contact_messages' then null
    when p_entry.table_name in ('orders', 'quotes') and named ? 'number' then named ->> 'number'
    else private.name_of(coalesce(
      -- An update has only the fields that it changed.
      case p_entry.table_name
        when 'orders' then record when 'quotes' then record when 'size_guides' then record when 'company_members' then record
        when 'order_items' then (select i.order_id from public.order_items i where i.id = record)
        when 'order_notes' then (select n.order_id from public.order_notes n where n.id = record)
        when 'parcels' then (select p.order_id from public.parcels p where p.id = record)
        when 'refunds' then (select r.order_id from public.refunds r where r.id = record)
        when 'returns' then (select r.order_id from public.returns r where r.id = record)
        when 'payment_attempts' then (select a.order_id from public.payment_attempts a where a.reference = p_entry.record_id)
        when 'payment_events' then (select a.order_id from public.payment_attempts a where a.reference = named ->> 'reference')
        when 'quote_lines' then (select l.quote_id from public.quote_lines l where l.id = record)
        when 'price_list_items' then (select i.product_id from public.price_list_items i where i.id = record)
        when 'order_quantities' then (select q.product_id from public.order_quantities q where q.id = record)
      end,
      private.as_uuid(coalesce(named ->> 'quote_id', named ->> 'order_id', named ->> 'product_id')))) end;
end;
$$;
comment on function private.audit_subject(public.audit_log) is
  'What an entry of the audit trail belongs to, for people: the number of its order or quote, or the title of its product; null for records that have titles of their own';

create function office.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  typed constant text := btrim(coalesce(p_query, ''));
  named constant text := coalesce((select o.id::text from public.orders o where o.number in (typed, upper(typed)) limit 1), typed);
  since constant timestamptz := coalesce(private.day_start(p_from), '-infinity');
  before constant timestamptz := coalesce(private.day_start(p_to + 1), 'infinity');
  page record;
begin
  perform private.require_admin();
  if named <> '' then
    page := private.search_audit(named, coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  else
    page := private.audit_of_kinds(coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  end if;
  return jsonb_build_object('total', page.total, 'total_is_least', page.total_is_least,
    'entries', coalesce((
      select jsonb_agg(to_jsonb(a) || jsonb_build_object('restored', a.action = 'insert' and exists (
        select from public.audit_log d where d.record_id = a.record_id and d.id < a.id
          and d.table_name = a.table_name and d.action = 'delete'),
        'subject', private.audit_subject(a), 'names', private.names_in(a.before, a.after)) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back, subject, the number of its order or quote or the title of its product, and names, those of the records that its values refer to, by id; empty arguments filter nothing, the query is part of a title or name, the number of an order, the key of a record, or the id of a request. Administrators only (not_an_administrator).';

create function office.order_changes(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object('names', private.names_in(a.before, a.after)) order by a.id desc), '[]') from (
      select * from public.audit_log where record_id = p_order::text and table_name = 'orders'
      order by id desc limit 100) a);
end;
$$;
comment on function office.order_changes(uuid) is
  'The latest hundred entries of the audit trail about one order, newest first, with names as list_audit has them. Administrators only (not_an_administrator).';
