-- Sales of long ranges: orders are read from an index alone, and a product's title and picture only for those that sold best.

drop index public.orders_paid_at_idx;
create index orders_paid_at_idx on public.orders (paid_at) include (id, total_price) where status = 'Paid';

create or replace function public.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  -- Days and months are those of UTC, as the month of monthly_income.
  first_moment constant timestamptz := date_trunc(unit, p_from::timestamp) at time zone 'UTC';
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with periods as (
        select moment from generate_series(
          first_moment at time zone 'UTC', (p_to)::timestamp, ('1 ' || unit)::interval) moment limit 1500),
      paid as (
        select date_trunc(unit, o.paid_at at time zone 'UTC') as moment,
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
      with sold as materialized (
        -- Lines of a deleted product go by the title that they keep.
        select i.product_id, case when i.product_id is null then i.title end as kept_title,
          sum(i.quantity)::int as pieces, sum(i.quantity * i.unit_price) as income
        from public.orders o
        join public.order_items i on i.order_id = o.id
        where o.status = 'Paid' and o.paid_at >= first_moment and o.paid_at < end_moment
        group by 1, 2),
      eighth as (select s.pieces, s.income from sold s order by s.pieces desc, s.income desc offset 7 limit 1)
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.kept_title) as title, p.images[1] as image, s.pieces, s.income
        from sold s
        left join public.products p on p.id = s.product_id
        where (s.pieces, s.income) >= (
          coalesce((select e.pieces from eighth e), 0), coalesce((select e.income from eighth e), 0))
        order by s.pieces desc, s.income desc, 2 limit 8) b), '[]'));
end;
$$;
