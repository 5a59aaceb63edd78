-- Sales over time, and the products that sold best.

-- Days and months are those of UTC, as the month of monthly_income.
create function private.sold_between(p_first timestamptz, p_end timestamptz) returns setof private.sold
-- A day is looked up line by line, a year is read as a whole: each is planned for itself.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
    -- Lines of a deleted product go by the title that they keep.
    select i.product_id, case when i.product_id is null then i.title end,
      sum(i.quantity)::int, sum(i.quantity * i.unit_price)
    from public.orders o
    join public.order_items i on i.order_id = o.id
    where o.status = 'Paid' and o.paid_at >= p_first and o.paid_at < p_end
    group by 1, 2;
end;
$$;
comment on function private.sold_between(timestamptz, timestamptz) is 'What was paid for in that time, by product';

create function private.sold_of(p_product uuid, p_title text, p_first timestamptz, p_end timestamptz)
returns setof private.sold
language sql stable security definer set search_path = '' as $$
  select p_product, p_title, sum(l.quantity)::int, sum(l.quantity * l.unit_price)
  from (
    select i.order_id, i.quantity, i.unit_price from public.order_items i where i.product_id = p_product
    union all
    select i.order_id, i.quantity, i.unit_price from public.order_items i
    where p_product is null and i.product_id is null and i.title = p_title) l
  join public.orders o on o.id = l.order_id
  where o.status = 'Paid' and o.paid_at >= p_first and o.paid_at < p_end
  having count(*) > 0;
$$;
comment on function private.sold_of(uuid, text, timestamptz, timestamptz) is
  'What was paid for in that time of one product, or of that title where the product is gone';

create function private.income_between(p_first timestamptz, p_end timestamptz, p_unit text)
returns setof private.period_income
language sql stable security definer set search_path = '' as $$
  select date_trunc(p_unit, o.paid_at at time zone 'UTC'), sum(o.total_price), count(*)::int
  from public.orders o
  where o.status = 'Paid' and o.paid_at >= p_first and o.paid_at < p_end
  group by 1;
$$;
comment on function private.income_between(timestamptz, timestamptz, text) is
  'What was paid in that time, by day or month';

create function private.add_up_sales(p_first date, p_end date, p_unit text) returns private.kept_sales
language plpgsql stable security definer set search_path = '' as $$
declare
  first_moment constant timestamptz := p_first::timestamp at time zone 'UTC';
  end_moment constant timestamptz := p_end::timestamp at time zone 'UTC';
  most constant int := 500;
  summed private.kept_sales;
begin
  summed.first_day := p_first;
  summed.end_day := p_end;
  summed.unit := p_unit;
  summed.version := private.past_sales_version();
  summed.kept_at := now();
  summed.income := array(select i from private.income_between(first_moment, end_moment, p_unit) i);
  summed.best := array(
    with sold as materialized (select * from private.sold_between(first_moment, end_moment)),
    last as (select s.pieces, s.income from sold s order by s.pieces desc, s.income desc offset most - 1 limit 1)
    select row(s.product_id, s.title, s.pieces, s.income)::private.sold
    from sold s
    left join public.products p on p.id = s.product_id
    where (s.pieces, s.income) >= (
      coalesce((select l.pieces from last l), 0), coalesce((select l.income from last l), 0))
    order by s.pieces desc, s.income desc, coalesce(p.title, s.title) limit most);
  return summed;
end;
$$;
comment on function private.add_up_sales(date, date, text) is
  'The sales of these days, all as of one moment; costs what was sold in them';

create function private.past_sales(p_from date, p_to date, p_by text) returns private.kept_sales
language plpgsql security definer set search_path = '' as $$
declare
  by_unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  first_date constant date := date_trunc(by_unit, p_from::timestamp)::date;
  end_date constant date := greatest(first_date,
    least(p_to + 1, private.past_end()));
  past private.kept_sales;
