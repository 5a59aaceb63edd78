-- What the dashboard and the bell show: income over time, best sellers, what needs doing, what happened.

create index products_without_images_idx on public.products (created_at desc) where images = '{}';
create index products_out_of_stock_idx on public.products (updated_at desc) where availability = 'OutofStock';

create function public.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  step constant interval := case when p_by = 'month' then interval '1 month' else interval '1 day' end;
  -- Days and months are those of UTC, as the month of monthly_income.
  first_moment constant timestamptz := date_trunc(case when p_by = 'month' then 'month' else 'day' end, p_from::timestamp) at time zone 'UTC';
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with periods as (
        select moment from generate_series(
          first_moment at time zone 'UTC', (p_to)::timestamp, step) moment limit 1500),
      paid as (
        select date_trunc(case when p_by = 'month' then 'month' else 'day' end, o.paid_at at time zone 'UTC') as moment,
          sum(o.total_price) as income, count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= first_moment and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', to_char(periods.moment, 'YYYY-MM-DD'),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by periods.moment)
      from periods left join paid on paid.moment = periods.moment), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select i.product_id, coalesce(p.title, max(i.title)) as title, p.images[1] as image,
          sum(i.quantity)::int as pieces, sum(i.quantity * i.unit_price) as income
        from public.orders o
        join public.order_items i on i.order_id = o.id
        left join public.products p on p.id = i.product_id
        where o.status = 'Paid' and o.paid_at >= first_moment and o.paid_at < end_moment
        group by i.product_id, p.title, p.images[1], case when i.product_id is null then i.title end
        order by 4 desc, 5 desc, 2 limit 8) b), '[]'));
end;
$$;
comment on function public.sales_figures(date, date, text) is
  'What was paid from one day to another (UTC), by day or month, in dollars, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';

create function public.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function public.open_tasks() is
  'How many orders and products need a person, as {unpaidOrders, heldOrders, withoutPictures, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';
create index orders_held_idx on public.orders (created_at desc) where status = 'Held';

-- When each administrator last opened the bell.
create table public.notifications_seen (
  administrator_id uuid primary key references public.administrators on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table public.notifications_seen is 'When each administrator last looked at the notifications. Safe to empty: all are new again.';
comment on column public.notifications_seen.administrator_id is 'The administrator';
comment on column public.notifications_seen.seen_at is 'When the bell was last opened';
alter table public.notifications_seen enable row level security;
revoke all on public.notifications_seen from anon, authenticated;
grant all on public.notifications_seen to service_role;

create function public.notifications(p_limit int default 12) returns jsonb
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
        select count(*) from (select 1 from public.products where availability = 'OutofStock' and updated_at > seen limit enough) p) c)),
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
          (select 'out-of-stock', p.id, p.title, null, null, p.updated_at, p.updated_at > seen
            from public.products p where p.availability = 'OutofStock' order by p.updated_at desc limit most)) happened
        order by at desc, id limit most) n), '[]'));
end;
$$;
comment on function public.notifications(int) is
  'What happened last, as {unseen, items: [{kind, id, title, amount, status, at, new}]}: orders, unread messages, products out of stock; unseen at most 100. Administrators only (not_an_administrator).';

create function public.see_notifications() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  insert into public.notifications_seen (administrator_id) values (auth.uid())
  on conflict (administrator_id) do update set seen_at = now();
end;
$$;
comment on function public.see_notifications() is
  'Notes that the signed-in administrator has seen the notifications. Administrators only (not_an_administrator).';

create function public.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := private.like_pattern(coalesce(p_query, ''));
  size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  filter constant text := concat_ws(' and ', 'true',
    case when wanted <> '%%' then '(lower(label) like $1 or record_id = btrim($1, ''%''))' end,
    case when p_table <> '' then 'table_name = $2' end,
    case when p_action <> '' then 'action = $3' end,
    case when p_role <> '' then 'actor_role = $4' end,
    case when p_from is not null then 'happened_at >= $5::timestamp at time zone ''UTC''' end,
    case when p_to is not null then 'happened_at < ($6 + 1)::timestamp at time zone ''UTC''' end);
  total int;
  page int;
  entries jsonb;
begin
  perform private.require_admin();
  execute 'select count(*) from public.audit_log where ' || filter into total
    using wanted, p_table, p_action, p_role, p_from, p_to;
  page := least(greatest(coalesce(p_page, 1), 1), greatest(ceil(total::numeric / size)::int, 1));
  execute 'select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), ''[]'') from (
    select * from public.audit_log where ' || filter || ' order by id desc limit $7 offset $8) e'
    into entries using wanted, p_table, p_action, p_role, p_from, p_to, size, (page - 1) * size;
  return jsonb_build_object('total', total, 'page', page, 'entries', entries);
end;
$$;
comment on function public.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, page, entries}; empty arguments filter nothing, the query is part of a title or name, or the key of a record. Administrators only (not_an_administrator).';
drop index public.audit_log_label_idx;
create index audit_log_label_idx on public.audit_log using gin (lower(label) extensions.gin_trgm_ops);

revoke execute on function
  public.sales_figures(date, date, text), public.open_tasks(), public.notifications(int),
  public.see_notifications(), public.list_audit(text, text, text, text, date, date, int, int)
  from public, anon, authenticated;
grant execute on function
  public.sales_figures(date, date, text), public.open_tasks(), public.notifications(int),
  public.see_notifications(), public.list_audit(text, text, text, text, date, date, int, int)
  to authenticated;
