-- Restoring records from the trash, with the same id and what belonged to them.

-- Dynamic, for the columns that the table had when the records were deleted and still has.
create function private.insert_rows(p_table regclass, p_rows jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = p_table and a.attnum > 0 and a.attgenerated = '' and p_rows -> 0 ? a.attname::text);
begin
  if columns is not null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
      p_table, columns) using p_rows;
  end if;
end;
$$;
comment on function private.insert_rows(regclass, jsonb) is
  'Inserts records that were kept as JSON; columns added since get their defaults, those removed are left out';

-- The variants keep their ids, which the ledger names. Nothing of a deleted product can be sold, so what its holds need is there; those
-- of orders that were restored meanwhile come last, and get what is left.
create function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held record;
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  for held in
    select h.order_id, h.variant_id, case o.status when 'Pending' then h.expires_at end as until,
      case when o.status = 'Pending' then h.quantity when o.status in ('OnTerms', 'Paid') then least(h.quantity, i.to_send) else 0 end as quantity,
      least(h.quantity - i.to_send, i.sent + coalesce((select sum(m.quantity) from public.stock_movements m
        where m.variant_id = h.variant_id and m.order_id = h.order_id and m.reason = 'sent'), 0))::int as gone
    from jsonb_to_recordset(p_holds) h (order_id uuid, variant_id uuid, quantity int, expires_at timestamptz)
    join public.orders o on o.id = h.order_id
    join public.product_variants v on v.id = h.variant_id
    cross join lateral (
      select coalesce(sum(i.quantity - i.not_to_send), 0) - coalesce(sum(s.sent), 0) as to_send, coalesce(sum(s.sent), 0) as sent
      from public.order_items i left join lateral (
        select sum(l.quantity) as sent from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) s on true
      where i.order_id = h.order_id and i.variant_id = v.id) i
  loop
    -- What was sent meanwhile left no movement, and is held no longer.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, -least(held.gone, v.on_hand), 'sent', held.order_id from public.product_variants v
      where v.id = held.variant_id and least(held.gone, v.on_hand) > 0;
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select held.order_id, v.id, h.quantity, held.until from public.product_variants v
    cross join lateral (select least(held.quantity, case v.policy when 'deny' then v.on_hand - v.held end) as quantity) h
    where v.id = held.variant_id and h.quantity > 0 on conflict do nothing;
  end loop;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (select h ->> 'order_id' as id, jsonb_agg(h) as rows from jsonb_array_elements(p_holds) h group by 1) h
  where t.kind = 'orders' and t.record_id = h.id::uuid;
  perform private.update_variant_facts(array[p_product]);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them, as far as it is there; an SKU that another variant has by now gets a number, such a barcode is left out';

