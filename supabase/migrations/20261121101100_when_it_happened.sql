-- What the trail says more: the request that a change came by; and the bell tells when a product went out of stock.

alter table public.audit_log add column request_id text;
alter table public.audit_log alter column request_id set default private.request_id();
comment on column public.audit_log.request_id is
  'The request of the API that made the change, as the logs of the site, the functions and the database name it; empty for SQL by hand and for the time before it was noted';

-- Any other edit of the product later must not make old news new, so the trail is asked, not updated_at.
create index audit_log_out_of_stock_idx on public.audit_log (happened_at desc, record_id)
  where table_name = 'products' and action in ('insert', 'update') and after ->> 'availability' = 'OutofStock';

create function private.out_of_stock(p_since timestamptz, p_limit int)
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  entry record;
  told uuid[] := '{}';
begin
  -- Walked from the newest entry, since few are wanted, and most shops have many more.
  for entry in
    select p.id, p.title, a.happened_at
    from public.audit_log a join public.products p on p.id = a.record_id::uuid
    where a.table_name = 'products' and a.action in ('insert', 'update')
      and a.after ->> 'availability' = 'OutofStock'
      and a.happened_at > p_since and p.availability = 'OutofStock'
    order by a.happened_at desc
  loop
    continue when entry.id = any (told);
    exit when cardinality(told) >= p_limit;
    told := told || entry.id;
    id := entry.id;
    title := entry.title;
    since := entry.happened_at;
    return next;
  end loop;
end;
$$;
comment on function private.out_of_stock(timestamptz, int) is
  'Products that are out of stock and went so after a moment, the last ones first, with the moment';

create or replace function public.notifications(p_limit int default 12) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := least(greatest(coalesce(p_limit, 12), 1), 50);
  seen constant timestamptz := coalesce((
    select n.seen_at from public.notifications_seen n where n.administrator_id = auth.uid()), '-infinity');
  -- Counted up to a hundred: more is told as 99+.
  enough constant int := 100;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unseen', least(enough, (
      select sum(c.n) from (
        select count(*) as n from (select 1 from public.orders where created_at > seen limit enough) o
        union all
        select count(*) from (select 1 from public.contact_messages where created_at > seen and read_at is null limit enough) m
        union all
        select count(*) from private.out_of_stock(seen, enough)) c)),
    'items', coalesce((
      select jsonb_agg(to_jsonb(n) order by n.at desc, n.id) from (
        select * from (
          (select 'order' as kind, o.id, btrim(o.firstname || ' ' || o.lastname) as title, o.total_price as amount,
              o.status::text as status, o.created_at as at, o.created_at > seen as new
            from public.orders o order by o.created_at desc, o.id limit most)
          union all
          (select 'message', m.id, btrim(m.firstname || ' ' || m.lastname), null, null, m.created_at, m.created_at > seen
            from public.contact_messages m where m.read_at is null order by m.created_at desc limit most)
          union all
          (select 'out-of-stock', p.id, p.title, null, null, p.since, p.since > seen
            from private.out_of_stock('-infinity', most) p)) happened
        order by at desc, id limit most) n), '[]'));
end;
$$;

create or replace function public.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := private.like_pattern(coalesce(p_query, ''));
  size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  filter constant text := concat_ws(' and ', 'true',
    case when wanted <> '%%' then '(lower(label) like $1 or record_id = $9 or request_id = $9)' end,
    case when p_table <> '' then 'table_name = $2' end,
    case when p_action <> '' then 'action = $3' end,
    case when p_role <> '' then 'actor_role = $4' end,
    case when p_from is not null then 'happened_at >= $5::timestamp at time zone ''UTC''' end,
    case when p_to is not null then 'happened_at < ($6 + 1)::timestamp at time zone ''UTC''' end);
  named constant text := btrim(coalesce(p_query, ''));
  total int;
  page int;
  entries jsonb;
begin
  perform private.require_admin();
  execute 'select count(*) from public.audit_log where ' || filter into total
    using wanted, p_table, p_action, p_role, p_from, p_to, 0, 0, named;
  page := least(greatest(coalesce(p_page, 1), 1), greatest(ceil(total::numeric / size)::int, 1));
  execute 'select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), ''[]'') from (
    select * from public.audit_log where ' || filter || ' order by id desc limit $7 offset $8) e'
    into entries using wanted, p_table, p_action, p_role, p_from, p_to, size, (page - 1) * size, named;
  return jsonb_build_object('total', total, 'page', page, 'entries', entries);
end;
$$;
comment on function public.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, page, entries}; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';
create index audit_log_request_idx on public.audit_log (request_id) where request_id is not null;

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
revoke execute on function public.order_changes(uuid) from public, anon, authenticated;
grant execute on function public.order_changes(uuid) to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
