-- Price lists in the back office: the table of them, and the prices and order quantities of a product in one.

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
  'One page of the products that a price list has prices or order quantities for, by title, each with its price in the shop, its prices for all sizes and colours [{quantity, price}] in the currency of the shop, how many sizes and colours have their own, and its order quantities, null where the list has none. The query is a part of the title, or an SKU. Error (in detail): not_an_administrator.';

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
  'The prices of a product in a price list, in the currency of the shop, and its order quantities, null where the list has none; without a list, the order quantities for all lists';

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
  'A product in a price list, or without one for all lists: {product, title, price in the shop, prices: [{variant, quantity, price}], variant null for all sizes and colours, minimum, multiple: null where the list has none, general: those for all lists, variants: [{id, sku, size, color, price}]}, in the currency of the shop; null when there is no such product or list. Error (in detail): not_an_administrator.';

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
  'Makes the prices of a product in a price list what p_prices says, [{variant, quantity, price in the currency of the shop}], and its order quantities, for all lists where no list is given; all or nothing. p_known is {prices, minimum, multiple} as the caller has seen them. Returns what read_list_prices does; null when there is no such product or list. Errors (in detail, with the path as hint): changed_meanwhile, unknown_variant; not_an_administrator.';
