-- Export and import of the prices of a price list as a file with one row for each price.

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
  'The prices of a price list as rows of a file, in the currency of the shop; without SKU, size and colour where a price is for all of them. Error (in detail): not_an_administrator.';

create function private.validate_price_rows(p_list uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, (e ->> 'product')::uuid as product,
      coalesce((e ->> 'quantity')::int, 1) as quantity, (e ->> 'price')::numeric as price
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
      'field', format('Price from %s on', k.quantity), 'before', private.rounded(k.old_price)::text, 'after', private.rounded(k.price)::text)) end,
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
  'Writes rows of a file into a price list, [{line, sku or product, quantity, price in the currency of the shop, null to take the price out}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock; prices that are not in the file stay. Null when there is no such list. Error (in detail): not_an_administrator.';
