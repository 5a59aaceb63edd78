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
