-- The shop has a time zone. Days, months and due dates are those of this zone; UTC until one is chosen.
create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'carriers' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 2000
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'time_zone' then p_value #>> '{}' = '' or exists (select from pg_timezone_names z where z.name = p_value #>> '{}')
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';

insert into public.shop_settings (name, value) values ('time_zone', '""');
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC)';

create function public.shop_time_zone() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(private.shop_setting('time_zone') #>> '{}', '');
end;
$$;
comment on function public.shop_time_zone() is 'The time zone of the shop, as in IANA''s database; null until one is chosen';
grant execute on function public.shop_time_zone() to anon, authenticated;

create function private.time_zone() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(public.shop_time_zone(), 'UTC');
end;
$$;
comment on function private.time_zone() is 'The time zone in which the shop counts days: UTC until one is chosen';

create function private.day_of(p_time timestamptz) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (p_time at time zone private.time_zone())::date;
end;
$$;
comment on function private.day_of(timestamptz) is 'The day of a time in the shop''s time zone';

create function private.day_start(p_day date) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  midnight constant timestamptz := p_day::timestamp at time zone private.time_zone();
begin
  -- Where clocks go back over midnight, Postgres takes the second of both.
  return case when private.day_of(midnight - interval '1 hour') = p_day then midnight - interval '1 hour' else midnight end;
end;
$$;
comment on function private.day_start(date) is 'When a day begins in the shop''s time zone';

-- Cached pages with dates in them.
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, shop_settings, size_guides, size_guide:<category id>, reviews:<product id>, or everything';
select private.add_change_triggers('public.shop_settings', 'changes', 'private.record_catalogue_changes()');

-- The days of invoices that exist stay those that were printed.
alter table public.invoices add column issued_on date;
update public.invoices set issued_on = (issued_at at time zone 'UTC')::date;
alter table public.invoices alter column issued_on set default private.day_of(now()), alter column issued_on set not null;
comment on column public.invoices.issued_on is 'Its date: the day in the time zone that the shop had then';

create or replace function office.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  named constant text := btrim(coalesce(p_query, ''));
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
        'names', private.names_in(a.before, a.after)) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back, and names, those of the records that its values refer to, by id; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';

create or replace function private.left_to_return(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := private.day_start(private.day_of(now()) - private.shop_setting('return_days')::int);
begin
  return query
    select i.id, greatest(0,
      -- Pieces that were refunded without being sent back stay with the customer.
      least(sent.lately - returned.lately, sent.pieces - returned.pieces - greatest(0, i.refunded - i.not_to_send - coalesce((
        select sum(f.quantity) from public.returns r join public.refunds x on x.id = r.refund_id and x.status <> 'failed'
        join public.refund_lines f on f.refund_id = x.id
        where r.order_id = p_order and f.order_item_id = i.id), 0))))::int
    from public.order_items i join (
      select l.order_item_id, sum(l.quantity) as pieces,
        coalesce(sum(l.quantity) filter (where coalesce(p.delivered_at, p.sent_at) >= since), 0) as lately,
        min(p.sent_at) filter (where coalesce(p.delivered_at, p.sent_at) >= since) as first_sent
      from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
      where p.order_id = p_order and p.status in ('sent', 'delivered') group by 1) sent on sent.order_item_id = i.id
    cross join lateral (
      select coalesce(sum(pieces), 0) as pieces, coalesce(sum(pieces) filter (where requested_at >= sent.first_sent), 0) as lately
      from (
        select case when r.status in ('requested', 'approved') then l.quantity else l.received end as pieces, r.requested_at
        from public.return_lines l join public.returns r on r.id = l.return_id
        where l.order_item_id = i.id and r.status <> 'refused') back) returned
    order by i.position;
end;
$$;
comment on function private.left_to_return(uuid) is
  'The lines of an order of which something was sent, with the pieces that may still be sent back: for return_days after the day on which their parcel was delivered, or sent where that is not known';

drop function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text, text, boolean);
create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from date default null, p_to date default null,
  p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false
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
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
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
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
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
comment on function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_from and p_to the first and last day, p_overdue for those on terms whose day has passed, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

