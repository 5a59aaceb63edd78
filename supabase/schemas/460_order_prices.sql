-- What an order costs: its goods, less a voucher, with shipping and tax. The cart, the checkout and place_order ask the same function.

create type private.order_options as (
  checkout boolean, replaces uuid[], method uuid, voucher text, po_number text, terms boolean, quote uuid, deliver_to jsonb, gift text
);
comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company; terms for an order that it pays within its terms; the quote at whose prices it is, for accept_quote alone; the address to deliver to, {recipient, phone, address, city, postcode, state, country}, where it is not the customer''s; the message of a gift, empty for one without';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_options private.order_options) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_options.method, upper(btrim(p_options.voucher)), btrim(p_options.po_number), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text || case when p_options.terms then ' on terms' else '' end
    || coalesce(' to ' || p_options.deliver_to::text, '') || coalesce(' gift ' || p_options.gift, ''), 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text, private.order_options) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create function private.price_lines(p_products jsonb, p_customer uuid, p_country text default null) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
  tax_off constant jsonb := private.tax_off(p_customer, p_country);
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
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, u.price), 'taxed_price', u.price,
      'availability', private.availability_of(p, a.size, a.color, p_customer),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    cross join lateral (select private.choice_price(list, p, a.size, a.color, a.of_product) as price) u);
end;
$$;
comment on function private.price_lines(jsonb, uuid, text) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off in a country, else the customer''s (taxed_price: before that), each with its path in the request';

-- Limits ask for the same goods of everybody, whether tax was taken off their prices or not.
create function private.taxed_lines(p_lines jsonb, p_off jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(l || jsonb_build_object('unit_price', coalesce((l ->> 'taxed_price')::numeric,
      private.rounded((l ->> 'unit_price')::numeric * (100 + coalesce((p_off ->> (l ->> 'tax_class'))::numeric, 0)) / 100))) order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place));
end;
$$;
comment on function private.taxed_lines(jsonb, jsonb) is
  'Lines as price_lines returns them at the prices before tax was taken off; at a fixed price, with the tax that tax_off returned';

create function private.voucher_for(p_code text, p_lines jsonb, p_customer uuid) returns public.vouchers
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  goods numeric;
  problem text;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(p_code));
  goods := (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(p_lines) l
    where voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (voucher.categories));
  problem := case
    when voucher.id is null then 'We do not know this voucher code.'
    when voucher.starts_at > public.clock() then 'This voucher is not valid yet.'
    when voucher.ends_at <= public.clock() then 'This voucher is no longer valid.'
    when goods is null then 'This voucher is for other products.'
    when goods < voucher.minimum then format('This voucher is for products worth %s or more.', private.price_text(voucher.minimum))
    when voucher.once_per_customer and private.has_used(voucher.id, p_customer, null, false) then 'You have used this voucher before.'
  end;
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
  return voucher;
end;
$$;
comment on function private.voucher_for(text, jsonb, uuid) is
  'The voucher with this code, in whatever letters, for lines as taxed_lines returns them. Refuses (voucher_refused) one that is not valid for them and this customer.';

