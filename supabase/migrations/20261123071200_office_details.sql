-- The audit trail names what its values refer to, customers get the notes about them, and messages are listed in longer pages.

create function public.own_notes() returns table (note text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.note, c.created_at from public.customer_notes c
  where c.user_id = (select auth.uid()) order by c.created_at desc, c.id;
$$;
comment on function public.own_notes() is 'What the shop noted about the signed-in customer, newest first; notes are personal data';
grant execute on function public.own_notes() to authenticated;

create function private.name_of(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select left(btrim(n.name), 200) from (
      select c.name from public.categories c where c.id = p_id
      union all select p.title from public.products p where p.id = p_id
      union all select concat_ws(' ', p.firstname, p.lastname) from public.profiles p where p.id = p_id
      union all select a.firstname from public.administrators a where a.id = p_id
      union all select concat_ws(' ', o.firstname, o.lastname) from public.orders o where o.id = p_id
      union all (
        select a.label from public.audit_log a
        where a.record_id = p_id::text and a.label <> '' order by a.id desc limit 1)) n
    where btrim(n.name) <> '' limit 1);
end;
$$;
comment on function private.name_of(uuid) is
  'Name or title of a record, whatever its table; of one that is gone the last that the audit trail knows; null where there is none';

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

create or replace function office.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  named constant text := btrim(coalesce(p_query, ''));
  since constant timestamptz := coalesce(p_from::timestamp at time zone 'UTC', '-infinity');
  before constant timestamptz := coalesce((p_to + 1)::timestamp at time zone 'UTC', 'infinity');
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
        'names', private.names_in(a.before, a.after)) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back, and names, those of the records that its values refer to, by id; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';

create or replace function office.list_contact_messages(
  p_query text default '', p_state text default '', p_oldest_first boolean default false,
  p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 500);
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  pattern constant text := private.search_pattern(p_query);
  indexed constant text := private.index_pattern(pattern);
  total bigint;
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.contact_messages m
  where (p_state is distinct from 'read' or m.read_at is not null)
    and (p_state is distinct from 'unread' or m.read_at is null)
    and (p_state is distinct from 'answered' or m.answered_at is not null)
    and (p_state is distinct from 'unanswered' or m.answered_at is null)
    and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
      and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern);
  return jsonb_build_object('total', total, 'total_is_least', false, 'messages', coalesce((
    select jsonb_agg(f) from (
      select m.id, m.firstname, m.lastname, m.email, m.message, m.created_at, m.read_at, m.answer, m.answered_at
      from public.contact_messages m
      where (p_state is distinct from 'read' or m.read_at is not null)
        and (p_state is distinct from 'unread' or m.read_at is null)
        and (p_state is distinct from 'answered' or m.answered_at is not null)
        and (p_state is distinct from 'unanswered' or m.answered_at is null)
        and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
          and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern)
      order by case when p_oldest_first then m.created_at end, case when p_oldest_first then m.id end desc,
        m.created_at desc, m.id
      limit page_size offset private.page_start(p_page, page_size, total)) f), '[]'));
end;
$$;
comment on function office.list_contact_messages(text, text, boolean, int, int) is
  'One page of contact messages (at most 500) as {total, total_is_least, messages}; state is read, unread, answered, unanswered or empty for all. Administrators only (not_an_administrator).';