drop function office.find_customers(text, timestamptz, timestamptz, text, text, int, int);
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

create or replace function office.monthly_income() returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(sum(total_price), 0.00) from public.orders
    where status = 'Paid'
      and paid_at >= private.day_start(date_trunc('month', private.day_of(now())::timestamp)::date));
end;
$$;
comment on function office.monthly_income() is
  'What was paid in the current calendar month of the shop, in dollars; administrators only (not_an_administrator)';

create or replace function office.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  starts constant timestamptz[] := array(
    select private.day_start(day::date)
    from generate_series(date_trunc(unit, p_from::timestamp), p_to::timestamp, ('1 ' || unit)::interval) day);
  end_moment constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with paid as (
        -- A search among the starts takes a third of what date_trunc takes.
        select width_bucket(o.paid_at, starts) as place, sum(o.total_price) as income, count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', private.day_of(p.start),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by p.start)
      from unnest(starts) with ordinality p (start, place) left join paid using (place)), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces,
          (s.cents / 100)::numeric(12, 2) as income
        from (
          -- Lines of a deleted product go by the title that they keep. Whole cents as float8 are exact, and added up in half
          -- the time that numeric takes.
          select i.product_id, case when i.product_id is null then i.title end as title, sum(i.quantity)::int as pieces,
            sum(i.quantity * round(i.unit_price::float8 * 100) - round(i.discount::float8 * 100)) as cents
          from public.orders o
          join public.order_items i on i.order_id = o.id
          where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
          group by 1, 2 order by 3 desc, 4 desc, 2, 1 limit 8) s
        left join public.products p on p.id = s.product_id) b), '[]'));
end;
$$;
comment on function office.sales_figures(date, date, text) is
  'What was paid from one day of the shop to another, by day or month, in dollars, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';

