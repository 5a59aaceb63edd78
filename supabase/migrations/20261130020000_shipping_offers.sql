-- What search engines and feeds are told of products: how they are sent, and each size and color.

create function private.shown_variants(p_product public.products) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode, 'price', p_product.price + v.price_delta,
      'level', case p_product.availability when 'InStock' then private.stock_level(v.policy, v.on_hand - v.held) else 'out' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null);
end;
$$;
comment on function private.shown_variants(public.products) is
  'What shoppers see of the variants of a product: [{size, color, sku, barcode, price in the currency of the shop, level}]';

create function private.home_country() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(nullif(private.shop_setting('seller_country') #>> '{}', ''),
    (select z.countries[1] from public.shipping_zones z where z.countries <> '{}' order by z.created_at, z.id limit 1));
end;
$$;
comment on function private.home_country() is
  'Code of the country in which the shop is, else of the first one to which it sends; null where neither is said';

-- What is sent everywhere else is said of the home country only: there is no code for all others.
create function private.shipping_offers(p_goods numeric, p_weight bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  home constant text := private.home_country();
begin
  return (
    select coalesce(json_agg(json_build_object('countries', o.countries, 'name', o.name, 'price', o.price, 'days_from', o.days_from, 'days_to', o.days_to)
      order by o.created_at, o.id), '[]')
    from (
      select case when z.countries = '{}' then array[home] else z.countries end as countries, m.name, m.price, m.days_from, m.days_to, z.created_at, z.id
      from public.shipping_zones z cross join lateral (
        select s.name, private.shipping_price(s, p_goods, p_weight) as price, s.days_from, s.days_to
        from public.shipping_methods s where s.zone_id = z.id and (s.max_weight is null or p_weight <= s.max_weight)
        order by 2, s.position, s.id limit 1) m
      where z.countries <> '{}' or home is not null and not exists (select from public.shipping_zones y where home = any (y.countries))
      union all
      select array[home], '', 0, 0, 0, null, null where home is not null and not exists (select from public.shipping_methods)) o);
end;
$$;
comment on function private.shipping_offers(numeric, bigint) is
  'The cheapest way in which goods of this price, in the currency of the shop, and this weight in grams are sent, by zone: [{countries: their codes, name, price, days_from, days_to}]; without any method it is free, and has no name';

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, p.description_document, private.product_facts(p.id) as custom_fields, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, private.shown_variants(p) as variants, private.shipping_offers(p.lowest_price, p.weight) as shipping
      from public.product_details d join public.products p on p.id = d.id
      where d.id = p_id and (d.status = 'published' or public.is_admin())) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, custom fields that are shown, variants (as private.shown_variants), shipping (as private.shipping_offers), and, on sale, the lowest price of the 30 days before its price began; null when there is none';
