-- What a company pays by quantity is found by one question for each product and size, not by one for each price.

create function private.listed_price(p_retail numeric, p_more numeric, p_percent numeric, p_item public.price_list_items) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return least(p_retail, greatest(0, case
    when p_item.id is null then round(p_retail * (100 - p_percent) / 100, 2)
    when p_item.variant_id is null then p_item.price + p_more
    else p_item.price end));
end;
$$;
comment on function private.listed_price(numeric, numeric, numeric, public.price_list_items) is
  'What a piece costs, in dollars, that costs p_retail in the shop, p_more of it for its size and colour, by a price of a list, or where that is null by the percentage of the list; never more than in the shop';

create or replace function private.unit_price(
  p_list public.price_lists, p_product public.products, p_variant public.product_variants, p_quantity int
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
  item public.price_list_items;
begin
  if p_list.id is null then
    return retail;
  end if;
  select i.* into item from public.price_list_items i
    where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)
      and i.min_quantity <= p_quantity
    order by i.min_quantity desc, i.variant_id nulls last limit 1;
  return private.listed_price(retail, more, p_list.percent, item);
end;
$$;

create or replace function private.prices_by_quantity(p_list public.price_lists, p_product public.products, p_variant public.product_variants) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
begin
  return (
    select jsonb_agg(jsonb_build_object('quantity', s.quantity, 'price', s.price) order by s.quantity)
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
