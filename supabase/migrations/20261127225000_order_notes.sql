-- Notes of the office on orders, and to whom an order is handed; what customers ordered and spent, in their list.
alter table public.orders add column assigned_to uuid references public.administrators on delete set null;
comment on column public.orders.assigned_to is 'The administrator to whom it is handed; empty for nobody';
create index orders_assigned_idx on public.orders (assigned_to, created_at desc, id);

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  note text not null check (length(note) <= 5000),
  author_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  constraint order_notes_note_visible check (public.is_visible(note))
);
comment on table public.order_notes is 'Notes of administrators on orders; deleted and restored with the order';
comment on column public.order_notes.id is 'Identifies the note';
comment on column public.order_notes.order_id is 'The order';
comment on column public.order_notes.note is 'What was noted';
comment on column public.order_notes.author_id is 'The user (auth.users) who wrote it; kept when that login is deleted';
comment on column public.order_notes.created_at is 'When it was written';

create index order_notes_order_id_idx on public.order_notes (order_id, created_at desc, id);

create or replace function public.own_notes() returns table (note text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select n.note, n.created_at from (
    select c.id, c.note, c.created_at from public.customer_notes c where c.user_id = (select auth.uid())
    union all
    select o.id, o.note, o.created_at from public.order_notes o join public.orders r on r.id = o.order_id
    where r.user_id = (select auth.uid())) n
  order by n.created_at desc, n.id;
$$;
comment on function public.own_notes() is 'What the shop noted about the signed-in customer and their orders, newest first; notes are personal data';

create function office.assign_orders(p_ids uuid[], p_to uuid default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  assigned int;
begin
  perform private.require_admin();
  perform private.refuse_at('validation_failed', 'Not an administrator', array(
    select 'administrator' where p_to is not null and not exists (select from public.administrators a where a.id = p_to)));
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  update public.orders set assigned_to = p_to where id = any (p_ids);
  get diagnostics assigned = row_count;
  return assigned;
end;
$$;
comment on function office.assign_orders(uuid[], uuid) is
  'Hands orders to an administrator, or to nobody, and returns how many there were. Errors (in detail): not_an_administrator, validation_failed (with the paths of what is wrong as hint).';

alter table public.order_notes enable row level security;
grant select, insert (order_id, note) on public.order_notes to authenticated;
create policy order_notes_select_admin on public.order_notes for select to authenticated
  using ((select public.is_admin()));
create policy order_notes_insert_admin on public.order_notes for insert to authenticated
  with check ((select public.is_admin()));

create trigger order_notes_move_to_trash before delete on public.order_notes
  for each row execute function private.move_to_trash();
select private.audit_table('public.order_notes', p_erase => true);

comment on table public.trash is 'What was deleted, with what belonged to it, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was. Customers are not here: a login that was deleted is gone.';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages, customer_notes, order_notes';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, notes, holds and voucher of an order, orders that used a voucher, companies that buy by a price list';
create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'prices', (select coalesce(jsonb_agg(e), '[]') from public.product_prices e where e.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.product_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    perform private.lock_vouchers(array[old.id], null);
    delete from public.trash t where t.kind = 'order_notes' and t.contents #>> '{row,order_id}' = old.id::text;
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'invoices', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'refund_id', i.refund_id)), '[]')
        from public.invoices i where i.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'notes', (select coalesce(jsonb_agg(n), '[]') from public.order_notes n where n.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  when 'price_lists' then
    related := jsonb_build_object(
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.price_list_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.price_list_id = old.id),
      'companies', (select coalesce(jsonb_agg(c.id), '[]') from public.companies c where c.price_list_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  -- Notes on a deleted order are in the trash with it.
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  select tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid()
  where tg_table_name <> 'order_notes' or exists (select from public.orders o where o.id = (deleted ->> 'order_id')::uuid);
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, notes, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,vouchers,price_lists,contact_messages,customer_notes,order_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages, customer_notes or order_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

create or replace function public.purge_personal_trash() returns int
language sql security definer set search_path = '' as $$
  with purged as (
    delete from public.trash
    where kind in ('orders', 'contact_messages', 'customer_notes', 'order_notes') and deleted_at < now() - interval '30 days' returning 1)
  select count(*)::int from purged;
$$;
comment on function public.purge_personal_trash() is
  'Deletes for good the orders, messages and notes that were deleted more than 30 days ago, and returns their number; called by the scheduled task, so that it does not wait for the next deletion';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if not exists (select from public.administrators where id = (ordered ->> 'assigned_to')::uuid) then
    ordered := ordered || '{"assigned_to": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  perform private.insert_rows('public.returns', p_contents -> 'returns');
  perform private.insert_rows('public.return_lines', p_contents -> 'return_lines');
  perform private.insert_rows('public.order_notes', p_contents -> 'notes');
  update public.invoices i set order_id = (ordered ->> 'id')::uuid, refund_id = w.refund_id
    from jsonb_to_recordset(p_contents -> 'invoices') w (id uuid, refund_id uuid) where i.id = w.id;
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_what_is_left(o) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid') and jsonb_array_length(p_contents -> 'holds') > 0;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (
    select t.id, jsonb_agg(h) as rows from jsonb_array_elements(p_contents -> 'holds') h
    join public.trash t on t.kind = 'products' and t.contents -> 'variants' @> jsonb_build_array(jsonb_build_object('id', h -> 'variant_id'))
    group by t.id) h
  where t.id = h.id;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds the pieces and uses the voucher that are still there if it is Paid or OnTerms; customers, products and administrators that were deleted since are left out';

drop function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean);
create or replace function office.find_orders(
  p_q text default '', p_statuses text default '', p_from date default null, p_to date default null,
  p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false, p_assignee text default ''
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
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
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
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
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
comment on function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean, text) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_from and p_to the first and last day, p_overdue for those on terms whose day has passed, p_assignee the id of the administrator who has them, or none, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create or replace function office.customer_totals(p_users uuid[])
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
  'What these customers ordered, and spent on paid orders, in dollars; administrators only (not_an_administrator).';

