-- Companies that buy wholesale, their members, and the price lists that they buy by.

create table public.price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) <= 100),
  percent numeric(5, 2) not null default 0 check (percent between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint price_lists_name_visible check (public.is_visible(name))
);
comment on table public.price_lists is 'Price lists of wholesale; prices of single products are in price_list_items';
comment on column public.price_lists.id is 'Identifies the price list';
comment on column public.price_lists.name is 'Its name, which companies read too';
comment on column public.price_lists.percent is 'What it takes off every price of the shop, in percent';
comment on column public.price_lists.created_at is 'When it was made';
comment on column public.price_lists.updated_at is 'When it was last changed; kept by a trigger';

create type public.company_status as enum ('requested', 'approved', 'refused', 'suspended');
comment on type public.company_status is 'Whether a company buys wholesale: requested waits for an answer, approved does, refused and suspended do not';
create type public.company_role as enum ('buyer', 'manager');
comment on type public.company_role is 'What a member of a company may do: a buyer orders, a manager keeps its members too';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 200),
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9+*]{2,13})?$'),
  address text not null default '' check (length(address) <= 500),
  postcode text not null default '' check (length(postcode) <= 50),
  city text not null default '' check (length(city) <= 200),
  country text not null references public.countries,
  phone text not null default '' check (length(phone) <= 50),
  about text not null default '' check (length(about) <= 2000),
  status public.company_status not null default 'requested',
  price_list_id uuid references public.price_lists on delete set null,
  terms_days int not null default 0 check (terms_days between 0 and 365),
  credit_limit numeric(12, 2) not null default 0 check (credit_limit >= 0),
  order_minimum numeric(12, 2) not null default 0 check (order_minimum >= 0),
  tax_free boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint companies_name_visible check (public.is_visible(name)),
  constraint companies_tax_free_check check (not tax_free or vat_id <> '')
);
comment on table public.companies is 'Companies that buy wholesale, or asked to';
comment on column public.companies.id is 'Identifies the company';
comment on column public.companies.name is 'Its name, as on invoices';
comment on column public.companies.vat_id is 'VAT number with the country in front; empty when it has none';
comment on column public.companies.address is 'Street and number';
comment on column public.companies.postcode is 'Postcode';
comment on column public.companies.city is 'City';
comment on column public.companies.country is 'Code of its country';
comment on column public.companies.phone is 'Phone number, as typed';
comment on column public.companies.about is 'What it sells, in its own words';
comment on column public.companies.status is 'Whether it buys wholesale';
comment on column public.companies.price_list_id is 'Its price list; without one it pays the prices of the shop';
comment on column public.companies.terms_days is 'Within how many days it pays an order on terms; 0 when it pays by card only';
comment on column public.companies.credit_limit is 'What its unpaid orders on terms may come to, in dollars';
comment on column public.companies.order_minimum is 'What the goods of an order have to cost at least, in dollars';
comment on column public.companies.tax_free is 'Whether its VAT number was checked, so that deliveries to other countries of the EU are without tax';
comment on column public.companies.created_at is 'When it asked for wholesale';
comment on column public.companies.updated_at is 'When it was last changed; kept by a trigger';
create index companies_status_idx on public.companies (status, created_at desc, id);
create index companies_name_idx on public.companies (lower(name), id);
create index companies_country_idx on public.companies (country);
create index companies_price_list_idx on public.companies (price_list_id);

create table public.company_members (
  user_id uuid primary key references public.profiles on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  role public.company_role not null default 'buyer',
  created_at timestamptz not null default now()
);
comment on table public.company_members is 'The customers that buy for a company; a customer buys for one company at most';
comment on column public.company_members.user_id is 'The customer';
comment on column public.company_members.company_id is 'The company';
comment on column public.company_members.role is 'buyer or manager';
comment on column public.company_members.created_at is 'Since when';
create index company_members_company_idx on public.company_members (company_id, created_at, user_id);

create function public.own_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.company_id from public.company_members m where m.user_id = auth.uid());
end;
$$;
comment on function public.own_company() is 'The company of the signed-in customer, approved or not; null without one';
grant execute on function public.own_company() to authenticated;

