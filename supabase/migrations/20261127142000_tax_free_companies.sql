-- A company with a VAT number pays no tax where it is delivered to another country of the EU than the seller's.

alter table public.countries add column in_eu boolean not null default false;
alter table public.orders add column tax_free boolean not null default false;

-- What administrators set for the whole shop, one row for each setting.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax)';

comment on column public.countries.in_eu is 'Whether it is in the European Union, within which VAT passes to the recipient';

update public.countries set in_eu = true
  where code in ('AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE');

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
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color);
end;
$$;

create or replace function private.tax_off(p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(p_customer);
  seller constant text := private.shop_setting('seller_country') #>> '{}';
  country text;
begin
  if company.tax_free is not true then
    return null;
  end if;
  country := (select private.country_code(p.country) from public.profiles p where p.id = p_customer);
  if country = seller or (select count(*) from public.countries c where c.code in (country, seller) and c.in_eu) < 2 then
    return null;
  end if;
  return (
    select jsonb_object_agg(c, case when private.shop_setting('prices_include_tax')::boolean then private.tax_rate(country, c) else 0 end)
    from unnest(enum_range(null::public.tax_class)) c);
end;
$$;

comment on function private.tax_off(uuid) is
  'For a company that pays no tax, with a VAT number and in another country of the EU than the seller: the rate by class, in percent, that the prices of the shop have in them; null for everybody else';

create or replace function private.price_for(p_off jsonb, p_class public.tax_class, p_price numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(round(p_price * 100 / (100 + (p_off ->> p_class::text)::numeric), 2), p_price);
end;
$$;

comment on function private.price_for(jsonb, public.tax_class, numeric) is
  'A price in dollars without the tax that tax_off returned; the same where that is null';

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create or replace function private.price_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
  tax_off constant jsonb := private.tax_off(p_customer);
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
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v.variant, a.of_product)),
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

comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off, each with its path in the request';

create or replace function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  included constant boolean := private.shop_setting('prices_include_tax')::boolean;
  tax_off constant jsonb := private.tax_off(p_customer);
  country text;
  voucher public.vouchers;
  lines jsonb := p_lines;
  sums record;
  methods jsonb := '[]';
  method jsonb;
  free constant boolean := not exists (select from public.shipping_methods);
  shipping jsonb := '{"unit_price": 0, "tax_rate": 0, "tax": 0}';
  tax numeric := 0;
begin
  if nullif(btrim(p_voucher), '') is not null then
    voucher := private.voucher_for(p_voucher, lines, p_customer);
    lines := private.discount_lines(lines, voucher);
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) as goods, sum(coalesce((l ->> 'discount')::numeric, 0)) as discount,
    sum((l ->> 'weight')::bigint * (l ->> 'quantity')::int)::bigint as weight into sums from jsonb_array_elements(lines) l;
  if not free then
    country := private.country_code(p_country);
    methods := (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('price', private.price_for(tax_off, 'standard', m.price))), '[]')
      from private.shipping_methods_for(country, sums.goods - sums.discount, sums.weight) m);
    method := private.shipping_method_of(methods, p_method);
    shipping := shipping || jsonb_build_object('unit_price', coalesce(method -> 'price', '0'));
  end if;
  if tax_off is null and exists (select from public.tax_rates) then
    lines := private.tax_lines(lines || (shipping || '{"quantity": 1, "tax_class": "standard"}'),
      coalesce(country, private.country_code(p_country)), included);
    shipping := lines -> -1;
    lines := lines - -1;
    tax := (shipping ->> 'tax')::numeric + (select sum((l ->> 'tax')::numeric) from jsonb_array_elements(lines) l);
  end if;
  return jsonb_build_object('lines', lines, 'goods', sums.goods, 'discount', sums.discount, 'voucher_id', voucher.id,
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included, 'tax_free', tax_off is not null,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;

comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in dollars: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, shipping_method, shipping_method_id, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

comment on column public.orders.tax_free is 'Whether it is without tax, since its company pays the VAT itself (reverse charge)';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free,
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

create or replace function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;

insert into public.shop_settings (name, value) values ('seller_country', '""');
