-- How a product or a category sells, for its screen in the back office.

create function public.sales_by_month(p_product uuid default null, p_category uuid default null)
returns table (month date, pieces bigint, income numeric, orders bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select date_trunc('month', o.paid_at at time zone 'UTC')::date, sum(i.quantity)::bigint,
      sum(i.unit_price * i.quantity), count(distinct o.id)
    from public.order_items i
    join public.orders o on o.id = i.order_id
    where o.status = 'Paid' and o.paid_at is not null
      and i.product_id in (
        select p.id from public.products p
        where p.id = p_product or p.category_id = p_category)
    group by 1 order by 1;
end;
$$;
comment on function public.sales_by_month(uuid, uuid) is
  'Pieces, income in dollars and orders of a product, or of the products now in a category, for each month (UTC) in which one was paid. Error (in detail): not_an_administrator.';
revoke execute on function public.sales_by_month(uuid, uuid) from public, anon, authenticated;
grant execute on function public.sales_by_month(uuid, uuid) to authenticated;
