-- Price lists in the back office; they, and the prices of products in them, come back from the trash.

create function office.list_price_lists(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, name text, percent numeric, prices bigint, companies bigint, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := lower(btrim(coalesce(p_query, '')));
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.price_lists l where strpos(lower(l.name), looked_for) > 0;
  return query
    select l.id, l.name, l.percent, (select count(*) from public.price_list_items i where i.price_list_id = l.id),
      (select count(*) from public.companies c where c.price_list_id = l.id), l.created_at, fitting
    from public.price_lists l where strpos(lower(l.name), looked_for) > 0
    order by lower(l.name), l.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_price_lists(int, int, text) is
  'One page of the price lists whose names contain these letters, by name, each with the number of its prices and of the companies that buy by it. Error (in detail): not_an_administrator.';

create function office.list_list_products(p_list uuid, p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, title text, price numeric, prices jsonb, variants bigint, minimum int, multiple int, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := lower(btrim(coalesce(p_query, '')));
  fitting uuid[];
begin
  perform private.require_admin();
  fitting := array(
    select p.id from public.products p
    where p.id in (
        select i.product_id from public.price_list_items i where i.price_list_id = p_list
        union select q.product_id from public.order_quantities q where q.price_list_id = p_list)
      and (looked_for = '' or strpos(lower(p.title), looked_for) > 0 or exists (
        select from public.product_variants v where v.product_id = p.id and lower(v.sku) = looked_for))
    order by lower(p.title), p.id);
  return query
    select p.id, p.title, p.price, (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', i.min_quantity, 'price', i.price) order by i.min_quantity), '[]')
        from public.price_list_items i where i.price_list_id = p_list and i.product_id = p.id and i.variant_id is null),
      (select count(distinct i.variant_id) from public.price_list_items i where i.price_list_id = p_list and i.product_id = p.id),
      q.minimum, q.multiple, cardinality(fitting)::bigint
    from public.products p left join public.order_quantities q on q.product_id = p.id and q.price_list_id = p_list
    where p.id = any (fitting)
    order by lower(p.title), p.id
    limit page_size offset private.page_start(p_page, page_size, cardinality(fitting));
end;
$$;
comment on function office.list_list_products(uuid, int, int, text) is
  'One page of the products that a price list has prices or order quantities for, by title, each with its price in the shop, its prices for all sizes and colours [{quantity, price}] in dollars, how many sizes and colours have their own, and its order quantities, null where the list has none. The query is a part of the title, or an SKU. Error (in detail): not_an_administrator.';

create function private.list_prices(p_list uuid, p_product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  its public.order_quantities;
begin
  select q.* into its from public.order_quantities q where q.product_id = p_product and q.price_list_id is not distinct from p_list;
  return jsonb_build_object('minimum', its.minimum, 'multiple', its.multiple, 'prices', (
    select coalesce(jsonb_agg(jsonb_build_object('variant', i.variant_id, 'quantity', i.min_quantity, 'price', i.price)
      order by i.variant_id nulls first, i.min_quantity), '[]')
    from public.price_list_items i where i.price_list_id = p_list and i.product_id = p_product));
end;
$$;
comment on function private.list_prices(uuid, uuid) is
  'The prices of a product in a price list, in dollars, and its order quantities, null where the list has none; without a list, the order quantities for all lists';

create function office.read_list_prices(p_product uuid, p_list uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select private.list_prices(p_list, p.id) || jsonb_build_object(
      'product', p.id, 'title', p.title, 'price', p.price, 'general', private.list_prices(null, p.id) - 'prices',
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'size', v.size, 'color', v.color, 'price', p.price + v.price_delta)
          order by array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku), '[]')
        from public.product_variants v where v.product_id = p.id and v.archived_at is null))
    from public.products p
    where p.id = p_product and (p_list is null or exists (select from public.price_lists l where l.id = p_list)));
end;
$$;
comment on function office.read_list_prices(uuid, uuid) is
  'A product in a price list, or without one for all lists: {product, title, price in the shop, prices: [{variant, quantity, price}], variant null for all sizes and colours, minimum, multiple: null where the list has none, general: those for all lists, variants: [{id, sku, size, color, price}]}, in dollars; null when there is no such product or list. Error (in detail): not_an_administrator.';