-- Each discount is the difference of two rounded sums, so that all of them add up to what the voucher takes off.
create function private.discount_lines(p_lines jsonb, p_voucher public.vouchers) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  currency constant text := public.shop_currency();
begin
  return (
    with lines as (
      select l, position, case when p_voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (p_voucher.categories)
        then (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int else 0 end as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (order by position) as running, sum(price) over () as goods from lines),
    off as (
      select case p_voucher.kind when 'percent' then private.rounded(max(goods) * p_voucher.value / 100, currency)
        else least(p_voucher.value, max(goods)) end as amount from sums)
    select jsonb_agg(l || jsonb_build_object('discount', coalesce(
      private.rounded(running * amount / nullif(goods, 0), currency) - private.rounded((running - price) * amount / nullif(goods, 0), currency), 0)) order by position)
    from sums, off);
end;
$$;
comment on function private.discount_lines(jsonb, public.vouchers) is
  'Lines as price_lines returns them with what a voucher takes off each, in the currency of the shop';

create function private.tax_lines(p_lines jsonb, p_country text, p_included boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  rates constant jsonb := (
    select jsonb_object_agg(c, private.tax_rate(p_country, c)) from unnest(enum_range(null::public.tax_class)) c);
  currency constant text := public.shop_currency();
begin
  return (
    with lines as (
      select l, position, (rates ->> (l ->> 'tax_class'))::numeric as rate,
        (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int - coalesce((l ->> 'discount')::numeric, 0) as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (partition by rate order by position) as running from lines)
    select jsonb_agg(l || jsonb_build_object('tax_rate', rate, 'tax', private.tax_of(
      running - price, price, rate, p_included, currency)) order by position) from sums);
end;
$$;
comment on function private.tax_lines(jsonb, text, boolean) is
  'Lines as price_lines and discount_lines return them with the rate, in percent, and the tax of each, in the currency of the shop, for a country given by its code';

create function private.shipping_method_of(p_methods jsonb, p_chosen uuid) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_chosen is not null and not p_methods @> jsonb_build_array(jsonb_build_object('id', p_chosen)) then
    raise exception 'This way of delivery is no longer available. Please choose another.' using detail = 'shipping_gone';
  end if;
  return (
    select m from jsonb_array_elements(p_methods) with ordinality w (m, place)
    order by (m ->> 'id')::uuid is distinct from p_chosen, place limit 1);
end;
$$;
comment on function private.shipping_method_of(jsonb, uuid) is
  'The chosen one of these methods, or else the first; null where there is none. Error (in detail): shipping_gone.';

create function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  included constant boolean := private.shop_setting('prices_include_tax')::boolean;
  tax_off constant jsonb := private.tax_off(p_customer, p_country);
  country text;
  voucher public.vouchers;
  lines jsonb := p_lines;
  taxed jsonb := private.taxed_lines(p_lines, tax_off);
  sums record;
  taxed_goods numeric;
  taxed_discount numeric := 0;
  to_free numeric;
  methods jsonb := '[]';
  method jsonb;
  free constant boolean := not exists (select from public.shipping_methods);
  undelivered text := '';
  shipping jsonb := '{"unit_price": 0, "tax_rate": 0, "tax": 0}';
  tax numeric := 0;
begin
  if nullif(btrim(p_voucher), '') is not null then
    voucher := private.voucher_for(p_voucher, taxed, p_customer);
    lines := private.discount_lines(lines, voucher);
    taxed := private.discount_lines(taxed, voucher);
    taxed_discount := (select sum((l ->> 'discount')::numeric) from jsonb_array_elements(taxed) l);
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) as goods, sum(coalesce((l ->> 'discount')::numeric, 0)) as discount,
    sum((l ->> 'weight')::bigint * (l ->> 'quantity')::int)::bigint as weight into sums from jsonb_array_elements(lines) l;
  taxed_goods := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int - coalesce((l ->> 'discount')::numeric, 0)) from jsonb_array_elements(taxed) l);
  if not free then
    country := private.country_code(p_country);
    methods := (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('price', private.price_for(tax_off, 'standard', m.price))), '[]')
      from private.shipping_methods_for(country, taxed_goods, sums.weight) m);
    undelivered := private.delivery_problem(p_country, methods);
    method := private.shipping_method_of(methods, p_method);
    to_free := (select case when min((m ->> 'price')::numeric) > 0 then min((m ->> 'to_free')::numeric) end from jsonb_array_elements(methods) m);
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
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'delivery_problem', undelivered, 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'to_free_shipping', to_free, 'lost_free_shipping', coalesce(to_free <= taxed_discount, false), 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included, 'tax_free', tax_off is not null,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;
comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in the currency of the shop: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, delivery_problem: why not, empty where there is one and while no country is given, shipping_method, shipping_method_id, to_free_shipping: for how much more there is a free method, null where there is one or never, lost_free_shipping: whether there would be one without the voucher, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

create function private.require_price(p_price jsonb, p_amount numeric) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not (p_price -> 'delivered')::boolean then
    raise exception '%', p_price ->> 'delivery_problem' using detail = 'not_delivered';
  end if;
  if p_amount is distinct from (p_price ->> 'total_price')::numeric then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
end;
$$;
comment on function private.require_price(jsonb, numeric) is
  'Refuses a price of price_order that is not what the customer saw (amount_differs), and an order that cannot be sent (not_delivered)';

create function public.price_cart(p_method uuid default null, p_voucher text default null, p_country text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid(), p_country);
  company constant public.companies := private.company_of(auth.uid());
  country constant text := coalesce(nullif(btrim(p_country), ''), (private.buyer(auth.uid())).country);
  price jsonb;
  voucher text := nullif(btrim(p_voucher), '');
  method uuid := p_method;
  problem text := '';
  reason text;
begin
  perform private.require_shopper();
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
    'takes_vouchers', exists (select from public.vouchers), 'company', coalesce(company.name, ''), 'terms', private.terms_of(company),
    'ways', private.ways_to_pay((price ->> 'total_price')::numeric, public.shop_currency(), country),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text, text) is
  'What the cart of the signed-in customer costs when it is sent to a country, else to the customer''s, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of that one, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in the currency of the shop} on which it orders or null, ways: the providers with which it can be paid, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text, text) to authenticated;
