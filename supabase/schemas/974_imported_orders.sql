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
