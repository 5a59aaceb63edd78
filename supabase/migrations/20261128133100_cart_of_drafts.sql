-- The cart says of each product whether shoppers can see it.

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
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color);
end;
$$;