-- What belongs to a product or a list that is in the trash itself waits there, so that records may be restored in any order.
create function private.restore_list_rows(p_table regclass, p_name text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.trash t set contents = jsonb_set(t.contents, array[p_name], (t.contents -> p_name) || r.rows)
  from (
    select t.id, jsonb_agg(e) as rows
    from jsonb_array_elements(p_rows) e join public.trash t on t.contents ? p_name and (
      t.kind = 'products' and t.record_id = (e ->> 'product_id')::uuid
      or t.kind = 'price_lists' and t.record_id = (e ->> 'price_list_id')::uuid)
    group by t.id) r
  where t.id = r.id;
  perform private.insert_rows(p_table, (
    select jsonb_agg(e) from jsonb_array_elements(p_rows) e
    join public.products p on p.id = (e ->> 'product_id')::uuid
    left join public.price_lists l on l.id = (e ->> 'price_list_id')::uuid
    left join public.product_variants v on v.id = (e ->> 'variant_id')::uuid
    where (e ->> 'price_list_id' is null or l.id is not null) and (e ->> 'variant_id' is null or v.id is not null)));
end;
$$;
comment on function private.restore_list_rows(regclass, text, jsonb) is
  'Restores prices of price lists or order quantities whose product, list and variant are there; for those in the trash, under this name of their contents';

create function private.restore_price_list(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.price_lists', jsonb_build_array(p_contents -> 'row'));
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
  update public.companies c set price_list_id = (p_contents #>> '{row,id}')::uuid
    where c.price_list_id is null and p_contents -> 'companies' ? c.id::text;
end;
$$;
comment on function private.restore_price_list(jsonb) is
  'Restores a price list with its prices and order quantities; the companies that bought by it do so again unless they have got another';

create function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product jsonb := p_contents -> 'row';
  its_id constant uuid := product ->> 'id';
  lines constant text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = (product ->> 'category_id')::uuid) then
    product := product || '{"category_id": null}';
  end if;
  perform private.insert_rows('public.products', jsonb_build_array(product));
  perform private.insert_rows('public.product_prices', p_contents -> 'prices');
  perform private.insert_rows('public.reviews', (
    select jsonb_agg(r) from jsonb_array_elements(p_contents -> 'reviews') r
    where r ->> 'user_id' is null or exists (select from auth.users u where u.id = (r ->> 'user_id')::uuid)));
  perform private.insert_rows('public.cart_items', (
    select jsonb_agg(i) from jsonb_array_elements(p_contents -> 'cart_items') i
    join auth.users u on u.id = (i ->> 'user_id')::uuid));
  update public.order_items i set product_id = its_id
    where i.product_id is null and i.id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', its_id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
  if p_contents ? 'variants' then
    perform private.restore_stock(its_id, p_contents -> 'variants', p_contents -> 'holds');
  end if;
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
  perform private.restore_custom_values(p_contents -> 'custom_values');
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock, its prices in price lists and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_id constant uuid := p_contents #>> '{row,id}';
  its_products constant uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  perform private.insert_rows('public.categories', jsonb_build_array(p_contents -> 'row'));
  perform private.insert_rows('public.size_guides', p_contents -> 'size_guides');
  update public.products set category_id = its_id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(its_id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Restores a category with its size guide; its products return to it unless they have got another, those in the trash too';

create function private.restore_order(p_contents jsonb) returns void
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
  perform private.insert_rows('public.payment_disputes', p_contents -> 'disputes');
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
  perform private.restore_custom_values(p_contents -> 'custom_values');
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

create function private.restore_paid_order(p_reference text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  -- A message about money that was known before the order was deleted restores nothing.
  deleted jsonb;
  restored public.orders;
begin
  delete from public.trash t
    where t.kind = 'orders' and t.contents -> 'attempts' @> jsonb_build_array(jsonb_build_object('reference', p_reference))
      and not exists (select from jsonb_to_recordset(t.contents -> 'attempts') a (reference text, status text)
        where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate'))
    returning t.contents into deleted;
  if found then
    perform private.restore_order(jsonb_set(deleted, '{row}', (deleted -> 'row')
      || jsonb_build_object('status', 'Held', 'payment_reference', p_reference)));
  end if;
  select o.* into restored from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  return restored;
end;
$$;
comment on function private.restore_paid_order(text) is
  'Restores an order that was deleted while its card page was open, as Held, for a payment that has arrived; null when there is none';

create function private.restore_voucher(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.vouchers', jsonb_build_array(p_contents -> 'row' || '{"uses": 0}'));
  perform private.insert_rows('public.voucher_uses', (
    select jsonb_agg(u || jsonb_build_object('user_id', o.user_id))
    from jsonb_array_elements(p_contents -> 'uses') u join public.orders o on o.id = (u ->> 'order_id')::uuid
    where o.status in ('Pending', 'OnTerms', 'Paid', 'Refunded')));
end;
$$;
comment on function private.restore_voucher(jsonb) is 'Restores a voucher with its uses by the orders that are still there';

create function office.restore_trash(p_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
  orders uuid[] := '{}';
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > public.clock() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      when 'pages' then perform private.restore_page(deleted.contents);
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
      when 'custom_fields' then
        perform private.insert_rows('public.custom_fields', jsonb_build_array(deleted.contents -> 'row'));
        perform private.restore_custom_values(deleted.contents -> 'custom_values');
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
    orders := orders || deleted.record_id || array(select (h ->> 'order_id')::uuid from jsonb_array_elements(deleted.contents -> 'holds') h);
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return jsonb_build_object('restored', restored, 'missing', private.missing_pieces(orders));
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none, and returns {restored: their number, missing: pieces of their orders that are not in stock, as missing_pieces has them}. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

create function office.list_trash(p_kind text, p_limit int default 25, p_page int default 1)
returns table (id uuid, label text, deleted_at timestamptz, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  since constant timestamptz := public.clock() - interval '30 days';
  many bigint;
begin
  perform private.require_admin();
  select count(*) into many from public.trash t where t.kind = p_kind and t.deleted_at > since;
  return query
    select t.id, t.label, t.deleted_at, many, false
    from public.trash t
    where t.kind = p_kind and t.deleted_at > since
    order by t.deleted_at desc, t.id
    limit page_size offset private.page_start(p_page, page_size, many);
end;
$$;
comment on function office.list_trash(text, int, int) is
  'One page of what was deleted of a kind and can be brought back, latest first, each with the count of all. Error (in detail): not_an_administrator.';
