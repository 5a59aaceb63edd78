-- The sales of a category are added up once as well: what was paid since is added to them, day by day.

create type private.month_sales as (month date, pieces bigint, income numeric, orders bigint);
comment on type private.month_sales is
  'What was paid for in the month of UTC that begins that day; income in the currency of the orders';

create table private.kept_category_sales (
  category_id uuid primary key,
  end_day date not null,
  version bigint not null,
  months private.month_sales[] not null
);
comment on table private.kept_category_sales is 'Sales of the products of a category by month, as they were added up';
comment on column private.kept_category_sales.category_id is 'The category';
comment on column private.kept_category_sales.end_day is 'The first day that is not in it, of UTC';
comment on column private.kept_category_sales.version is
  'How often past sales and categories of products had changed by then; with another number it is of no use';
comment on column private.kept_category_sales.months is 'Months in which something was paid';
alter table private.kept_category_sales enable row level security;
revoke all on private.kept_category_sales from public, anon, authenticated;
create policy kept_category_sales_nobody on private.kept_category_sales for all to anon, authenticated
  using (false) with check (false);

create function private.note_moved_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_past('categories');
  return null;
end;
$$;
comment on function private.note_moved_product() is 'Notes that a product took its sales to another category';
create trigger products_past_move after update of category_id on public.products for each row
  when (old.category_id is distinct from new.category_id) execute function private.note_moved_product();

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

create or replace function public.sales_by_month(p_product uuid default null, p_category uuid default null)
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

revoke execute on all functions in schema private from public, anon, authenticated;
