-- Address books, delivery to another address than the customer's, and gifts.

alter table public.orders
  add column recipient text not null default '', add column invoice_address jsonb, add column gift_message text check (length(gift_message) <= 500);
comment on column public.orders.recipient is 'Name of whom it is delivered to; empty for the customer';
comment on column public.orders.invoice_address is 'Address of the customer for the invoice, {address, city, postcode, state, country}; null where it is the one to deliver to';
comment on column public.orders.gift_message is 'Message of a gift, empty for a gift without one; null where it is no gift';

alter type private.order_options add attribute deliver_to jsonb, add attribute gift text;
comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company; terms for an order that it pays within its terms; the quote at whose prices it is, for accept_quote alone; the address to deliver to, {recipient, phone, address, city, postcode, state, country}, where it is not the customer''s; the message of a gift, empty for one without';

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  recipient text not null check (length(recipient) <= 200),
  phone text not null default '' check (length(phone) <= 50),
  address text not null check (length(address) <= 500),
  city text not null default '' check (length(city) <= 200),
  postcode text not null default '' check (length(postcode) <= 50),
  state text not null default '' check (length(state) <= 200),
  country text not null check (length(country) <= 200),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint addresses_recipient_visible check (public.is_visible(recipient)),
  constraint addresses_address_visible check (public.is_visible(address)),
  constraint addresses_country_visible check (public.is_visible(country))
);
comment on table public.addresses is 'Address books of customers, beside the address in their profile; only they see them';
comment on column public.addresses.id is 'Identifies the address';
comment on column public.addresses.user_id is 'The customer in whose address book it is';
comment on column public.addresses.recipient is 'Name of whom orders are delivered to';
comment on column public.addresses.phone is 'Phone number for the carrier; empty for the customer''s';
comment on column public.addresses.address is 'Street and number';
comment on column public.addresses.city is 'City; empty where the country''s addresses have none';
comment on column public.addresses.postcode is 'Postcode; empty where there is none';
comment on column public.addresses.state is 'State or region; empty where the country''s addresses have none';
comment on column public.addresses.country is 'Country, as typed';
comment on column public.addresses.is_default is 'Whether the checkout suggests it; at most one of a customer';
comment on column public.addresses.created_at is 'When it was added';

create index addresses_user_idx on public.addresses (user_id, created_at, id);
create unique index addresses_default_key on public.addresses (user_id) where is_default;