create or replace function office.sales_by_month(p_product uuid default null, p_category uuid default null)
returns table (month date, pieces bigint, income numeric, orders bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  zone constant text := private.time_zone();
begin
  perform private.require_admin();
  return query
    select private.day_of(m.start), m.pieces, m.income, m.orders
    from (
      select date_trunc('month', o.paid_at, zone) as start, sum(i.quantity)::bigint as pieces,
        sum(i.unit_price * i.quantity - i.discount) as income, count(distinct o.id) as orders
      from public.order_items i
      join public.orders o on o.id = i.order_id
      where o.status = 'Paid' and o.paid_at is not null
        and i.product_id in (select p.id from public.products p where p.id = p_product or p.category_id = p_category)
      group by 1) m order by 1;
end;
$$;
comment on function office.sales_by_month(uuid, uuid) is
  'Pieces, income in dollars and orders of a product, or of the products now in a category, for each month of the shop in which one was paid. Error (in detail): not_an_administrator.';

create or replace function private.require_credit(p_company public.companies, p_terms boolean, p_total numeric) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  credit numeric;
  days int;
begin
  if p_terms is not true or p_total = 0 then
    return null;
  end if;
  -- Orders on terms of one company queue here, so that together they never exceed its limit.
  select c.terms_days into days from public.companies c
    where c.id = p_company.id and c.status = 'approved' and c.terms_days > 0 for no key update;
  if not found then
    raise exception 'You cannot order on terms. Please pay by card.' using detail = 'no_terms';
  end if;
  credit := private.credit_left(p_company.id);
  if p_total > credit then
    raise exception 'Your credit left is $%. Please order less, or pay by card.', to_char(credit, 'FM9,999,999,990.00')
      using detail = 'credit_exceeded';
  end if;
  -- All of the day that customers read is left to pay.
  return private.day_start(private.day_of(now()) + days + 1) - interval '1 second';
end;
$$;
comment on function private.require_credit(public.companies, boolean, numeric) is
  'Until when an order on terms of so many dollars is to be paid, the end of a day; null for one that is not. Locks the company. Errors (in detail): no_terms, credit_exceeded.';

create or replace function office.sales_by_company(p_from date, p_to date)
returns table (company uuid, name text, orders int, income numeric, outstanding numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_admin();
  return query
    with paid as (
      select o.company_id, count(*)::int as orders, sum(round(o.total_price::float8 * 100)) as cents from public.orders o
      where o.company_id is not null and o.status = 'Paid' and o.paid_at >= since
        and o.paid_at < before
      group by 1),
    due as (
      select o.company_id, sum(o.total_price) as outstanding, sum(o.total_price) filter (where o.due_at < now()) as overdue
      from public.orders o where o.status = 'OnTerms' group by 1)
    select c.id, c.name, coalesce(p.orders, 0), (coalesce(p.cents, 0) / 100)::numeric(12, 2), coalesce(d.outstanding, 0.00), coalesce(d.overdue, 0.00)
    from paid p full join due d using (company_id) join public.companies c on c.id = company_id
    order by 4 desc, 5 desc, 2, 1 limit 500;
end;
$$;
comment on function office.sales_by_company(date, date) is
  'What each company paid from one day of the shop to another, in how many orders, and what it has to pay now for orders on terms, in dollars; at most 500 companies, those that paid most first. Error (in detail): not_an_administrator.';

create or replace function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz default null, p_note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
  until timestamptz := p_ends_at;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if not found then
    return null;
  end if;
  if quote.status = 'accepted' then
    raise exception 'This quote is accepted already.' using detail = 'quote_moved';
  end if;
  if until is null and quote.status = 'offered' then
    until := quote.ends_at;
  end if;
  perform private.refuse_at('validation_failed', 'Required', array(select 'endsAt' where until is null));
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where until <= now()));
  perform private.refuse_at('validation_failed', 'This product is no longer there', array(
    select concat('lines.', place - 1, '.product') from jsonb_array_elements(p_lines) with ordinality line (l, place)
    where not exists (select from public.products p where p.id = private.as_uuid(l ->> 'product'))));
  delete from public.quote_lines where quote_id = p_id;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select p_id, p.id, p.title, nullif(btrim(l ->> 'size'), ''), nullif(btrim(l ->> 'color'), ''), (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(p_lines) with ordinality line (l, place) join public.products p on p.id = (l ->> 'product')::uuid;
  update public.quotes set status = 'offered', to_answer = false, ends_at = until, note = p_note,
    tax_free = private.tax_off(private.quote_member(company_id, user_id)) is not null where id = p_id returning * into quote;
  perform private.queue_quote_mail(quote, 'quote_offered', quote.id, jsonb_build_object('endsAt', until, 'note', p_note, 'lines', (
    select jsonb_agg(jsonb_build_object('title', q.title, 'size', q.size, 'color', q.color, 'quantity', q.quantity, 'price', q.unit_price)
      order by q.position) from public.quote_lines q where q.quote_id = p_id)));
  return quote.id;
end;
$$;
comment on function office.save_quote(uuid, jsonb, timestamptz, text) is
  'Offers these lines, [{product, size, color, quantity, unit_price}], until a time (null: that of the offer before), and mails the offer; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved, validation_failed (with the paths of what is wrong as hint).';

create or replace view public.income_by_month with (security_invoker = true) as
  select (m.start at time zone m.zone)::date as month, m.currency, m.orders, m.income
  from (
    select z.zone, date_trunc('month', o.paid_at, z.zone) as start, o.currency, count(*)::int as orders, sum(o.total_price) as income
    from public.orders o, (select coalesce(public.shop_time_zone(), 'UTC') as zone) z
    where o.status = 'Paid' and o.paid_at is not null group by 1, 2, 3) m
  order by 1 desc, 2;
comment on view public.income_by_month is 'What was paid in each calendar month of the shop''s time zone; refunded orders are left out';
