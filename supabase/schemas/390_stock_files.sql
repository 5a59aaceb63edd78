-- Export and import of stock as a file with one row for each variant, and the policy of many products at once.

-- It holds the stock that the file says, so that what was sold since is not lost; and tells whether anybody edited the variant.
create function private.variant_version(p_variant public.product_variants) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return format('v%s.%s.%s', left(md5(format('%s|%s|%s', p_variant.barcode, p_variant.price_delta, p_variant.policy)), 8),
    coalesce((select m.id from public.stock_movements m
      where m.variant_id = p_variant.id and m.order_id is null order by m.id desc limit 1), 0),
    p_variant.on_hand);
end;
$$;
comment on function private.variant_version(public.product_variants) is
  'The fields, the last change of stock that no order made, and the stock of a variant, as text that spreadsheets leave as it is';

create function office.export_variants(p_ids uuid[])
returns table (
  sku text, product text, size text, color text, barcode text, price_delta numeric, policy public.stock_policy, stock int,
  version text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select v.sku, p.title, v.size, v.color, v.barcode, v.price_delta, v.policy, v.on_hand, private.variant_version(v)
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    join public.product_variants v on v.product_id = p.id and v.archived_at is null
    order by f.place, array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku;
end;
$$;
comment on function office.export_variants(uuid[]) is
  'Variants as rows of a file, in the order of these ids of products and of their colors and sizes. Error (in detail): not_an_administrator.';

create function private.validate_stock_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, e,
      split_part(e ->> 'version', '.', 1) as fields, split_part(e ->> 'version', '.', 2) as movement,
      nullif(split_part(e ->> 'version', '.', 3), '')::int as stock_before
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, v.id, v.archived_at, v.held, v.on_hand, p.price, private.variant_version(v) as version,
      concat_ws(', ', p.title, v.color, v.size) as title,
      v.barcode as old_barcode, v.price_delta as old_delta, v.policy::text as old_policy,
      -- A spreadsheet takes the zeros off its beginning.
      case when not r.e ? 'barcode' or lpad(r.e ->> 'barcode', 14, '0') = lpad(v.barcode, 14, '0') then v.barcode
        else r.e ->> 'barcode' end as barcode,
      coalesce((r.e ->> 'priceDelta')::numeric, v.price_delta) as price_delta,
      coalesce(r.e ->> 'policy', v.policy::text) as policy,
      v.on_hand + coalesce((r.e ->> 'stock')::int - coalesce(r.stock_before, v.on_hand), 0) as stock
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = v.product_id),
  compared as (
    select k.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('Barcode', k.old_barcode, k.barcode), ('Price difference', private.rounded(k.old_delta)::text, private.rounded(k.price_delta)::text),
        ('Policy', k.old_policy, k.policy), ('Stock', k.on_hand::text, k.stock::text)
        ) d (field, before, after)
      where d.before is distinct from d.after) as changes,
      count(*) over (partition by k.sku) as same_sku, count(*) over (partition by k.barcode) as same_barcode
    from known k)
  select jsonb_agg(jsonb_build_object('line', c.line, 'id', c.id, 'label', concat_ws(' ', c.sku, c.title), 'barcode', c.barcode,
    'price_delta', c.price_delta, 'policy', c.policy, 'by', c.stock - c.on_hand,
    'changes', case when c.id is null then '[]' else c.changes end, 'problem', case
      when c.id is null then array['SKU', 'There is no variant with this SKU']
      when c.same_sku > 1 then array['SKU', 'This SKU stands in the file more than once']
      when c.archived_at is not null then array['SKU', 'The product no longer has this size and color']
      when c.changes = '[]' then null
      when (c.fields, c.movement) is distinct from (split_part(c.version, '.', 1), split_part(c.version, '.', 2))
        and c.e ? 'version' then array['Version', 'Somebody changed this variant after the file was made']
      when c.barcode <> '' and not public.is_barcode(c.barcode) then array['Barcode', 'Its length or check digit is wrong']
      when c.barcode <> '' and c.same_barcode > 1 or exists (
        select from public.product_variants o where o.barcode = c.barcode and o.id <> c.id
          and not exists (select from known k where k.id = o.id and k.barcode is distinct from o.barcode))
        then array['Barcode', 'Another variant has this barcode']
      when c.price + c.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
      when c.price + c.price_delta >= 1000000000 then array['Price difference', 'It would cost too much']
      when c.stock < 0 then array['Stock', format('Only %s are there now', c.on_hand)]
      when c.stock > 100000000 then array['Stock', 'Too many']
      when c.policy = 'deny' and c.stock < c.held then array['Stock', format('Orders hold %s of them', c.held)]
    end) order by c.line) from compared c;