create function public.save_address(p_address jsonb, p_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  sent constant public.addresses := jsonb_populate_record(null::public.addresses,
    case jsonb_typeof(p_address) when 'object' then p_address else '{}' end);
  saved uuid;
begin
  perform private.require_customer();
  perform pg_advisory_xact_lock(hashtextextended('addresses ' || auth.uid(), 0));
  if sent.is_default then
    update public.addresses a set is_default = false where a.user_id = auth.uid() and a.is_default and a.id is distinct from p_id;
  end if;
  if p_id is not null then
    update public.addresses a set recipient = sent.recipient, phone = coalesce(sent.phone, ''), address = sent.address,
      city = coalesce(sent.city, ''), postcode = coalesce(sent.postcode, ''), state = coalesce(sent.state, ''), country = sent.country,
      is_default = coalesce(sent.is_default, false)
    where a.id = p_id and a.user_id = auth.uid() returning a.id into saved;
    return saved;
  end if;
  if (select count(*) from public.addresses a where a.user_id = auth.uid()) >= most then
    raise exception 'You have 50 addresses already. Please delete one first.' using detail = 'too_many_addresses';
  end if;
  insert into public.addresses (user_id, recipient, phone, address, city, postcode, state, country, is_default)
  values (auth.uid(), sent.recipient, coalesce(sent.phone, ''), sent.address, coalesce(sent.city, ''), coalesce(sent.postcode, ''),
    coalesce(sent.state, ''), sent.country, coalesce(sent.is_default, false)) returning id into saved;
  return saved;
end;
$$;
comment on function public.save_address(jsonb, uuid) is
  'Adds an address, {recipient, phone, address, city, postcode, state, country, is_default}, to the address book of the signed-in customer, or changes the one with this id; returns its id, null when there is no such address. Errors (in detail): not_a_customer, too_many_addresses.';
grant execute on function public.save_address(jsonb, uuid) to authenticated;

-- The order goes where its buyer lives, so this moves the buyer. Cut to length, since anybody may call place_order_to_pay.
create function private.deliver_to(p_buyer public.profiles, p_address jsonb) returns public.profiles
language plpgsql stable set search_path = '' as $$
declare
  missing text;
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    return p_buyer;
  end if;
  select n into missing from unnest(array['recipient', 'address', 'country']) n where not public.is_visible(coalesce(p_address ->> n, '')) limit 1;
  if found then
    perform private.refuse_at('validation_failed', 'Please give name, address and country to deliver to.', array['deliverTo.' || missing]);
  end if;
  p_buyer.phone := left(coalesce(nullif(btrim(p_address ->> 'phone'), ''), p_buyer.phone), 50);
  p_buyer.address := left(btrim(p_address ->> 'address'), 500);
  p_buyer.city := left(btrim(coalesce(p_address ->> 'city', '')), 200);
  p_buyer.postcode := left(btrim(coalesce(p_address ->> 'postcode', '')), 50);
  p_buyer.state := left(btrim(coalesce(p_address ->> 'state', '')), 200);
  p_buyer.country := left(btrim(p_address ->> 'country'), 200);
  return p_buyer;
end;
$$;
comment on function private.deliver_to(public.profiles, jsonb) is
  'A customer at the address to deliver to, {recipient, phone, address, city, postcode, state, country}; as before where that is null. Refuses (validation_failed) one without recipient, address or country.';

create function private.invoice_address(p_buyer public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('address', p.address, 'city', p.city, 'postcode', p.postcode, 'state', p.state, 'country', p.country)
    from public.profiles p where p.id = p_buyer.id and p.address <> ''
      and (p.address, p.city, p.postcode, p.state, p.country)
        <> (p_buyer.address, p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country));
end;
$$;
comment on function private.invoice_address(public.profiles) is
  'The address in the profile of a buyer that deliver_to moved elsewhere; null where it is the same, or the profile has none';

alter table public.addresses enable row level security;
grant select, delete on public.addresses to authenticated;
create policy addresses_select_own on public.addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy addresses_delete_own on public.addresses for delete to authenticated
  using (user_id = (select auth.uid()));

drop function private.tax_off(uuid);
drop function private.price_lines(jsonb, uuid);
drop function private.validate_order_lines(jsonb, uuid);
drop function public.price_cart(uuid, text);

create or replace function private.tax_off(p_customer uuid, p_country text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(p_customer);
  seller constant text := private.shop_setting('seller_country') #>> '{}';
  country text;
begin
  if company.tax_free is not true then
    return null;
  end if;
  country := private.country_code(coalesce(nullif(btrim(p_country), ''), (select p.country from public.profiles p where p.id = p_customer)));
  if country = seller or (select count(*) from public.countries c where c.code in (country, seller) and c.in_eu) < 2 then
    return null;
  end if;
  return (
    select jsonb_object_agg(c, case when private.shop_setting('prices_include_tax')::boolean then private.tax_rate(country, c) else 0 end)
    from unnest(enum_range(null::public.tax_class)) c);
end;
$$;
comment on function private.tax_off(uuid, text) is
  'For a company that pays no tax, with a VAT number, where it gets its goods (p_country, else its customer''s) in another country of the EU than the seller: the rate by class, in percent, that the prices of the shop have in them; null for everybody else';

create or replace function private.price_lines(p_products jsonb, p_customer uuid, p_country text default null) returns jsonb
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

create or replace function private.validate_order_lines(p_products jsonb, p_customer uuid, p_country text default null) returns jsonb
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
  lines := private.price_lines(p_products, p_customer, p_country);

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
comment on function private.validate_order_lines(jsonb, uuid, text) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create or replace function public.price_cart(p_method uuid default null, p_voucher text default null, p_country text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid(), p_country);
  company constant public.companies := private.company_of(auth.uid());
  country constant text := coalesce(nullif(btrim(p_country), ''), (select p.country from public.profiles p where p.id = auth.uid()));
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
    'takes_vouchers', exists (select from public.vouchers), 'company', coalesce(company.name, ''), 'terms', private.terms_of(company),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text, text) is
  'What the cart of the signed-in customer costs when it is sent to a country, else to the customer''s, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of that one, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in dollars} on which it orders or null, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text, text) to authenticated;

create or replace function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_options private.order_options) returns text
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

create or replace function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
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
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in dollars: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, delivery_problem: why not, empty where there is one and while no country is given, shipping_method, shipping_method_id, to_free_shipping: for how much more there is a free method, null where there is one or never, lost_free_shipping: whether there would be one without the voucher, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

create or replace function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.recipient, p_order.email, p_order.phone, p_order.address,
    p_order.city, p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.company_name, p_order.po_number,
    p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to,
        o.recipient, o.invoice_address, o.gift_message, public.hold_end_of(o.id) as held_until,
        case o.status when 'OnTerms' then public.bank_account() else '' end as pay_to, public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax, i.sku,
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

create or replace function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  return (
    select o from public.orders o
    where o.user_id = p_buyer.id and o.status = 'Pending' and o.idempotency_digest = p_digest
      and (o.firstname, o.lastname, o.phone, o.address, o.city, o.postcode, o.state, o.country)
        = (p_buyer.firstname, p_buyer.lastname, p_buyer.phone, p_buyer.address, p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country)
      and o.invoice_address is not distinct from private.invoice_address(p_buyer)
    order by o.created_at desc limit 1 for no key update);
end;
$$;
comment on function private.same_open_order(public.profiles, text) is
  'Locks the newest Pending order of a customer with this digest, to the address of today, and returns it; null when there is none';

create or replace function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  method constant jsonb := jsonb_path_query_first(p_price -> 'methods', '$[*] ? (@.id == $id)', jsonb_build_object('id', p_price -> 'shipping_method_id'));
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, city, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, days_from, days_to,
    recipient, invoice_address, gift_message, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    coalesce((method ->> 'days_from')::int, 0), coalesce((method ->> 'days_to')::int, 0),
    coalesce(btrim(p_options.deliver_to ->> 'recipient'), ''), private.invoice_address(p_buyer), p_options.gift, 'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create or replace function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_options jsonb
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
  buyer := private.deliver_to(buyer, options.deliver_to);

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.quoted_lines(private.validate_order_lines(p_products, buyer.id, buyer.country), options.quote);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  if options.quote is null then
    perform private.require_order_quantities(lines, company);
  end if;
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
    case when options.quote is null or p_amount = 0 then new_id || '.1' end);
  -- Checked after the insert, since the currency is the default of the table.
  if placed.status = 'Pending' then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  elsif placed.status = 'OnTerms' then
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
