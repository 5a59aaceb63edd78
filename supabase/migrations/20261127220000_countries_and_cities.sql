-- Countries are recognized in every language, and the city of an address has a field of its own.
-- Filled by migrations/…_country_names.sql, which scripts/country-names.ts writes.
create table private.country_names (
  name text primary key,
  code text not null references public.countries on delete cascade
);
comment on table private.country_names is 'Names of countries in all languages and scripts, and their codes of three letters';
comment on column private.country_names.name is 'A name as country_key writes it, or with its accents where another country is called so without them; only one country has it';
comment on column private.country_names.code is 'The country';
create index country_names_code_idx on private.country_names (code);

comment on column public.countries.names is 'Code, English names and what people write for it, in plain lower case; they come before those of country_names';

alter table public.profiles add city text not null default '' check (length(city) <= 200);
comment on column public.profiles.city is 'City of the delivery address; empty where an address that was typed without this field has it';
grant update (city) on public.profiles to authenticated;
alter table public.orders add city text not null default '';
comment on column public.orders.city is 'City to deliver to; empty where the address has it';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  firstname constant text := left(coalesce(sent ->> 'firstname', ''), 200);
  lastname constant text := left(coalesce(sent ->> 'lastname', ''), 200);
begin
  insert into public.profiles
    (id, firstname, lastname, email, phone, country, state, postcode, address, city)
  values (
    new.id,
    case when public.is_visible(firstname) then firstname else '' end,
    case when public.is_visible(lastname) then lastname else '' end,
    left(coalesce(new.email, ''), 320),
    left(coalesce(sent ->> 'phone', ''), 50),
    left(coalesce(sent ->> 'country', ''), 200),
    left(coalesce(sent ->> 'state', ''), 200),
    left(coalesce(sent ->> 'postcode', ''), 50),
    left(coalesce(sent ->> 'address', ''), 500),
    left(coalesce(sent ->> 'city', ''), 200))
  on conflict (id) do nothing;
  return null;
end;
$$;
comment on function private.create_profile() is 'Inserts the customer profile of a new user';

create or replace function private.set_profile_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.plain_words(concat_ws(' ',
    new.firstname, new.lastname, new.email, new.address, new.city, new.postcode, new.country, new.state,
    new.phone, new.id));
  return new;
end;
$$;
comment on function private.set_profile_search_words() is 'Writes the search words of a customer';

create or replace function private.country_key(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed constant text := translate(normalize(coalesce(p_text, ''), nfkc), e'\u00ad\u200b\u200c\u200d\u200e\u200f', '');
begin
  return coalesce(nullif(private.plain_words(typed), ''), lower(btrim(typed)));
end;
$$;
comment on function private.country_key(text) is 'A name of a country as it is compared: in plain lower case and without invisible characters';

create or replace function private.country_code(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed constant text := lower(btrim(normalize(coalesce(p_text, ''), nfc)));
  key constant text := private.country_key(p_text);
begin
  return coalesce((select n.code from private.country_names n where n.name = typed and typed <> key),
    (select min(c.code) from public.countries c where c.names @> array[key]),
    (select n.code from private.country_names n where n.name = key));
end;
$$;
comment on function private.country_code(text) is 'The code of the country that has this name or code; null where none has, or more than one';

create or replace function public.country_named(p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select private.country_code(p_name);
$$;
comment on function public.country_named(text) is 'The code of the country that is called so in any language; null where none is';
grant execute on function public.country_named(text) to anon, authenticated;

create or replace function private.delivery_problem(p_country text, p_methods jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  found_code constant text := private.country_code(p_country);
  place constant text := coalesce((select c.name from public.countries c where c.code = found_code), btrim(p_country));
begin
  return case when p_methods <> '[]' or place = '' then ''
    when found_code is null then format('We do not recognize the country %s. Please check the address.', place)
    when exists (select from private.shipping_methods_for(found_code, 0, 0)) then format('This order is too heavy for our deliveries to %s.', place)
    else format('We do not deliver to %s.', place) end;
end;
$$;
comment on function private.delivery_problem(text, jsonb) is
  'Why an order cannot be sent to a country, as people write it, by none of these methods; empty where there is one, and for no country';

create or replace function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  included constant boolean := private.shop_setting('prices_include_tax')::boolean;
  tax_off constant jsonb := private.tax_off(p_customer);
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

create or replace function private.require_price(p_price jsonb, p_amount numeric) returns void
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

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free,
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
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, city, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country,
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
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create or replace function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.city, p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.company_name, p_order.po_number,
    p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';


drop trigger profiles_set_search_words on public.profiles;
create trigger profiles_set_search_words
  before insert or update of firstname, lastname, email, address, city, postcode, country, state, phone,
    search_words
  on public.profiles for each row execute function private.set_profile_search_words();
drop trigger orders_set_search_words on public.orders;
create trigger orders_set_search_words
  before insert or update of firstname, lastname, email, phone, address, city, postcode, state, country,
    status, total_price, payment_reference, search_words
  on public.orders for each row execute function private.set_order_search_words();

-- The city of an address such as "4 Mill Lane, Dublin". Where it is not certain, the address stays as it was typed. A state after
-- the city is expected where addresses have one.
create function pg_temp.city_of(p_address text, p_state text, p_country text) returns text
language sql stable as $$
  select case when street ~ '\d' and street ~ '[[:alpha:]]{2}'
      and street !~* '^(flat|apt|apartment|unit|suite|room|floor|no|block|building|house)\M'
      and place ~ '^[[:alpha:]][[:alpha:] .''’-]{2,59}$'
      and place !~* '\m(flat|apt|apartment|unit|suite|room|floor|block|building|house|wing|tower|office|rear|basement|c/o|care|ltd|inc|gmbh|street|st|road|rd|lane|avenue|ave|drive|way|court|square|row|terrace|close|park|estate|quay|rue|via|calle|platz)\.?$'
      and place !~* '^(c/o|care|flat|apt|apartment|unit|suite|room|floor|block|building|co|county|left|right|links|rechts)\M'
      and private.country_key(place) <> private.country_key(p_state) and private.country_code(place) is null
      and (btrim(p_state) <> '' or private.country_code(p_country) not in ('US', 'CA', 'AU'))
    then place else '' end
  from (select btrim(parts[cardinality(parts)]) as place, btrim(parts[cardinality(parts) - 1]) as street
    from string_to_array(p_address, ',') parts) a;
$$;
-- The search words stay the same, and nobody has changed the address: neither is the work of triggers.
alter table public.profiles disable trigger user;
update public.profiles p set city = c.city, address = rtrim(regexp_replace(p.address, ',[^,]*$', ''))
from public.profiles o, pg_temp.city_of(o.address, o.state, o.country) c (city) where o.id = p.id and c.city <> '';
alter table public.profiles enable trigger user;
alter table public.orders disable trigger user;
update public.orders p set city = c.city, address = rtrim(regexp_replace(p.address, ',[^,]*$', ''))
from public.orders o, pg_temp.city_of(o.address, o.state, o.country) c (city) where o.id = p.id and c.city <> '';
alter table public.orders enable trigger user;
drop function pg_temp.city_of;