$$;
comment on function private.validate_stock_rows(jsonb) is
  'Rows of a file of stock as the variants would be after it, each with what it changes and its first problem';

create function private.write_stock_rows(p_validated jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two variants may exchange their barcodes.
  update public.product_variants v set barcode = null
  from jsonb_to_recordset(p_validated) j (id uuid, barcode text, changes jsonb)
  where v.id = j.id and j.changes <> '[]' and v.barcode is distinct from j.barcode;
  -- Stock that may be oversold comes before less of it, and more of it before stock that may not.
  update public.product_variants v set barcode = j.barcode, price_delta = j.price_delta,
    policy = case j.policy when 'deny' then v.policy else j.policy end
  from jsonb_to_recordset(p_validated) j (id uuid, barcode text, price_delta numeric, policy public.stock_policy, changes jsonb)
  where v.id = j.id and j.changes <> '[]';
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select j.id, j.by, 'counted', 'From a file' from jsonb_to_recordset(p_validated) j (id uuid, by int, line int)
  where j.by <> 0 order by j.line;
  update public.product_variants v set policy = 'deny'
  from jsonb_to_recordset(p_validated) j (id uuid, policy public.stock_policy)
  where v.id = j.id and j.policy = 'deny' and v.policy <> 'deny';
end;
$$;
comment on function private.write_stock_rows(jsonb) is 'Makes variants as validated rows of a file say';

create function office.import_stock(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform private.lock_variants(array(select v.id from public.product_variants v
      where v.sku = any (array(select e ->> 'sku' from jsonb_array_elements(p_rows) e))));
  end if;
  validated := coalesce(private.validate_stock_rows(p_rows), '[]');
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    perform private.write_stock_rows(validated);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.changes = '[]' then 'same' else 'update' end,
      'label', j.label,
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem[1], 'message', j.problem[2])) end)
      order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, label text, changes jsonb, problem text[]));
end;
$$;
comment on function office.import_stock(jsonb, boolean) is
  'Validates rows of a file of stock, [{line, sku, barcode?, priceDelta?, policy?, stock?, version?}], and unless it is dry and unless one row is wrong changes the variants. What a row leaves out stays. The stock of a row with a version is applied as the difference to the stock that the version tells. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

create function office.set_products_policy(p_ids uuid[], p_policy public.stock_policy) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
  short text;
begin
  perform private.require_admin();
  perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = any (p_ids)));
  changed := private.lock_products(p_ids);
  select v.sku into short from public.product_variants v
    where p_policy = 'deny' and v.product_id = any (p_ids) and v.archived_at is null and v.held > v.on_hand limit 1;
  if found then
    raise exception 'Of % there are not so many that no order holds. Nothing was changed.', short using detail = 'stock_too_low';
  end if;
  update public.product_variants v set policy = p_policy
    where v.product_id = any (p_ids) and v.archived_at is null and v.policy <> p_policy;
  return changed;
end;
$$;
comment on function office.set_products_policy(uuid[], public.stock_policy) is
  'Sets whether all sizes and colors of products are counted, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, stock_too_low.';
