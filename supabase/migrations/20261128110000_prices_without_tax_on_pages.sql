-- What a company without tax is shown on product pages and in the grid is what the cart asks: prices without tax.

drop function private.cart_variants(public.products, uuid, public.price_lists, int, text, text);
create function private.cart_variants(
  p_product public.products, p_customer uuid, p_list public.price_lists, p_off jsonb, p_quantity int, p_size text, p_color text
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0))
    and not exists (select from public.price_list_items i where i.price_list_id = p_list.id and i.product_id = p_product.id and i.variant_id is not null) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', private.price_for(p_off, p_product.tax_class, private.unit_price(p_list, p_product, v, p_quantity)),
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null
      -- A line changes its size or its colour: a cart of a whole grid does not carry the grid in each line.
      and (p_size is null or p_color is null or v.size is null or v.color is null or v.size = p_size or v.color = p_color));
end;
$$;
comment on function private.cart_variants(public.products, uuid, public.price_lists, jsonb, int, text, text) is
  'The variants of a product with the size or the color of a line, in a cart with so many pieces of it, as those of read_product; none where no stock is counted and all cost the same';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product, the sizes and colours to choose from, and whether there are enough pieces; prices in dollars';

drop function private.prices_by_quantity(public.price_lists, public.products, public.product_variants);
create function private.prices_by_quantity(p_list public.price_lists, p_product public.products, p_variant public.product_variants, p_off jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
begin
  return (
    select jsonb_agg(jsonb_build_object('quantity', s.quantity, 'price', private.price_for(p_off, p_product.tax_class, s.price)) order by s.quantity)
    from (
      select r.quantity, r.price, lag(r.price) over (order by r.quantity) as before
      from (
        select 1 as quantity, private.unit_price(p_list, p_product, p_variant, 1) as price
        union all
        select q.min_quantity, private.listed_price(retail, more, p_list.percent, q)
        from (
          select distinct on (i.min_quantity) i.* from public.price_list_items i
          where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)
            and i.min_quantity > 1
          order by i.min_quantity, i.variant_id nulls last) q) r) s
    where s.price is distinct from s.before);
end;
$$;
comment on function private.prices_by_quantity(public.price_lists, public.products, public.product_variants, jsonb) is
  'What a piece costs from which quantity on: [{quantity, price in dollars}], the first from 1; without the tax that tax_off returned, if any';

create or replace function public.own_prices(p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  list constant public.price_lists := private.price_list_of(auth.uid());
  tax_off constant jsonb := private.tax_off(auth.uid());
begin
  if company.id is null then
    return null;
  end if;
  return jsonb_build_object('company', company.name, 'price_list', coalesce(list.name, ''), 'tax_free', tax_off is not null, 'products', (
    select coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'retail', p.price,
      'prices', private.prices_by_quantity(list, p, null, tax_off),
      'minimum', coalesce(q.minimum, 1), 'multiple', coalesce(q.multiple, 1),
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'prices', private.prices_by_quantity(list, p, v, tax_off)) order by v.sku), '[]')
        from public.product_variants v
        where v.product_id = p.id and v.archived_at is null and (v.price_delta <> 0 or exists (
          select from public.price_list_items i where i.variant_id = v.id and i.price_list_id = list.id)))) order by p.id), '[]')
    from public.products p cross join lateral private.order_quantity(list.id, p.id) q
    where p.id = any (p_products) and p.status = 'published'));
end;
$$;
comment on function public.own_prices(uuid[]) is
  'What products cost the company of the signed-in customer, in dollars: {company, price_list, tax_free, products: [{product, retail, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}, the prices without tax where tax_free is true; null for who pays the prices of the shop';
