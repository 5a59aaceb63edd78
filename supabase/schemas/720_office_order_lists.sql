-- The back office's lists of orders, customers and messages.

create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from date default null, p_to date default null,
  p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false, p_assignee text default '',
  p_disputed text default ''
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  fulfilments constant public.fulfilment[] := string_to_array(nullif(p_fulfilments, ''), ',');
  returned constant public.return_status[] := string_to_array(nullif(p_returns, ''), ',');
  page_size constant int := least(greatest(p_limit, 1), 500);
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
  skipped bigint := 0;
begin
  perform private.require_admin();
  if p_after_id is null then
    select count(*), false into total, total_is_least
    from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (since is null or it.created_at >= since) and (before is null or it.created_at < before)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < public.clock())
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
      and case p_disputed when '' then true when 'no' then it.id not in (select d.order_id from public.payment_disputes d where d.status <> 'won')
        else it.id in (select d.order_id from public.payment_disputes d where d.status = p_disputed) end
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  -- Where many rows match, reading them by date ends early; Postgres cannot estimate how many match a text.
  perform set_config('enable_indexscan', case when patterns is null or total > 5000 then 'on' else 'off' end, true);
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (since is null or it.created_at >= since) and (before is null or it.created_at < before)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < public.clock())
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
      and case p_disputed when '' then true when 'no' then it.id not in (select d.order_id from public.payment_disputes d where d.status <> 'won')
        else it.id in (select d.order_id from public.payment_disputes d where d.status = p_disputed) end
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
      and (p_after_id is null or it.created_at <= p_after_at
        and (it.created_at < p_after_at or it.id > p_after_id))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'price-asc' then it.total_price end,
      case when p_sort = 'price-desc' then it.total_price end desc,
      case when p_sort = 'user-asc' then lower(it.firstname) end,
      case when p_sort = 'user-desc' then lower(it.firstname) end desc,
      case when p_sort = 'status-asc' then it.status end,
      case when p_sort = 'status-desc' then it.status end desc,
      case when p_sort in ('created-asc', 'price-desc', 'user-desc') then it.id end desc,
      case when p_sort !~ '^(price|user)' then it.created_at end desc,
      it.id
    limit page_size offset skipped);
  return next;
end;
$$;
comment on function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean, text, text) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_from and p_to the first and last day, p_overdue for those on terms whose day has passed, p_assignee the id of the administrator who has them, or none, p_disputed the status of a dispute that they have, or no for those that can be sent, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create function office.find_customers(
  p_q text default '', p_from date default null, p_to date default null,
  p_orders text default '', p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  page_size constant int := least(greatest(p_limit, 1), 500);
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
begin
  perform private.require_admin();
  select count(*), false into total, total_is_least
  from public.profiles it
  where (since is null or it.created_at >= since) and (before is null or it.created_at < before)
    and (p_orders is distinct from 'none' or it.id not in (select o.user_id from public.orders o where o.user_id is not null))
    and (p_orders is distinct from 'some' or it.id in (select o.user_id from public.orders o))
    and (p_orders is distinct from 'unpaid' or it.id in (select o.user_id from public.orders o where o.status = 'Pending'))
    and (patterns is null or patterns <> '{}' and it.search_words like pattern
      and ' ' || it.search_words like all (patterns));
  perform set_config('enable_indexscan', case when patterns is null or total > 5000 then 'on' else 'off' end, true);
  ids := array(
    select it.id from public.profiles it
    where (since is null or it.created_at >= since) and (before is null or it.created_at < before)
      and (p_orders is distinct from 'none' or it.id not in (select o.user_id from public.orders o where o.user_id is not null))
      and (p_orders is distinct from 'some' or it.id in (select o.user_id from public.orders o))
      and (p_orders is distinct from 'unpaid' or it.id in (select o.user_id from public.orders o where o.status = 'Pending'))
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'name-asc' then lower(it.firstname) end,
      case when p_sort = 'name-asc' then lower(it.lastname) end,
      case when p_sort = 'name-desc' then lower(it.firstname) end desc,
      case when p_sort = 'name-desc' then lower(it.lastname) end desc,
      case when p_sort = 'email-asc' then lower(it.email) end,
      case when p_sort = 'email-desc' then lower(it.email) end desc,
      case when p_sort = 'location-asc' then lower(it.country) end,
      case when p_sort = 'location-asc' then lower(it.state) end,
      case when p_sort = 'location-desc' then lower(it.country) end desc,
      case when p_sort = 'location-desc' then lower(it.state) end desc,
      case when p_sort = 'created-asc' or p_sort ~ '^(name|email|location)-desc$' then it.id end desc,
      case when p_sort !~ '^(name|email|location)' then it.created_at end desc,
      it.id
    limit page_size offset private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total));
  return next;
end;
$$;
comment on function office.find_customers(text, date, date, text, text, int, int) is
  'Ids of one page of customers (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_from and p_to are the first and last day, p_orders none, some or unpaid, p_sort created, name, email or location with -asc or -desc, p_offset a whole number of pages.';

create function office.customer_totals(p_users uuid[])
returns table (user_id uuid, orders int, paid_orders int, spent numeric, last_order_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select u, count(o.id)::int, (count(*) filter (where o.status = 'Paid'))::int,
      coalesce(sum(o.total_price) filter (where o.status = 'Paid'), 0), max(o.created_at)
    from unnest(p_users) u left join public.orders o on o.user_id = u group by u;
end;
$$;
comment on function office.customer_totals(uuid[]) is
  'What these customers ordered, and spent on paid orders, in the currency of the shop; administrators only (not_an_administrator).';

create function office.list_contact_messages(
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
      select m.id, m.firstname, m.lastname, m.email, m.message, m.created_at, m.read_at, m.answer, m.answered_at,
        (select json_build_object('id', p.id, 'title', p.title) from public.products p where p.id = m.product_id) as product
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
