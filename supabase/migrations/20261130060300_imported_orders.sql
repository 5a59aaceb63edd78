-- Orders of another shop: history to look up, apart from the orders of this shop with their states and money.

create table public.imported_orders (
  id uuid primary key default gen_random_uuid(),
  source text not null check (length(source) between 1 and 40),
  number text not null check (length(number) <= 60 and public.is_visible(number)),
  ordered_at timestamptz not null,
  email text not null default '' check (length(email) <= 320),
  user_id uuid references public.profiles on delete set null,
  name text not null default '' check (length(name) <= 200),
  status text not null default '' check (length(status) <= 100),
  paid boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total numeric not null check (total >= 0),
  refunded numeric not null default 0 check (refunded >= 0),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  imported_at timestamptz not null default public.clock(),
  constraint imported_orders_once unique (source, number)
);
comment on table public.imported_orders is 'Orders that were placed in another shop. Only an import changes them.';
comment on column public.imported_orders.id is 'Identifies the order';
comment on column public.imported_orders.source is 'The shop system that they come from: shopify, woocommerce or other';
comment on column public.imported_orders.number is 'Its number there';
comment on column public.imported_orders.ordered_at is 'When it was placed';
comment on column public.imported_orders.email is 'The email address that ordered; empty where the file has none';
comment on column public.imported_orders.user_id is 'The customer who sees it: an account that only this email address opens, or that opened a link mailed to it';
comment on column public.imported_orders.name is 'Who ordered';
comment on column public.imported_orders.status is 'How the other shop calls its state';
comment on column public.imported_orders.paid is 'Whether it was paid there';
comment on column public.imported_orders.currency is 'Currency of its amounts';
comment on column public.imported_orders.total is 'What it cost, with shipping and tax';
comment on column public.imported_orders.refunded is 'What of it was paid back';
comment on column public.imported_orders.details is 'What else the file says, each where it does: {fulfilment, subtotal, discount, discountCode, shipping, tax, note, phone, deliverTo, billTo}, amounts as numbers, all else as text';
comment on column public.imported_orders.lines is 'What was ordered: [{title, sku, quantity, price}]';
comment on column public.imported_orders.imported_at is 'When it was imported or changed last';

create index imported_orders_ordered_at_idx on public.imported_orders (ordered_at desc, id);
create index imported_orders_user_id_idx on public.imported_orders (user_id, ordered_at desc, id);
create index imported_orders_email_idx on public.imported_orders (lower(email)) where user_id is null;

-- Anybody may register with an address that is not theirs. An account that was imported is opened only by a link that was mailed there.
create function private.link_imported_orders() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.imported_orders o set user_id = p.id from public.profiles p
    where o.user_id is null and lower(o.email) = lower(p.email) and p.imported_at is not null;
end;
$$;
comment on function private.link_imported_orders() is 'Gives imported orders without a customer to the imported accounts of their email addresses';

create function public.has_unclaimed_orders() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.imported_orders o where o.user_id is null);
$$;
comment on function public.has_unclaimed_orders() is 'Whether the shop has orders of another shop that no customer sees, whosever they are: then a link to them is offered';
grant execute on function public.has_unclaimed_orders() to authenticated;

create function private.line_words(p_lines jsonb) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('%s × %s, %s', l.quantity, coalesce(nullif(l.title, ''), l.sku), l.price), '; ' order by l.place)
  from rows from (jsonb_to_recordset(p_lines) as (title text, sku text, quantity numeric, price numeric)) with ordinality l (title, sku, quantity, price, place);
$$;
comment on function private.line_words(jsonb) is 'Lines of an imported order as a report of an import shows them';

create function private.validate_imported_orders(p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.time_zone();
  shop constant text := public.shop_currency();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(k) - '{before, after}'::text[] || jsonb_build_object('changes', (
        select coalesce(jsonb_agg(jsonb_build_object('field', coalesce(a.key, b.key), 'before', b.value, 'after', a.value) order by coalesce(a.key, b.key)), '[]')
        from jsonb_each_text(k.after) a full join jsonb_each_text(k.before) b using (key)
        where a.value is distinct from b.value)) order by k.line), '[]')
    from (
      select r.line, r.source, r.number, t.ordered_at, r.email, r.name, r.status, r.paid, shop as currency, r.total, r.refunded, r.details, r.lines, o.id,
        case when r.currency <> '' and upper(r.currency) <> shop then format('%s is not the currency of this shop, which is %s', r.currency, shop)
          when t.ordered_at > public.clock() + interval '1 day' then 'The date lies ahead'
          when count(*) over (partition by r.source, r.number) > 1 then 'This order stands in the file more than once' end as problem,
        jsonb_build_object('date', t.ordered_at, 'email', r.email, 'name', r.name, 'status', r.status, 'paid', r.paid, 'total', r.total,
          'refunded', r.refunded, 'lines', private.line_words(r.lines)) || r.details as after,
        case when o.id is not null then jsonb_build_object('date', o.ordered_at, 'email', o.email, 'name', o.name, 'status', o.status, 'paid', o.paid,
          'total', o.total, 'refunded', o.refunded, 'lines', private.line_words(o.lines)) || o.details end as before
      from jsonb_to_recordset(p_rows) r (line int, source text, number text, date text, email text, name text, status text, paid boolean,
        currency text, total numeric, refunded numeric, details jsonb, lines jsonb)
      cross join lateral (select case when r.date ~ '(Z|[+-]\d\d:\d\d)$' then r.date::timestamptz else r.date::timestamp at time zone zone end as ordered_at) t
      left join public.imported_orders o on o.source = r.source and o.number = r.number) k);
