-- Orders are placed and paid at less cost: the audit trail reads each row of an update once, an order without counted goods
-- looks for no holds, and what belongs to a few ids is found by an index in a small shop too.

create or replace function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- Columns that triggers fill are no change of their own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle, facets, lexemes, expansion}'::text[];
  erases constant boolean := tg_argv[2]::boolean;
  who record;
begin
  -- A statement that found no row has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif tg_op <> 'TRUNCATE' then
    if not exists (select from new_rows) then
      return null;
    end if;
  end if;
  who := private.current_actor();
  if tg_op = 'TRUNCATE' then
    insert into public.audit_log (actor_id, actor_role, actor, table_name, action)
    values (who.id, who.kind, who.name, tg_table_name, 'truncate');
  elsif tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, after)
    select who.id, who.kind, who.name, tg_table_name, 'insert', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(n) as row from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before)
    select who.id, who.kind, who.name, tg_table_name, 'delete', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(o) as row from old_rows o offset 0) r;
    if erases then
      update public.audit_log a
      set label = '', before = private.erased(a.before), after = private.erased(a.after)
      where a.table_name = tg_table_name
        and a.record_id in (select to_jsonb(o) ->> key_column from old_rows o);
    end if;
  else
    -- A row whose key changed shows as one deleted and one inserted. Without "offset 0" each row is converted once per column.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r offset 0) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r offset 0) n
      on n.key = o.key
    cross join lateral (
      select jsonb_object_agg(f.key, o.row -> f.key) filter (where o.row ? f.key) as before,
        jsonb_object_agg(f.key, n.row -> f.key) filter (where n.row ? f.key) as after
      from jsonb_object_keys(coalesce(n.row, o.row)) f (key)
      where o.row -> f.key is distinct from n.row -> f.key) d
    where o.row is distinct from n.row;
  end if;
  return null;
end;
$$;

create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      left join lateral (
        select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0) w);
  earlier uuid[];
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  -- An unpaid order of the same customer must not block this one.
  earlier := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or p_until is not null and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)));
  update public.stock_holds h set expires_at = p_until
    where h.order_id = p_order.id and wanted @> jsonb_build_object(h.variant_id, h.quantity);
  get diagnostics same = row_count;
  if same = (select count(*) from jsonb_object_keys(wanted)) then
    return null;
  end if;
  -- Holds of orders that were paid in the meantime stay.
  if earlier <> '{}' then
    delete from public.stock_holds h
      where h.order_id = any (earlier) and (h.order_id = p_order.id or h.expires_at is not null);
  end if;
  select p.title into short
    from jsonb_each_text(wanted) w
    join public.product_variants v on v.id = w.key::uuid join public.products p on p.id = v.product_id
    where v.policy = 'deny' and v.on_hand - v.held < w.value::int limit 1;
  if not found then
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select p_order.id, w.key::uuid, w.value::int, p_until from jsonb_each_text(wanted) w;
  end if;
  return short;
end;
$$;

create or replace function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price + coalesce(v.price_delta, 0),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v.price_delta from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true);
end;
$$;

create or replace function private.validate_order_lines(p_products jsonb, p_amount numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
  sold_out text;
begin
  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Locked only against deletion, and in the order of their ids: shoppers never wait for each other.
  perform 1 from public.products
    where id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e))
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.require_choices(lines);
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  if p_amount is distinct from (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(lines) l) then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
  return lines;
end;
$$;

create or replace function private.update_search_words_of_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set search_words = ''
  where o.id = any (array(select order_id from added))
    and o.search_words is distinct from private.order_words(o, private.order_titles(o.id));
  return null;
end;
$$;

create function private.sum_of_lines(p_order uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(i.unit_price * i.quantity), 0) from public.order_items i where i.order_id = p_order);
end;
$$;
comment on function private.sum_of_lines(uuid) is 'What the lines of an order cost together, in its currency';

create or replace function private.update_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into order_ids
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into order_ids from changed c;
  end if;
  update public.orders o set total_price = private.sum_of_lines(o.id)
  where o.id = any (order_ids) and o.status = 'Pending' and o.total_price <> private.sum_of_lines(o.id);
  return null;
end;
$$;

create or replace function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.total_price is distinct from old.total_price and (old.status <> 'Pending'
    or new.total_price <> private.sum_of_lines(new.id)) then
    raise exception 'The total of an order is the sum of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