create function private.company_of(p_customer uuid) returns public.companies
language plpgsql stable security definer set search_path = '' as $$
declare
  found_company public.companies;
begin
  select c.* into found_company from public.company_members m join public.companies c on c.id = m.company_id
    where m.user_id = p_customer and c.status = 'approved';
  return found_company;
end;
$$;
comment on function private.company_of(uuid) is 'The company by whose prices and terms a customer buys; null without an approved one';

alter table public.price_lists enable row level security;
grant select, insert (id, name, percent), update (name, percent), delete on public.price_lists to authenticated;
create policy price_lists_select_own_or_admin on public.price_lists for select to authenticated
  using ((select public.is_admin()) or id = (
    select c.price_list_id from public.companies c where c.id = (select public.own_company()) and c.status = 'approved'));
create policy price_lists_insert_admin on public.price_lists for insert to authenticated
  with check ((select public.is_admin()));
create policy price_lists_update_admin on public.price_lists for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy price_lists_delete_admin on public.price_lists for delete to authenticated
  using ((select public.is_admin()));

alter table public.companies enable row level security;
grant select, delete,
  update (name, vat_id, address, postcode, city, country, phone, about, status, price_list_id, terms_days, credit_limit, order_minimum, tax_free)
  on public.companies to authenticated;
create policy companies_select_own_or_admin on public.companies for select to authenticated
  using (id = (select public.own_company()) or (select public.is_admin()));
create policy companies_update_admin on public.companies for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy companies_delete_admin on public.companies for delete to authenticated
  using ((select public.is_admin()));

alter table public.company_members enable row level security;
grant select on public.company_members to authenticated;
create policy company_members_select_own_or_admin on public.company_members for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

create trigger price_lists_set_updated_at before update on public.price_lists
  for each row execute function private.set_updated_at();
create trigger companies_set_updated_at before update on public.companies
  for each row execute function private.set_updated_at();


create table public.price_list_items (
  id uuid primary key default gen_random_uuid(),
  price_list_id uuid not null references public.price_lists on delete cascade,
  product_id uuid not null references public.products on delete cascade on update cascade,
  variant_id uuid references public.product_variants on delete cascade,
  min_quantity int not null default 1 check (min_quantity between 1 and 9999),
  price numeric(12, 2) not null check (price >= 0 and price < 1000000),
  constraint price_list_items_once unique nulls not distinct (price_list_id, product_id, variant_id, min_quantity)
);
comment on table public.price_list_items is 'Prices of single products in a price list; further rows are for larger quantities';
comment on column public.price_list_items.id is 'Identifies the row';
comment on column public.price_list_items.price_list_id is 'The price list';
comment on column public.price_list_items.product_id is 'The product';
comment on column public.price_list_items.variant_id is 'The size and colour; empty for all of them, which then cost as much more as they do in the shop';
comment on column public.price_list_items.min_quantity is 'From how many pieces on, all sizes and colours of the product in the order together';
comment on column public.price_list_items.price is 'Price of one piece in dollars';
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

-- Of several rows that apply, the one from the largest quantity on wins, and one for the size and colour over one for all.
create function private.unit_price(
  p_list public.price_lists, p_product public.products, p_variant public.product_variants, p_quantity int
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
begin
  if p_list.id is null then
    return retail;
  end if;
  return least(retail, greatest(0, coalesce((
    select case when i.variant_id is null then i.price + more else i.price end from public.price_list_items i
    where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)
      and i.min_quantity <= p_quantity
    order by i.min_quantity desc, i.variant_id nulls last limit 1), round(retail * (100 - p_list.percent) / 100, 2))));
end;
$$;
comment on function private.unit_price(public.price_lists, public.products, public.product_variants, int) is
  'What a piece of a variant costs by a price list, in dollars, when so many pieces of the product are ordered, of all sizes and colours; never more than in the shop. The list is null for the prices of the shop, the variant where none was chosen.';

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
  goods constant numeric := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(p_lines) l);
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
    problem := format('The products of an order have to cost $%s or more.', to_char(p_company.order_minimum, 'FM9,999,999,990.00'));
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