create or replace function office.read_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'customer', to_jsonb(p) - 'search_words',
      'totals', (select to_jsonb(t) - 'user_id' from office.customer_totals(array[p.id]) t),
      'company', (
        select jsonb_build_object('id', c.id, 'name', c.name, 'role', m.role)
        from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = p.id),
      'notes', (
        select coalesce(jsonb_agg(n order by n.created_at desc, n.id), '[]') from (
          select c.id, c.note, coalesce(a.firstname, '') as author, c.created_at
          from public.customer_notes c left join public.administrators a on a.id = c.author_id
          where c.user_id = p.id order by c.created_at desc, c.id limit 200) n))
    from public.profiles p where p.id = p_user);
end;
$$;
comment on function office.read_customer(uuid) is
  'A customer as {customer, totals: {orders, paid_orders, spent in dollars, last_order_at}, company: {id, name, role} or null, notes: the newest 200}; null where there is none. Administrators only (not_an_administrator).';

drop function office.order_changes(uuid);
create or replace function office.order_changes(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object('names', private.names_in(a.before, a.after)) order by a.id desc), '[]') from (
      select * from public.audit_log where record_id = p_order::text and table_name = 'orders'
      order by id desc limit 100) a);
end;
$$;
comment on function office.order_changes(uuid) is
  'The latest hundred entries of the audit trail about one order, newest first, with names as list_audit has them. Administrators only (not_an_administrator).';

create or replace function office.quoted_goods(p_quote uuid, p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tax_off constant jsonb := (select private.tax_off(private.quote_member(q.company_id, q.user_id)) from public.quotes q where q.id = p_quote);
begin
  perform private.require_admin();
  return (
    select case when exists (select from public.quotes q where q.id = p_quote) then coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'size', v.size, 'color', v.color,
      'price', private.price_for(tax_off, p.tax_class, private.unit_price(null, p, v, 1)),
      'stock', case when v.policy <> 'untracked' then v.on_hand - v.held end)), '[]') end
    from public.products p join public.product_variants v on v.product_id = p.id and v.archived_at is null
    where p.id = any (p_products));
end;
$$;
comment on function office.quoted_goods(uuid, uuid[]) is
  'What the sizes and colours of these products cost in the shop, in dollars, without tax where that is off for the member of the quote, and their free pieces, null where they are not counted: [{product, size, color, price, stock}]; null when there is no such quote. Administrators only (not_an_administrator).';

