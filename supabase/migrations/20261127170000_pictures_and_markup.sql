-- Structured data of product pages names the barcode of each variant.

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, (
        select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode, 'price', p.price + v.price_delta,
          'level', case p.availability when 'InStock' then private.stock_level(v.policy, v.on_hand - v.held) else 'out' end) order by v.sku), '[]')
        from public.product_variants v where v.product_id = p.id and v.archived_at is null) as variants
      from public.product_details d join public.products p on p.id = d.id
      where d.id = p_id and (d.status = 'published' or public.is_admin())) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, variants, [{size, color, sku, barcode, price in dollars, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';

-- Its refusal counts no pieces in words.
create or replace function private.change_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  short record;
  changed int;
begin
  select v.sku, c.at, v.on_hand - case v.policy when 'deny' then v.held else 0 end as most into short
    from public.product_variants v join (
      select c.variant, sum(c.by) as by, min(c.at) as at
      from jsonb_to_recordset(p_changes) c (at text, variant uuid, by int) group by 1) c on c.variant = v.id
    where c.by < 0 and v.on_hand + c.by < case v.policy when 'deny' then v.held else 0 end limit 1;
  if found then
    raise exception 'Of % only % can be taken out. Nothing was changed.', short.sku, greatest(short.most, 0)
      using detail = 'stock_too_low', hint = short.at || '.by';
  end if;
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select c.variant, c.by, c.reason, coalesce(c.note, '')
  from jsonb_to_recordset(p_changes) c (variant uuid, by int, reason text, note text) where c.by <> 0;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
