-- The dashboard and the notifications.

-- When each administrator last opened the notifications.
create table public.notifications_seen (
  administrator_id uuid primary key references public.administrators on delete cascade,
  seen_at timestamptz not null default public.clock()
);
comment on table public.notifications_seen is 'When each administrator last looked at the notifications. Safe to empty: all are new again.';
comment on column public.notifications_seen.administrator_id is 'The administrator';
comment on column public.notifications_seen.seen_at is 'When the notifications were last opened';

create function office.total_users() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles);
end;
$$;
comment on function office.total_users() is 'How many customers there are; administrators only (not_an_administrator)';

create function office.total_orders() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.orders);
end;
$$;
comment on function office.total_orders() is 'How many orders there are; administrators only (not_an_administrator)';

create function office.monthly_income() returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(sum(total_price), 0.00) from public.orders
    where status = 'Paid'
      and paid_at >= private.day_start(date_trunc('month', private.day_of(public.clock())::timestamp)::date));
end;
$$;
comment on function office.monthly_income() is
  'What was paid in the current calendar month of the shop, in the currency of the shop; administrators only (not_an_administrator)';

create function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'overdue', (select count(*) from public.orders where status = 'OnTerms' and due_at < public.clock()),
    'disputed', (select count(distinct order_id) from public.payment_disputes where status = 'open'),
    'toSend', (select count(*) from public.orders o where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed')
      and not exists (select from public.payment_disputes d where d.order_id = o.id and d.status <> 'won')),
    'returnsToAnswer', (select count(distinct order_id) from public.returns where status = 'requested'),
    'companiesToAnswer', (select count(*) from public.companies where status = 'requested'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'quotesToAnswer', (select count(*) from public.quotes where to_answer),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, overdue, disputed, toSend, returnsToAnswer, companiesToAnswer, withoutPictures, lowStock, outOfStock, quotesToAnswer, unreadMessages}. Administrators only (not_an_administrator).';

-- Reads the last thousand entries of the trail, newest first, and stops when it has enough; joined with the products,
-- Postgres would read all that are out of stock first.
create function private.out_of_stock(p_since timestamptz, p_limit int)
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  entry record;
  listed uuid[] := '{}';
begin
  for entry in
    select a.record_id::uuid as product, a.happened_at
    from public.audit_log a
    where a.table_name = 'products' and a.action in ('insert', 'update')
      and a.after ->> 'availability' = 'OutofStock' and a.happened_at > p_since
    order by a.happened_at desc limit 1000
  loop
    exit when cardinality(listed) >= p_limit;
    continue when entry.product = any (listed);
    select p.id, p.title, entry.happened_at into id, title, since from public.products p
      where p.id = entry.product and p.availability = 'OutofStock';
    if found then
      listed := listed || id;
      return next;
    end if;
  end loop;
end;
$$;
comment on function private.out_of_stock(timestamptz, int) is
  'Products that went out of stock after this time and still are, latest first, with the time';

create function office.notifications(p_limit int default 12) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := least(greatest(coalesce(p_limit, 12), 1), 50);
  seen constant timestamptz := coalesce((
    select n.seen_at from public.notifications_seen n where n.administrator_id = auth.uid()), '-infinity');
  -- Counted up to a hundred: more is shown as 99+.
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
comment on function office.notifications(int) is
  'What happened last, as {unseen, items: [{kind, id, title, amount, status, at, new}]}: orders, unread messages, products out of stock; unseen at most 100. Administrators only (not_an_administrator).';

create function office.mark_notifications_seen() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  insert into public.notifications_seen (administrator_id) values (auth.uid())
  on conflict (administrator_id) do update set seen_at = public.clock();
end;
$$;
comment on function office.mark_notifications_seen() is
  'Records that the signed-in administrator has seen the notifications. Administrators only (not_an_administrator).';

alter table public.notifications_seen enable row level security;
create policy notifications_seen_nobody on public.notifications_seen for all to anon, authenticated
  using (false) with check (false);