end;
$$;
comment on function private.validate_imported_orders(jsonb) is
  'Rows of a file of orders with the id of the order that they change, with what they change, for a new order all that it gets, and with their first problem';

create function office.import_orders(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform pg_advisory_xact_lock(hashtextextended('import of orders', 0));
  end if;
  validated := private.validate_imported_orders(p_rows);
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    insert into public.imported_orders as o (source, number, ordered_at, email, name, status, paid, currency, total, refunded, details, lines)
    select j.source, j.number, j.ordered_at, j.email, j.name, j.status, j.paid, j.currency, j.total, j.refunded, j.details, j.lines
    from jsonb_to_recordset(validated) j (source text, number text, ordered_at timestamptz, email text, name text, status text, paid boolean,
      currency text, total numeric, refunded numeric, details jsonb, lines jsonb, changes jsonb)
    where j.changes <> '[]'
    on conflict on constraint imported_orders_once do update set ordered_at = excluded.ordered_at, email = excluded.email, name = excluded.name,
      status = excluded.status, paid = excluded.paid, currency = excluded.currency, total = excluded.total, refunded = excluded.refunded,
      details = excluded.details, lines = excluded.lines, imported_at = excluded.imported_at,
      user_id = case when lower(excluded.email) = lower(o.email) then o.user_id end;
    perform private.link_imported_orders();
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line, 'label', concat_ws(', ', j.number, nullif(j.email, '')),
      'action', case when j.problem is not null then 'wrong' when j.id is null then 'create' when j.changes = '[]' then 'same' else 'update' end,
      'changes', j.changes, 'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'Order', 'message', j.problem)) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, number text, email text, id uuid, problem text, changes jsonb));
end;
$$;
comment on function office.import_orders(jsonb, boolean) is
  'Writes rows of a file of orders of another shop, [{line, source, number, date with or without an offset, email, name, status, paid, currency or empty, total, refunded, details, lines}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock. The same number of the same source is changed. Error (in detail): not_an_administrator.';

create function office.list_imported_orders(p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '')
returns table (imported public.imported_orders, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  part constant text := lower(btrim(coalesce(p_query, '')));
begin
  perform private.require_admin();
  return query
    with fitting as (
      select o as row, o.* from public.imported_orders o
      where part = '' or strpos(lower(concat_ws(' ', o.number, o.email, o.name)), part) > 0)
    select f.row, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'number-asc' then f.number end,
      case when p_sort = 'number-desc' then f.number end desc,
      case when p_sort = 'total-asc' then f.total end,
      case when p_sort = 'total-desc' then f.total end desc,
      case when p_sort = 'created-asc' then f.ordered_at end,
      f.ordered_at desc, f.id
    limit page_size offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_imported_orders(int, int, text, text) is
  'One page of the orders of other shops whose number, email address or name contains a text, each with the count of all that fit. Sorts: number, total, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';

create function office.delete_imported_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted int;
begin
  perform private.require_admin();
  delete from public.imported_orders o where o.id = any (p_ids);
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function office.delete_imported_orders(uuid[]) is
  'Deletes orders of other shops, which can be imported again, and returns their number. Error (in detail): not_an_administrator.';

alter table public.imported_orders enable row level security;
grant select on public.imported_orders to authenticated;
create policy imported_orders_select_own_or_admin on public.imported_orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));

create or replace function public.claim_guest_orders(p_customer uuid, p_mail uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  claimed int;
  imported int;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  update public.orders o set user_id = p_customer, by_guest = false
  from public.mail_outbox m, public.profiles p
  where m.id = p_mail and m.kind = 'guest_orders' and m.record_id = p_customer
    and p.id = p_customer and lower(p.email) = lower(m.recipient)
    and o.by_guest and lower(o.email) = lower(m.recipient);
  get diagnostics claimed = row_count;
  update public.imported_orders o set user_id = p_customer
  from public.mail_outbox m, public.profiles p
  where m.id = p_mail and m.kind = 'guest_orders' and m.record_id = p_customer
    and p.id = p_customer and lower(p.email) = lower(m.recipient)
    and o.user_id is null and lower(o.email) = lower(m.recipient);
  get diagnostics imported = row_count;
  return claimed + imported;
end;
$$;
comment on function public.claim_guest_orders(uuid, uuid) is
  'Gives a customer who has opened the link of a mail to their own address all orders that were placed with this address without an account or in another shop; how many there were. For the service role, which has verified link and token. Error (in detail): not_a_customer.';

drop function office.sales_figures(date, date, text);
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