create function private.require_known_prices(p_now jsonb, p_known jsonb, p_prices jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  changed jsonb;
  at text;
begin
  if p_now @> p_known and p_known @> p_now then
    return;
  end if;
  select s.e into changed from (
      (select e from jsonb_array_elements(p_now -> 'prices') e except select e from jsonb_array_elements(p_known -> 'prices') e)
      union all
      (select e from jsonb_array_elements(p_known -> 'prices') e except select e from jsonb_array_elements(p_now -> 'prices') e)) s limit 1;
  select 'prices.' || n - 1 into at from jsonb_array_elements(p_prices) with ordinality w (e, n)
    where (e -> 'variant', e -> 'quantity') is not distinct from (changed -> 'variant', changed -> 'quantity') limit 1;
  raise exception 'Somebody else changed these prices meanwhile. Nothing was saved.'
    using detail = 'changed_meanwhile', hint = coalesce(at, '');
end;
$$;
comment on function private.require_known_prices(jsonb, jsonb, jsonb) is
  'Refuses to save prices of a product where what is there, as list_prices returns it, is not what the caller has seen (changed_meanwhile, with the path of a price that differs)';

create function office.save_list_prices(
  p_product uuid, p_prices jsonb, p_known jsonb, p_list uuid default null, p_minimum int default null, p_multiple int default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- One save at a time, of a list or of what is for all lists; the product stays until the end.
  perform from public.price_lists l where l.id = p_list for no key update;
  if not found and p_list is not null then
    return null;
  end if;
  perform from public.products p where p.id = p_product for key share;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('prices ' || p_product, 0));
  perform private.refuse_at('unknown_variant', 'This size and color is no longer there.', array(
    select format('prices.%s.variant', n - 1) from jsonb_array_elements(p_prices) with ordinality w (e, n)
    where e ->> 'variant' is not null and not exists (
      select from public.product_variants v where v.id = (e ->> 'variant')::uuid and v.product_id = p_product)));
  perform private.require_known_prices(private.list_prices(p_list, p_product), p_known, p_prices);

  delete from public.price_list_items i
    where i.price_list_id = p_list and i.product_id = p_product and not exists (
      select from jsonb_to_recordset(p_prices) w (variant uuid, quantity int)
      where w.variant is not distinct from i.variant_id and w.quantity = i.min_quantity);
  insert into public.price_list_items as i (price_list_id, product_id, variant_id, min_quantity, price)
    select p_list, p_product, w.variant, w.quantity, w.price from jsonb_to_recordset(p_prices) w (variant uuid, quantity int, price numeric)
    on conflict on constraint price_list_items_once do update set price = excluded.price where i.price <> excluded.price;
  if p_minimum is null and p_multiple is null then
    delete from public.order_quantities q where q.product_id = p_product and q.price_list_id is not distinct from p_list;
  else
    insert into public.order_quantities as q (product_id, price_list_id, minimum, multiple)
      values (p_product, p_list, coalesce(p_minimum, 1), coalesce(p_multiple, 1))
      on conflict on constraint order_quantities_once do update set minimum = excluded.minimum, multiple = excluded.multiple
      where (q.minimum, q.multiple) is distinct from (excluded.minimum, excluded.multiple);
  end if;
  return office.read_list_prices(p_product, p_list);
end;
$$;
comment on function office.save_list_prices(uuid, jsonb, jsonb, uuid, int, int) is
  'Makes the prices of a product in a price list what p_prices says, [{variant, quantity, price in dollars}], and its order quantities, for all lists where no list is given; all or nothing. p_known is {prices, minimum, multiple} as the caller has seen them. Returns what read_list_prices does; null when there is no such product or list. Errors (in detail, with the path as hint): changed_meanwhile, unknown_variant; not_an_administrator.';

create function office.export_list_prices(p_list uuid)
returns table (sku text, product uuid, title text, size text, color text, min_quantity int, price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select v.sku, p.id, p.title, v.size, v.color, i.min_quantity, i.price
    from public.price_list_items i join public.products p on p.id = i.product_id
    left join public.product_variants v on v.id = i.variant_id
    where i.price_list_id = p_list
    order by lower(p.title), p.id, v.sku nulls first, i.min_quantity;
end;
$$;
comment on function office.export_list_prices(uuid) is
  'The prices of a price list as rows of a file, in dollars; without SKU, size and colour where a price is for all of them. Error (in detail): not_an_administrator.';

create function private.validate_price_rows(p_list uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, (e ->> 'product')::uuid as product,
      coalesce((e ->> 'quantity')::int, 1) as quantity, (e ->> 'price')::numeric(12, 2) as price
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, p.id as product_id, v.id as variant_id, i.price as old_price,
      concat_ws(', ', p.title, v.color, v.size) as title,
      count(*) over (partition by p.id, v.id, r.quantity) as same
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = case when r.sku is null then r.product else v.product_id end
    left join public.price_list_items i on i.price_list_id = p_list and i.product_id = p.id
      and i.variant_id is not distinct from v.id and i.min_quantity = r.quantity)
  select jsonb_agg(jsonb_build_object('line', k.line, 'product_id', k.product_id, 'variant_id', k.variant_id,
    'quantity', k.quantity, 'price', k.price, 'label', concat_ws(' ', coalesce(k.sku, k.product::text), k.title),
    'action', case when k.old_price is not distinct from k.price then 'same' when k.old_price is null then 'create' else 'update' end,
    'changes', case when k.old_price is not distinct from k.price then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'field', format('Price from %s on', k.quantity), 'before', k.old_price::text, 'after', k.price::text)) end,
    'problem', case
      when k.sku is null and k.product is null then array['SKU', 'Either the SKU or the product is required']
      when k.sku is not null and k.variant_id is null then array['SKU', 'There is no size and color with this SKU']
      when k.product_id is null then array['Product', 'There is no product with this id']
      when k.product is not null and k.product <> k.product_id then array['Product', 'The SKU is that of another product']
      when k.same > 1 then array['Quantity', 'This price stands in the file more than once']
    end) order by k.line) from known k;