create function private.prices_by_quantity(p_list public.price_lists, p_product public.products, p_variant public.product_variants) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('quantity', s.quantity, 'price', s.price) order by s.quantity)
    from (
      select r.quantity, r.price, lag(r.price) over (order by r.quantity) as before
      from (
        select f.quantity, private.unit_price(p_list, p_product, p_variant, f.quantity) as price
        from (
          select 1 as quantity union select i.min_quantity from public.price_list_items i
          where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)) f) r) s
    where s.price is distinct from s.before);
end;
$$;
comment on function private.prices_by_quantity(public.price_lists, public.products, public.product_variants) is
  'What a piece costs from which quantity on: [{quantity, price in dollars}], the first from 1';

create function public.own_prices(p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  list constant public.price_lists := private.price_list_of(auth.uid());
begin
  if company.id is null then
    return null;
  end if;
  return jsonb_build_object('company', company.name, 'price_list', coalesce(list.name, ''), 'products', (
    select coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'retail', p.price,
      'prices', private.prices_by_quantity(list, p, null),
      'minimum', coalesce(q.minimum, 1), 'multiple', coalesce(q.multiple, 1),
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'prices', private.prices_by_quantity(list, p, v)) order by v.sku), '[]')
        from public.product_variants v
        where v.product_id = p.id and v.archived_at is null and (v.price_delta <> 0 or exists (
          select from public.price_list_items i where i.variant_id = v.id and i.price_list_id = list.id)))) order by p.id), '[]')
    from public.products p cross join lateral private.order_quantity(list.id, p.id) q
    where p.id = any (p_products) and p.status = 'published'));
end;
$$;
comment on function public.own_prices(uuid[]) is
  'What products cost the company of the signed-in customer, in dollars: {company, price_list, products: [{product, retail, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}; null for who pays the prices of the shop';
grant execute on function public.own_prices(uuid[]) to authenticated;

alter table public.price_list_items enable row level security;
grant select, insert (price_list_id, product_id, variant_id, min_quantity, price), update (min_quantity, price), delete
  on public.price_list_items to authenticated;
-- Whoever may read a price list may read what is in it.
create policy price_list_items_select_with_list on public.price_list_items for select to authenticated
  using (exists (select from public.price_lists l where l.id = price_list_id));
create policy price_list_items_insert_admin on public.price_list_items for insert to authenticated
  with check ((select public.is_admin()));
create policy price_list_items_update_admin on public.price_list_items for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy price_list_items_delete_admin on public.price_list_items for delete to authenticated
  using ((select public.is_admin()));

alter table public.order_quantities enable row level security;
grant select, insert (product_id, price_list_id, minimum, multiple), update (minimum, multiple), delete on public.order_quantities to authenticated;
create policy order_quantities_all_admin on public.order_quantities for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.orders
  add column company_id uuid references public.companies on delete set null,
  add column company_name text not null default '',
  add column company_vat_id text not null default '',
  add column po_number text not null default '' check (length(po_number) <= 60);
comment on column public.orders.company_id is 'The company that it was placed for; empty for retail, and when deleted since';
comment on column public.orders.company_name is 'Name of the company when ordering';
comment on column public.orders.company_vat_id is 'VAT number of the company when ordering';
comment on column public.orders.po_number is 'Purchase order number, by which the company knows it; empty when it gave none';
create index orders_company_idx on public.orders (company_id);

drop function public.place_order_to_pay(jsonb, numeric, text, text, boolean, uuid[], uuid, text);
drop function public.place_order(jsonb, numeric, text, text, uuid, text);
drop function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[], uuid, text);
drop function private.order_digest(jsonb, numeric, text, uuid, text);
drop function private.validate_order_lines(jsonb);
drop function private.price_lines(jsonb);
drop function private.cart_variants(public.products, uuid);

create type private.order_options as (
  checkout boolean, replaces uuid[], method uuid, voucher text, po_number text
);
comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_options private.order_options) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_options.method, upper(btrim(p_options.voucher)), btrim(p_options.po_number), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text, private.order_options) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

