-- Variants in files of products from other shops, and how the products of these files are known again.

create function private.with_known_products(p_rows jsonb) returns jsonb[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array_agg(case when k.id is null then r.e || case when r.e ? 'newCategory' and not public.is_visible(coalesce(r.e ->> 'category', ''))
        then '{"category": "Uncategorized"}'::jsonb else '{}' end else r.e || jsonb_strip_nulls(jsonb_build_object('id', k.id, 'variants', (
        select jsonb_agg(w) from jsonb_array_elements(r.e -> 'variants') w
        where not w ? 'absent' or not exists (
          select from public.product_variants v where v.product_id = k.id and v.archived_at is null
            and v.size is not distinct from w ->> 'size' and v.color is not distinct from w ->> 'color')))) end)
    from jsonb_array_elements(p_rows) r (e)
    cross join lateral (
      select coalesce(private.as_uuid(r.e ->> 'id'),
        (select p.id from public.products p where p.handle = r.e ->> 'handle' order by p.created_at, p.id limit 1),
        (select v.product_id from jsonb_array_elements(r.e -> 'variants') w join public.product_variants v on v.sku = w ->> 'sku'
          order by v.archived_at is not null, v.id limit 1)) as id) k);
end;
$$;
comment on function private.with_known_products(jsonb) is
  'Rows of a file of products, those without an id with that of the product that has their handle, or else one of their SKUs, and without absent variants that the shop has; new ones of other shops without a category go to Uncategorized';

create function private.imported_variants(p_validated jsonb[])
returns table (
  line int, id uuid, name text, price numeric, sku text, barcode text, price_delta numeric, policy public.stock_policy, stock int,
  before public.product_variants)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select j.line, v.id, concat_ws(', ', w.size, w.color), j.price, coalesce(w.sku, v.sku), coalesce(w.barcode, v.barcode),
      coalesce(w."priceDelta", v.price_delta, 0), coalesce(w.policy, v.policy), coalesce(w.stock, v.on_hand, 0), v
    from unnest(p_validated) r cross join lateral jsonb_to_record(r) j (line int, product_id uuid, price numeric, variants jsonb)
    cross join lateral jsonb_to_recordset(j.variants) w (
      size text, color text, sku text, barcode text, "priceDelta" numeric, policy public.stock_policy, stock int)
    left join public.product_variants v
      on v.product_id = j.product_id and v.size is not distinct from w.size and v.color is not distinct from w.color;
end;
$$;
comment on function private.imported_variants(jsonb[]) is
  'The variants that rows of a file of products name, as they would be after it and as they are; id and before are empty for new ones';

create function private.variant_changes(p_name text, p_after jsonb, p_before public.product_variants) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_before.id is null then
    return jsonb_build_array(jsonb_build_object('field', coalesce(nullif(p_name, ''), 'variant'), 'before', null, 'after', concat_ws(', ',
      'SKU ' || (p_after ->> 'sku'), 'barcode ' || (p_after ->> 'barcode'),
      case when (p_after ->> 'price_delta')::numeric <> 0 then 'price difference ' || (p_after ->> 'price_delta') end,
      case coalesce(p_after ->> 'policy', 'untracked') when 'untracked' then 'stock not counted' else 'stock ' || (p_after ->> 'stock') end)));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('field', concat_ws(': ', nullif(p_name, ''), d.field), 'before', d.before, 'after', d.after)), '[]')
    from (values
      ('SKU', p_before.sku, p_after ->> 'sku'), ('Barcode', p_before.barcode, p_after ->> 'barcode'),
      ('Price difference', private.rounded(p_before.price_delta)::text, private.rounded((p_after ->> 'price_delta')::numeric)::text),
      ('Policy', p_before.policy::text, p_after ->> 'policy'), ('Stock', p_before.on_hand::text, p_after ->> 'stock')
      ) d (field, before, after)
    where d.before is distinct from d.after);
end;
$$;
comment on function private.variant_changes(text, jsonb, public.product_variants) is
  'What a file changes in a variant, for a new one all that it gets, as changes of its product';

