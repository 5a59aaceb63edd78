-- Sales reports: of the dashboard, and by month of a product or a category. Days and months are those of the shop's time zone.

-- A week reads few orders and two years read all, so each call is planned for itself. Grouping by product takes memory.
create function office.sales_figures(p_from date, p_to date, p_by text default 'day', p_imported boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  starts constant timestamptz[] := array(
    select private.day_start(day::date)
    from generate_series(date_trunc(unit, p_from::timestamp), p_to::timestamp, ('1 ' || unit)::interval) day);
  end_moment constant timestamptz := private.day_start(p_to + 1);
  factor constant float8 := 10 ^ private.decimals(public.shop_currency());
begin
  perform private.require_admin();
  return jsonb_build_object(
    'hasImported', exists (select from public.imported_orders),
    'income', coalesce((
      with paid as (
        -- A search among the starts takes a third of what date_trunc takes.
        select width_bucket(s.paid_at, starts) as place, sum(s.income) as income, count(*)::int as orders
        from (
          select o.paid_at, o.total_price as income from public.orders o
          where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
          union all
          select o.ordered_at, o.total - o.refunded from public.imported_orders o
          where p_imported and o.paid and o.ordered_at >= starts[1] and o.ordered_at < end_moment and o.currency = public.shop_currency()) s
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', private.day_of(p.start),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by p.start)
      from unnest(starts) with ordinality p (start, place) left join paid using (place)), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces,
          private.rounded((s.minor / factor)::numeric) as income
        from (
          -- Lines of a deleted product go by the title that they keep. Smallest units as float8 are exact, and added up in half
          -- the time that numeric takes.
          select l.product_id, l.title, sum(l.quantity)::int as pieces, sum(l.minor) as minor
          from (
            select i.product_id, case when i.product_id is null then i.title end as title, i.quantity,
              i.quantity * round(i.unit_price::float8 * factor) - round(i.discount::float8 * factor) as minor
            from public.orders o
            join public.order_items i on i.order_id = o.id
            where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
            union all
            select v.product_id, case when v.product_id is null then i.title end, i.quantity, i.quantity::float8 * round(i.price::float8 * factor)
            from public.imported_orders o
            cross join lateral jsonb_to_recordset(o.lines) i (title text, sku text, quantity numeric, price numeric)
            left join public.product_variants v on v.sku = upper(btrim(i.sku))
            where p_imported and o.paid and o.ordered_at >= starts[1] and o.ordered_at < end_moment and o.currency = public.shop_currency()) l
          group by 1, 2 order by 3 desc, 4 desc, 2, 1 limit 8) s
        left join public.products p on p.id = s.product_id) b), '[]'));
end;
$$;
comment on function office.sales_figures(date, date, text, boolean) is
  'What was paid from one day of the shop to another, by day or month, in the currency of the shop, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}], hasImported: whether there are orders of another shop}. With p_imported those count, too, on the day on which they were placed, less what was paid back. A month is counted from its first day. Administrators only (not_an_administrator).';

create function office.sales_by_month(p_product uuid default null, p_category uuid default null)
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
  'Pieces, income in the currency of the shop and orders of a product, or of the products now in a category, for each month of the shop in which one was paid. Error (in detail): not_an_administrator.';