$$;
comment on function private.validate_price_rows(uuid, jsonb) is
  'Rows of a file of prices with the product and variant that each is for, what it changes and its first problem';

create function office.import_list_prices(p_list uuid, p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  perform from public.price_lists l where l.id = p_list for no key update;
  if not found then
    return null;
  end if;
  validated := coalesce(private.validate_price_rows(p_list, p_rows), '[]');
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    delete from public.price_list_items i
    using jsonb_to_recordset(validated) j (product_id uuid, variant_id uuid, quantity int, price numeric)
    where i.price_list_id = p_list and i.product_id = j.product_id and i.variant_id is not distinct from j.variant_id
      and i.min_quantity = j.quantity and j.price is null;
    insert into public.price_list_items as i (price_list_id, product_id, variant_id, min_quantity, price)
    select p_list, j.product_id, j.variant_id, j.quantity, j.price
    from jsonb_to_recordset(validated) j (product_id uuid, variant_id uuid, quantity int, price numeric, action text, line int)
    where j.action <> 'same' and j.price is not null order by j.line
    on conflict on constraint price_list_items_once do update set price = excluded.price;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line,
      'action', case when j.problem is null then j.action else 'wrong' end, 'label', j.label,
      'changes', case when j.problem is null then j.changes else '[]' end,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem[1], 'message', j.problem[2])) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, label text, action text, changes jsonb, problem text[]));
end;
$$;
comment on function office.import_list_prices(uuid, jsonb, boolean) is
  'Writes rows of a file into a price list, [{line, sku or product, quantity, price in dollars, null to take the price out}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock; prices that are not in the file stay. Null when there is no such list. Error (in detail): not_an_administrator.';

comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages, customer_notes';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, holds and voucher of an order, orders that used a voucher, companies that buy by a price list';

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
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,vouchers,price_lists,contact_messages,customer_notes}'::text[]) then
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
  'Deletes orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages or customer_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

create trigger price_lists_move_to_trash before delete on public.price_lists
  for each row execute function private.move_to_trash();

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

create or replace function private.restore_product(p_contents jsonb) returns void
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
    join auth.users u on u.id = (r ->> 'user_id')::uuid));
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
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock, its prices in price lists and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create or replace function office.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > now() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';
