-- What a company pays, and in which quantities it buys: one function for product page, cart, order and quote.

create table public.price_list_items (
  id uuid primary key default gen_random_uuid(),
  price_list_id uuid not null references public.price_lists on delete cascade,
  product_id uuid not null references public.products on delete cascade on update cascade,
  variant_id uuid references public.product_variants on delete cascade,
  min_quantity int not null default 1 check (min_quantity between 1 and 9999),
  price numeric not null check (price >= 0 and price < 1000000000),
  constraint price_list_items_once unique nulls not distinct (price_list_id, product_id, variant_id, min_quantity)
);
comment on table public.price_list_items is 'Prices of single products in a price list; further rows are for larger quantities';
comment on column public.price_list_items.id is 'Identifies the row';
comment on column public.price_list_items.price_list_id is 'The price list';
comment on column public.price_list_items.product_id is 'The product';
comment on column public.price_list_items.variant_id is 'The size and colour; empty for all of them, which then cost as much more as they do in the shop';
comment on column public.price_list_items.min_quantity is 'From how many pieces on, all sizes and colours of the product in the order together';
comment on column public.price_list_items.price is 'Price of one piece in the currency of the shop';
create index price_list_items_product_idx on public.price_list_items (product_id);
create index price_list_items_variant_idx on public.price_list_items (variant_id);

create table public.order_quantities (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade on update cascade,
  price_list_id uuid references public.price_lists on delete cascade,
  minimum int not null default 1 check (minimum between 1 and 9999),
  multiple int not null default 1 check (multiple between 1 and 9999),
  constraint order_quantities_once unique nulls not distinct (product_id, price_list_id)
);
comment on table public.order_quantities is 'In which quantities companies order a product, all sizes and colours together';
comment on column public.order_quantities.id is 'Identifies the row';
comment on column public.order_quantities.product_id is 'The product';
comment on column public.order_quantities.price_list_id is 'The price list; empty for all that have no row of their own';
comment on column public.order_quantities.minimum is 'The least number of pieces';
comment on column public.order_quantities.multiple is 'Size of a pack: the number of pieces is a multiple of it';
create index order_quantities_list_idx on public.order_quantities (price_list_id);

create function private.price_list_of(p_customer uuid) returns public.price_lists
language plpgsql stable security definer set search_path = '' as $$
declare
  found_list public.price_lists;
begin
  select l.* into found_list from public.company_members m join public.companies c on c.id = m.company_id and c.status = 'approved'
    join public.price_lists l on l.id = c.price_list_id where m.user_id = p_customer;
  return found_list;
end;
$$;
comment on function private.price_list_of(uuid) is 'The price list that a customer buys by; null for who pays the prices of the shop';

create function private.listed_price(p_retail numeric, p_more numeric, p_percent numeric, p_item public.price_list_items) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return least(p_retail, greatest(0, case
    when p_item.id is null then private.rounded(p_retail * (100 - p_percent) / 100)
    when p_item.variant_id is null then p_item.price + p_more
    else p_item.price end));
end;
$$;
comment on function private.listed_price(numeric, numeric, numeric, public.price_list_items) is
  'What a piece costs, in the currency of the shop, that costs p_retail in the shop, p_more of it for its size and colour, by a price of a list, or where that is null by the percentage of the list; never more than in the shop';

-- Of several rows that apply, the one from the largest quantity on wins, and one for the size and colour over one for all.
create function private.unit_price(
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
comment on function private.unit_price(public.price_lists, public.products, public.product_variants, int) is
  'What a piece of a variant costs by a price list, in the currency of the shop, when so many pieces of the product are ordered, of all sizes and colours; never more than in the shop. The list is null for the prices of the shop, the variant where none was chosen.';

-- Before size and color are chosen it is the least that is possible, as in lists; the same where a choice is gone.
create function private.choice_price(
  p_list public.price_lists, p_product public.products, p_size text, p_color text, p_quantity int
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select min(private.unit_price(p_list, p_product, v, p_quantity)) from public.product_variants v
    where v.product_id = p_product.id and v.archived_at is null
      and (p_size is null or v.size is null or v.size = p_size) and (p_color is null or v.color is null or v.color = p_color)), (
    select min(private.unit_price(p_list, p_product, v, p_quantity)) from public.product_variants v
    where v.product_id = p_product.id and v.archived_at is null));