create function private.price_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
begin
  return (
    with lines as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3),
    asked as (
      select *, (sum(quantity) over (partition by product_id))::int as of_product from lines)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', private.unit_price(list, p, v.variant, a.of_product),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v as variant from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true);
end;
$$;
comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, each with its path in the request';

create function private.cart_variants(
  p_product public.products, p_customer uuid, p_list public.price_lists, p_quantity int
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0))
    and not exists (select from public.price_list_items i where i.price_list_id = p_list.id and i.product_id = p_product.id and i.variant_id is not null) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', private.unit_price(p_list, p_product, v, p_quantity),
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null);
end;
$$;
comment on function private.cart_variants(public.products, uuid, public.price_lists, int) is
  'The variants of a product in a cart with so many pieces of it, as those of read_product; none where no stock is counted and all cost the same';

create function private.validate_order_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
  sold_out text;
begin
  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Locked only against deletion, and in the order of their ids: shoppers never wait for each other.
  perform 1 from public.products
    where id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e))
    order by id for key share;
  lines := private.price_lines(p_products, p_customer);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.require_choices(lines);
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, uuid) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' else 'Pending' end::public.order_status,
    p_reference, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60),
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it';

create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean, p_options jsonb
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  checkout constant boolean := coalesce(options.checkout, false);
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or checkout then
    private.order_digest(p_products, p_amount, p_email, options) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  company public.companies;
  lines jsonb;
  price jsonb;
  replaced uuid[] := '{}';
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products, buyer.id);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  perform private.require_order_quantities(lines, company);
  price := private.price_order(lines, buyer.country, options.method, options.voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      perform private.require_voucher(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, coalesce(options.replaces, '{}'));
  end if;

  placed := private.add_order(new_id, buyer, company, p_email, price, options, key, digest,
    case when p_to_pay or p_amount = 0 then new_id || '.1' end);
  -- Checked after the insert, since the currency is the default of the table.
  if p_amount > 0 then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, jsonb) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_options as order_options';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false,
    p_options - array['checkout', 'replaces']);
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw, and {method, voucher, po_number} as options. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
grant execute on function public.place_order(jsonb, numeric, text, text, jsonb) to authenticated;

create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key, true, p_options);
  attempt public.payment_attempts;
begin
  if placed.status = 'Pending' then
    -- An order of place_order has no payment reference yet.
    if placed.payment_reference is null then
      update public.orders set payment_reference = placed.id || '.1'
        where id = placed.id and payment_reference is null;
    end if;
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, and for an order that costs nothing, which is Paid. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as those of place_order, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) to authenticated;

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.unit_price(list, p, v, c.of_product), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, c.of_product),
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

create or replace function public.price_cart(p_method uuid default null, p_voucher text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  company constant public.companies := private.company_of(auth.uid());
  country constant text := (select p.country from public.profiles p where p.id = auth.uid());
  price jsonb;
  voucher text := nullif(btrim(p_voucher), '');
  method uuid := p_method;
  problem text := '';
  reason text;
begin
  perform private.require_customer();
  if lines is null then
    return null;
  end if;
  if voucher is not null then
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  -- The cart is priced without what cannot be had, and says what that is.
  loop
    begin
      price := private.price_order(lines, country, method, voucher, auth.uid());
      exit;
    exception when raise_exception then
      get stacked diagnostics problem = message_text, reason = pg_exception_detail;
      case reason
        when 'voucher_refused' then voucher := null;
        when 'shipping_gone' then method := null;
        else raise;
      end case;
    end;
  end loop;
  return price - 'lines' || jsonb_build_object('problem', problem, 'country', private.country_code(country),
    'takes_vouchers', exists (select from public.vouchers), 'company', coalesce(company.name, ''),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text) is
  'What the cart of the signed-in customer costs, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of the customer''s, takes_vouchers, company: the name of the customer''s, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text) to authenticated;

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number,
        public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in dollars';

select private.audit_table('public.companies');
select private.audit_table('public.company_members', 'user_id');
select private.audit_table('public.price_lists');
select private.audit_table('public.price_list_items');
select private.audit_table('public.order_quantities');
