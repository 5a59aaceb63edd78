-- What the dashboard reports of the days before today, kept until one of those days changes.

create type private.sold as (product_id uuid, title text, pieces int, income numeric);
comment on type private.sold is
  'What was sold of a product; the title only where the product is gone, income in the currency of the orders';

create type private.period_income as (moment timestamp, income numeric, orders int);
comment on type private.period_income is 'What was paid in the day or month that begins at that moment of UTC';

create type private.month_sales as (month date, pieces bigint, income numeric, orders bigint);
comment on type private.month_sales is
  'What was paid for in the month of UTC that begins that day; income in the currency of the orders';

create table private.kept_sales (
  first_day date,
  end_day date,
  unit text check (unit in ('day', 'month')),
  version bigint not null,
  kept_at timestamptz not null default now(),
  income private.period_income[] not null,
  best private.sold[] not null,
  primary key (first_day, end_day, unit)
);
comment on table private.kept_sales is 'Sales of ranges of past days, as they were added up';
comment on column private.kept_sales.first_day is 'First day, of UTC';
comment on column private.kept_sales.end_day is 'The day after the last';
comment on column private.kept_sales.unit is 'Whether income is by day or by month';
comment on column private.kept_sales.version is 'How often past sales had changed by then; with another number it is of no use';
comment on column private.kept_sales.kept_at is 'When it was added up';
comment on column private.kept_sales.income is 'Days or months in which something was paid';
comment on column private.kept_sales.best is 'What sold best, 500 products at the most';

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

-- Lines of deleted products are looked up by their titles.
create index order_items_gone_title_idx on public.order_items (title) where product_id is null;

-- A change of past sales.
create function private.note_past(p_what text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting constant text := 'hemline.noted_past_' || p_what;
  number bigint;
begin
  -- Once for each transaction, however many rows it changes.
  if coalesce(current_setting(setting, true), '') = '' then
    perform set_config(setting, 'yes', true);
    insert into private.record_counts (what, many) values ('past ' || p_what, 1) returning id into number;
    if number % 32 = 0 then
      perform private.sum_up_counts();
    end if;
  end if;
end;
$$;
comment on function private.note_past(text) is
  'Makes what was added up of the past be added up again: p_what is sales or categories';

create function private.note_past_anew() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('hemline.noted_past_' || what, '', true) from unnest('{sales,categories}'::text[]) what;
end;
$$;
comment on function private.note_past_anew() is
  'What this transaction changes from here on is a change of what it has added up';

create function private.past_sales_version() returns bigint
language sql stable security definer set search_path = '' as $$
  select private.kept_count('past', '{sales}');
$$;
comment on function private.past_sales_version() is 'How often past sales have changed';

create function private.past_end() returns date
language sql stable security definer set search_path = '' as $$
  -- Whatever was paid before midnight is committed an hour later.
  select ((now() - interval '1 hour') at time zone 'UTC')::date;
$$;
comment on function private.past_end() is 'The first day of UTC whose sales are not yet past';

create function private.note_past_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_past('sales');
  return null;
end;
$$;
comment on function private.note_past_orders() is 'Notes that an order of a past day was paid, changed or deleted';

create function private.note_past_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from changed_rows l join public.orders o on o.id = l.order_id
    where o.status = 'Paid' and o.paid_at < date_trunc('day', now(), 'UTC')) then
    perform private.note_past('sales');
  end if;
  return null;
end;
$$;
comment on function private.note_past_lines() is
  'Notes that a line of an order of a past day came, changed or went, as when its product is deleted';

create function private.note_moved_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_past('categories');
  return null;
end;
$$;
comment on function private.note_moved_product() is 'Notes that a product took its sales to another category';

alter table private.kept_sales enable row level security;
create policy kept_sales_nobody on private.kept_sales for all to anon, authenticated
  using (false) with check (false);

alter table private.kept_category_sales enable row level security;
create policy kept_category_sales_nobody on private.kept_category_sales for all to anon, authenticated
  using (false) with check (false);

create trigger orders_past_insert after insert on public.orders for each row
  when (new.status = 'Paid' and new.paid_at < date_trunc('day', now(), 'UTC'))
  execute function private.note_past_orders();
create trigger orders_past_update after update of status, paid_at, total_price on public.orders for each row
  when ((old.status, old.paid_at, old.total_price) is distinct from (new.status, new.paid_at, new.total_price)
    and (old.status = 'Paid' and old.paid_at < date_trunc('day', now(), 'UTC')
      or new.status = 'Paid' and new.paid_at < date_trunc('day', now(), 'UTC')))
  execute function private.note_past_orders();
create trigger orders_past_delete after delete on public.orders for each row
  when (old.status = 'Paid' and old.paid_at < date_trunc('day', now(), 'UTC'))
  execute function private.note_past_orders();
create trigger orders_past_truncate after truncate on public.orders
  for each statement execute function private.note_past_orders();
create trigger order_items_past_insert after insert on public.order_items referencing new table as changed_rows
  for each statement execute function private.note_past_lines();
create trigger order_items_past_update after update on public.order_items referencing new table as changed_rows
  for each statement execute function private.note_past_lines();

-- Moved by hand, from a past order perhaps.
create trigger order_items_past_move after update of order_id on public.order_items for each row
  when (old.order_id <> new.order_id) execute function private.note_past_orders();
create trigger order_items_past_delete after delete on public.order_items referencing old table as changed_rows
  for each statement execute function private.note_past_lines();
create trigger order_items_past_truncate after truncate on public.order_items
  for each statement execute function private.note_past_orders();
create trigger products_past_move after update of category_id on public.products for each row
  when (old.category_id is distinct from new.category_id) execute function private.note_moved_product();