begin
  select k.* into past from private.kept_sales k
  where k.first_day = first_date and k.end_day = end_date and k.unit = by_unit
    and k.version = private.past_sales_version();
  if found then
    return past;
  end if;
  past := private.add_up_sales(first_date, end_date, by_unit);
  perform private.note_past_anew();
  -- A transaction that sees the past must not write over what is newer.
  if first_date < end_date and current_setting('transaction_isolation') = 'read committed' then
    delete from private.kept_sales k where k.kept_at < now() - interval '2 days';
    insert into private.kept_sales select past.*
    on conflict (first_day, end_day, unit) do update
      set version = excluded.version, kept_at = excluded.kept_at, income = excluded.income, best = excluded.best
      where kept_sales.version <= excluded.version;
  end if;
  return past;
end;
$$;
comment on function private.past_sales(date, date, text) is
  'The sales of those days of a range that are over, as kept, or added up and kept';

create function private.sales_with(p_past private.kept_sales, p_to date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first_moment constant timestamptz := p_past.first_day::timestamp at time zone 'UTC';
  late_moment constant timestamptz := p_past.end_day::timestamp at time zone 'UTC';
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
  -- What is not among the kept best sold no better than the last of these; nothing where all are kept.
  least_kept constant int := case when cardinality(p_past.best) = 500 then p_past.best[500].pieces end;
begin
  return jsonb_build_object(
    'income', coalesce((
      with periods as (
        select moment from generate_series(
          p_past.first_day::timestamp, p_to::timestamp, ('1 ' || p_past.unit)::interval) moment limit 1500),
      paid as (
        select i.moment, sum(i.income) as income, sum(i.orders)::int as orders
        from (
          select * from unnest(p_past.income)
          union all
          select * from private.income_between(late_moment, end_moment, p_past.unit)) i
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', to_char(periods.moment, 'YYYY-MM-DD'),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by periods.moment)
      from periods left join paid on paid.moment = periods.moment), '[]'),
    'bestSellers', coalesce((
      with known as materialized (
        select s.product_id, s.title, sum(s.pieces)::int as pieces, sum(s.income) as income,
          bool_or(s.is_kept) as is_kept
        from (
          select *, true as is_kept from unnest(p_past.best)
          union all
          select *, false from private.sold_between(late_moment, end_moment)) s
        group by 1, 2),
      promising as (select k.pieces from known k order by k.pieces desc, k.income desc offset 7 limit 1),
      doubtful as materialized (
        select k.product_id, k.title from known k
        where not k.is_kept and k.pieces + least_kept >= (select p.pieces from promising p)),
      sold as materialized (
        select s.product_id, s.title, sum(s.pieces)::int as pieces, sum(s.income) as income
        from (
          select k.product_id, k.title, k.pieces, k.income from known k
          union all
          select b.* from doubtful d, private.sold_of(d.product_id, d.title, first_moment, late_moment) b) s
        group by 1, 2),
      eighth as (select s.pieces, s.income from sold s order by s.pieces desc, s.income desc offset 7 limit 1)
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces, s.income
        from sold s
        left join public.products p on p.id = s.product_id
        where (s.pieces, s.income) >= (
          coalesce((select e.pieces from eighth e), 0), coalesce((select e.income from eighth e), 0))
        order by s.pieces desc, s.income desc, 2 limit 8) b), '[]'));
end;
$$;
comment on function private.sales_with(private.kept_sales, date) is
  'The report of past days together with the days since, up to p_to';

create function public.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  past private.kept_sales;
  figures jsonb;
begin
  perform private.require_admin();
  for attempt in 1..3 loop
    past := private.past_sales(p_from, p_to, p_by);
    figures := private.sales_with(past, p_to);
    -- Else a past day changed in between, and the two might not fit together.
    exit when past.version = private.past_sales_version();
  end loop;
  return figures;
end;
$$;
comment on function public.sales_figures(date, date, text) is
  'What was paid from one day to another (UTC), by day or month, in dollars, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';
grant execute on function public.sales_figures(date, date, text) to authenticated;

create function public.keep_sales(p_from date, p_to date, p_by text default 'day') returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.past_sales(p_from, p_to, p_by);
end;
$$;
comment on function public.keep_sales(date, date, text) is
  'Adds up the past days of a range where that is not kept, so that nobody waits for it; for the scheduler';
grant execute on function public.keep_sales(date, date, text) to service_role;

create function private.category_months(p_category uuid, p_first timestamptz, p_end timestamptz)
returns setof private.month_sales
-- A day is looked up by its orders, all time by the products: each is planned for itself.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select date_trunc('month', o.paid_at at time zone 'UTC')::date, sum(i.quantity)::bigint,
      sum(i.unit_price * i.quantity), count(distinct o.id)
    from public.orders o
    join public.order_items i on i.order_id = o.id
    join public.products p on p.id = i.product_id
    where o.status = 'Paid' and o.paid_at >= p_first and o.paid_at < p_end and p.category_id = p_category
    group by 1;
end;
$$;
comment on function private.category_months(uuid, timestamptz, timestamptz) is
  'What was paid for in that time of the products now in a category, by month';

create function private.with_months(
  p_months private.month_sales[], p_category uuid, p_first timestamptz, p_end timestamptz)
returns setof private.month_sales
language sql stable security definer set search_path = '' as $$
  select m.month, sum(m.pieces)::bigint, sum(m.income), sum(m.orders)::bigint
  from (
    select * from unnest(p_months)
    union all
    select * from private.category_months(p_category, p_first, p_end)) m
  group by 1 order by 1;
$$;
comment on function private.with_months(private.month_sales[], uuid, timestamptz, timestamptz) is
  'Months of a category with what was paid for in that time';

create function private.past_of_category(p_category uuid) returns private.kept_category_sales
language plpgsql stable security definer set search_path = '' as $$
declare
  past private.kept_category_sales;
begin
  select k.* into past from private.kept_category_sales k
  where k.category_id = p_category and k.version = private.kept_count('past') and k.end_day <= private.past_end();
  past.months := array(select m from private.with_months(coalesce(past.months, '{}'), p_category,
    coalesce(past.end_day::timestamp at time zone 'UTC', '-infinity'),
    private.past_end()::timestamp at time zone 'UTC') m);
  past.category_id := p_category;
  past.end_day := private.past_end();
  past.version := private.kept_count('past');
  return past;
end;
$$;
comment on function private.past_of_category(uuid) is
  'The sales of a category until the end of the past, all as of one moment: what is kept of them, and what is not';

create function public.sales_by_month(p_product uuid default null, p_category uuid default null)
returns table (month date, pieces bigint, income numeric, orders bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  past private.kept_category_sales;
begin
  perform private.require_admin();
  if p_category is null then
    return query
      select date_trunc('month', o.paid_at at time zone 'UTC')::date, sum(i.quantity)::bigint,
        sum(i.unit_price * i.quantity), count(distinct o.id)
      from public.order_items i
      join public.orders o on o.id = i.order_id
      where o.status = 'Paid' and o.paid_at is not null and i.product_id = p_product
      group by 1 order by 1;
    return;
  end if;
  past := private.past_of_category(p_category);
  perform private.note_past_anew();
  -- A transaction that sees the past must not write over what is newer.
  if current_setting('transaction_isolation') = 'read committed' and not exists (
    select from private.kept_category_sales k
    where k.category_id = p_category and k.version = past.version and k.end_day = past.end_day) then
    delete from private.kept_category_sales k
    where not exists (select from public.categories c where c.id = k.category_id);
    insert into private.kept_category_sales
      select past.* where exists (select from public.categories c where c.id = p_category)
    on conflict (category_id) do update
      set end_day = excluded.end_day, version = excluded.version, months = excluded.months
      where kept_category_sales.version < excluded.version
        or kept_category_sales.version = excluded.version and kept_category_sales.end_day < excluded.end_day;
  end if;
  return query
    select m.* from private.with_months(
      past.months, p_category, past.end_day::timestamp at time zone 'UTC', 'infinity') m;
end;
$$;
comment on function public.sales_by_month(uuid, uuid) is
  'Pieces, income in dollars and orders of a product, or of the products now in a category, for each month (UTC) in which one was paid. Error (in detail): not_an_administrator.';
grant execute on function public.sales_by_month(uuid, uuid) to authenticated;