end;
$$;
comment on function private.choice_price(public.price_lists, public.products, text, text, int) is
  'What a piece of a product costs in a size and a colour, null where none was chosen, as unit_price has it for the cheapest variant that fits; null where the product is null';

create function private.order_quantity(p_list uuid, p_product uuid) returns public.order_quantities
language plpgsql stable security definer set search_path = '' as $$
declare
  its public.order_quantities;
begin
  select q.* into its from public.order_quantities q
    where q.product_id = p_product and (q.price_list_id = p_list or q.price_list_id is null) order by q.price_list_id nulls last limit 1;
  return its;
end;
$$;
comment on function private.order_quantity(uuid, uuid) is 'In which quantities a product is ordered by a price list; null where any will do';

create function private.wholesale_problem(p_lines jsonb, p_company public.companies, out problem text, out at text)
language plpgsql stable security definer set search_path = '' as $$
declare
  goods constant numeric := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(private.taxed_lines(p_lines, null)) l);
begin
  if p_company.id is null then
    return;
  end if;
  select case when s.quantity < q.minimum then format('Please order at least %s pieces of %s, of all sizes and colors together.', q.minimum, s.title)
      else format('%s comes in packs of %s. You have %s pieces of it.', s.title, q.multiple, s.quantity) end, s.at
    into problem, at
    from (
      select l ->> 'product_id' as product, min(l ->> 'title') as title, sum((l ->> 'quantity')::int) as quantity, min(l ->> 'at') as at, min(place) as place
      from jsonb_array_elements(p_lines) with ordinality line (l, place) group by 1) s
    cross join lateral private.order_quantity(p_company.price_list_id, s.product::uuid) q
    where s.quantity < q.minimum or s.quantity % q.multiple <> 0
    order by s.place limit 1;
  if problem is null and goods < p_company.order_minimum then
    problem := format('The products of an order have to cost %s or more.', private.price_text(p_company.order_minimum));
    at := 'products';
  end if;
end;
$$;
comment on function private.wholesale_problem(jsonb, public.companies) is
  'Why a company cannot order lines, as price_lines returns them, in these quantities, and the path of the field; null where it can';

create function private.require_order_quantities(p_lines jsonb, p_company public.companies) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select * into wrong from private.wholesale_problem(p_lines, p_company);
  if wrong.problem is not null then
    perform private.refuse_at('order_quantity', wrong.problem, array[wrong.at]);
  end if;
end;
$$;
comment on function private.require_order_quantities(jsonb, public.companies) is
  'Refuses lines in quantities in which the company does not order (order_quantity)';

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
  'What a piece costs from which quantity on: [{quantity, price in the currency of the shop}], the first from 1; without the tax that tax_off returned, if any';

create function public.own_prices(p_products uuid[]) returns jsonb
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
    select coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'retail', p.lowest_price,
      'lowest', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, null, null, 1)),
      'varies', p.lowest_price < p.highest_price or exists (
        select from public.price_list_items i where i.price_list_id = list.id and i.product_id = p.id and i.variant_id is not null),
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
  'What products cost the company of the signed-in customer, in the currency of the shop: {company, price_list, tax_free, products: [{product, retail: the least in the shop, lowest: the least for this company, varies: whether a size or colour may cost more, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}, the prices without tax where tax_free is true; null for who pays the prices of the shop';
grant execute on function public.own_prices(uuid[]) to authenticated;

alter table public.price_list_items enable row level security;
create policy price_list_items_nobody on public.price_list_items for all to anon, authenticated
  using (false) with check (false);

alter table public.order_quantities enable row level security;
create policy order_quantities_nobody on public.order_quantities for all to anon, authenticated
  using (false) with check (false);