create function private.validate_imported_variants(p_rows jsonb[])
returns table (line int, changes jsonb, problem text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with named as materialized (
      select w.*, count(*) over (partition by w.sku) as same_sku, count(*) over (partition by w.barcode) as same_barcode,
        (select o.id from public.product_variants o where o.sku = w.sku and o.id is distinct from w.id) as has_sku,
        (select o.id from public.product_variants o where o.barcode = w.barcode and o.id is distinct from w.id) as has_barcode
      from private.imported_variants(p_rows) w),
    -- What another variant loses in the same file is free.
    free as materialized (
      select n.id, bool_or(n.sku <> (n.before).sku) as sku, bool_or(n.barcode <> (n.before).barcode) as barcode
      from named n where n.id is not null group by n.id),
    checked as materialized (
      select n.line, n.name, private.variant_changes(n.name, jsonb_build_object('sku', n.sku, 'barcode', n.barcode, 'price_delta', n.price_delta,
          'policy', n.policy, 'stock', n.stock), n.before) as changes, case
        when n.sku is not null and n.same_sku > 1 then array['SKU', format('%s stands in the file more than once', n.sku)]
        when n.sku is distinct from (n.before).sku and n.has_sku is not null and s.sku is not true
          then array['SKU', format('Another size and color has %s', n.sku)]
        when n.barcode is not null and n.same_barcode > 1 then array['Barcode', format('%s stands in the file more than once', n.barcode)]
        when n.barcode is distinct from (n.before).barcode and n.has_barcode is not null and b.barcode is not true
          then array['Barcode', format('Another size and color has %s', n.barcode)]
        when n.price + n.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
        when n.price + n.price_delta >= 1000000000 then array['Price difference', 'It would cost too much']
        when n.policy = 'deny' and n.stock < (n.before).held then array['Stock', format('Orders hold %s of them', (n.before).held)]
        end as problem
      from named n left join free s on s.id = n.has_sku left join free b on b.id = n.has_barcode),
    wrong as (
      select distinct on (c.line) c.line, array[concat_ws(': ', nullif(c.name, ''), c.problem[1]), c.problem[2]] as problem
      from checked c where c.problem is not null)
    select c.line, coalesce(jsonb_agg(d.change) filter (where d.change is not null), '[]'), w.problem
    from checked c left join lateral jsonb_array_elements(c.changes) d (change) on true left join wrong w on w.line = c.line
    group by c.line, w.problem;
end;
$$;
comment on function private.validate_imported_variants(jsonb[]) is
  'What rows of a file of products, {line, product_id, price, variants}, change in variants, and the first problem of these';

create function private.raise_imported_variants(p_validated jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set price_delta = w.price_delta
    from private.imported_variants(p_validated) w where v.id = w.id and v.price_delta < 0 and w.price_delta > v.price_delta;
end;
$$;
comment on function private.raise_imported_variants(jsonb[]) is
  'Takes variants that cost less than their product to what a file says, before the price of the product falls to that of the cheapest';

create function private.write_imported_variants(p_validated jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (select jsonb_agg(to_jsonb(w) - '{before}'::text[] || jsonb_build_object('by', w.stock - (w.before).on_hand))
    from private.imported_variants(p_validated) w);
begin
  perform private.lock_variants(array(select w.id from jsonb_to_recordset(wanted) w (id uuid)));
  -- Two variants may exchange their barcodes.
  update public.product_variants v set barcode = null
    from jsonb_to_recordset(wanted) w (id uuid, barcode text) where v.id = w.id and v.barcode is not null and v.barcode is distinct from w.barcode;
  -- Stock that may be oversold comes before less of it, all other policies after the stock: products are then updated once.
  update public.product_variants v set policy = w.policy
    from jsonb_to_recordset(wanted) w (id uuid, policy public.stock_policy) where v.id = w.id and v.policy = 'deny' and w.policy <> 'deny';
  insert into public.stock_movements (variant_id, quantity, reason, note)
    select w.id, w.by, 'counted', 'From a file' from jsonb_to_recordset(wanted) w (id uuid, by int, line int) where w.by <> 0 order by w.line;
  update public.product_variants v set sku = w.sku, barcode = w.barcode, price_delta = w.price_delta, policy = w.policy
    from jsonb_to_recordset(wanted) w (id uuid, sku text, barcode text, price_delta numeric, policy public.stock_policy)
    where v.id = w.id and (v.sku, v.barcode, v.price_delta, v.policy) is distinct from (w.sku, w.barcode, w.price_delta, w.policy);
end;
$$;
comment on function private.write_imported_variants(jsonb[]) is 'Makes the variants of products that were written as validated rows of a file say';
