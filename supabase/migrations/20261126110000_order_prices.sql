-- Orders are priced with shipping, tax and vouchers.

create type public.tax_class as enum ('standard', 'reduced', 'zero');
comment on type public.tax_class is 'Which of the rates of a country a product has';

alter table public.products add column weight int not null default 0 check (weight between 0 and 100000),
  add column tax_class public.tax_class not null default 'standard';
comment on column public.products.weight is 'Weight of a piece with its wrapping in grams, for the price of sending it';
comment on column public.products.tax_class is 'Which tax rate it has';
grant insert (weight, tax_class), update (weight, tax_class) on public.products to authenticated;
drop trigger products_set_updated_at on public.products;

-- Not on every write: a renamed category rewrites the search words, which is no edit of the product.
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class))
  execute function private.set_updated_at();

-- Countries, by which delivery and tax are priced. People write a country in their own words, so it is looked up by its names.

create table public.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null unique,
  names text[] not null default '{}'
);
comment on table public.countries is 'The countries of ISO 3166-1';
comment on column public.countries.code is 'Two letters of ISO 3166-1';
comment on column public.countries.name is 'Name in English';
comment on column public.countries.names is 'All that it is called, in plain lower case: code, name, and other names';
create index countries_names_idx on public.countries using gin (names);

insert into public.countries (code, name)
select left(line, 2), substr(line, 4) from string_to_table(
  'AD Andorra;AE United Arab Emirates;AF Afghanistan;AG Antigua & Barbuda;AI Anguilla;AL Albania;AM Armenia;AO Angola;AQ Antarctica;AR Argentina;'
  'AS American Samoa;AT Austria;AU Australia;AW Aruba;AX Åland Islands;AZ Azerbaijan;BA Bosnia & Herzegovina;BB Barbados;BD Bangladesh;BE Belgium;'
  'BF Burkina Faso;BG Bulgaria;BH Bahrain;BI Burundi;BJ Benin;BL St. Barthélemy;BM Bermuda;BN Brunei;BO Bolivia;BQ Caribbean Netherlands;BR Brazil;'
  'BS Bahamas;BT Bhutan;BV Bouvet Island;BW Botswana;BY Belarus;BZ Belize;CA Canada;CC Cocos (Keeling) Islands;CD Congo - Kinshasa;'
  'CF Central African Republic;CG Congo - Brazzaville;CH Switzerland;CI Côte d’Ivoire;CK Cook Islands;CL Chile;CM Cameroon;CN China;CO Colombia;'
  'CR Costa Rica;CU Cuba;CV Cape Verde;CW Curaçao;CX Christmas Island;CY Cyprus;CZ Czechia;DE Germany;DJ Djibouti;DK Denmark;DM Dominica;'
  'DO Dominican Republic;DZ Algeria;EC Ecuador;EE Estonia;EG Egypt;EH Western Sahara;ER Eritrea;ES Spain;ET Ethiopia;FI Finland;FJ Fiji;'
  'FK Falkland Islands;FM Micronesia;FO Faroe Islands;FR France;GA Gabon;GB United Kingdom;GD Grenada;GE Georgia;GF French Guiana;GG Guernsey;'
  'GH Ghana;GI Gibraltar;GL Greenland;GM Gambia;GN Guinea;GP Guadeloupe;GQ Equatorial Guinea;GR Greece;GS South Georgia & South Sandwich Islands;'
  'GT Guatemala;GU Guam;GW Guinea-Bissau;GY Guyana;HK Hong Kong;HM Heard & McDonald Islands;HN Honduras;HR Croatia;HT Haiti;HU Hungary;ID Indonesia;'
  'IE Ireland;IL Israel;IM Isle of Man;IN India;IO British Indian Ocean Territory;IQ Iraq;IR Iran;IS Iceland;IT Italy;JE Jersey;JM Jamaica;JO Jordan;'
  'JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KI Kiribati;KM Comoros;KN St. Kitts & Nevis;KP North Korea;KR South Korea;KW Kuwait;KY Cayman Islands;'
  'KZ Kazakhstan;LA Laos;LB Lebanon;LC St. Lucia;LI Liechtenstein;LK Sri Lanka;LR Liberia;LS Lesotho;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;'
  'MA Morocco;MC Monaco;MD Moldova;ME Montenegro;MF St. Martin;MG Madagascar;MH Marshall Islands;MK North Macedonia;ML Mali;MM Myanmar;MN Mongolia;'
  'MO Macao;MP Northern Mariana Islands;MQ Martinique;MR Mauritania;MS Montserrat;MT Malta;MU Mauritius;MV Maldives;MW Malawi;MX Mexico;MY Malaysia;'
  'MZ Mozambique;NA Namibia;NC New Caledonia;NE Niger;NF Norfolk Island;NG Nigeria;NI Nicaragua;NL Netherlands;NO Norway;NP Nepal;NR Nauru;NU Niue;'
  'NZ New Zealand;OM Oman;PA Panama;PE Peru;PF French Polynesia;PG Papua New Guinea;PH Philippines;PK Pakistan;PL Poland;PM St. Pierre & Miquelon;'
  'PN Pitcairn Islands;PR Puerto Rico;PS Palestinian Territories;PT Portugal;PW Palau;PY Paraguay;QA Qatar;RE Réunion;RO Romania;RS Serbia;RU Russia;'
  'RW Rwanda;SA Saudi Arabia;SB Solomon Islands;SC Seychelles;SD Sudan;SE Sweden;SG Singapore;SH St. Helena;SI Slovenia;SJ Svalbard & Jan Mayen;'
  'SK Slovakia;SL Sierra Leone;SM San Marino;SN Senegal;SO Somalia;SR Suriname;SS South Sudan;ST São Tomé & Príncipe;SV El Salvador;SX Sint Maarten;'
  'SY Syria;SZ Eswatini;TC Turks & Caicos Islands;TD Chad;TF French Southern Territories;TG Togo;TH Thailand;TJ Tajikistan;TK Tokelau;TL Timor-Leste;'
  'TM Turkmenistan;TN Tunisia;TO Tonga;TR Türkiye;TT Trinidad & Tobago;TV Tuvalu;TW Taiwan;TZ Tanzania;UA Ukraine;UG Uganda;UM U.S. Outlying Islands;'
  'US United States;UY Uruguay;UZ Uzbekistan;VA Vatican City;VC St. Vincent & Grenadines;VE Venezuela;VG British Virgin Islands;'
  'VI U.S. Virgin Islands;VN Vietnam;VU Vanuatu;WF Wallis & Futuna;WS Samoa;XK Kosovo;YE Yemen;YT Mayotte;ZA South Africa;ZM Zambia;ZW Zimbabwe', ';') line;
update public.countries c set names = array[lower(c.code), private.plain_words(c.name), private.plain_words(replace(c.name, '&', 'and'))] || coalesce((
  select string_to_array(w.names, ',') from (values
    ('US', 'usa,u s a,u s,united states of america,america'), ('GB', 'uk,u k,great britain,britain,england,scotland,wales,northern ireland'),
    ('NL', 'the netherlands,holland'), ('TR', 'turkey'), ('CZ', 'czech republic'), ('AE', 'uae,emirates'), ('CI', 'ivory coast'),
    ('CD', 'democratic republic of the congo,dr congo'), ('CG', 'republic of the congo,congo'), ('SZ', 'swaziland'), ('KR', 'korea'),
    ('VA', 'vatican'), ('RU', 'russian federation'), ('VN', 'viet nam'), ('MK', 'macedonia'), ('CV', 'cabo verde'), ('MM', 'burma'),
    ('DE', 'deutschland'), ('AT', 'osterreich'), ('CH', 'schweiz,suisse,svizzera'), ('ES', 'espana'), ('IT', 'italia'), ('BE', 'belgie,belgique'),
    ('SE', 'sverige'), ('NO', 'norge'), ('DK', 'danmark'), ('FI', 'suomi'), ('PL', 'polska'), ('BR', 'brasil')
  ) w (code, names) where w.code = c.code), '{}');

create function private.country_code(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select c.code from public.countries c where c.names @> array[private.plain_words(p_text)]);
end;
$$;
comment on function private.country_code(text) is 'The code of the country that has this name or code; null where none has';

alter table public.countries enable row level security;
grant select on public.countries to anon, authenticated;
create policy countries_select_all on public.countries for select to anon, authenticated
  using (true);

-- Shipping: zones of countries, and the methods by which orders are sent there. Without any method, shipping is free everywhere.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 100),
  countries text[] not null default '{}' check (array_position(countries, null) is null and cardinality(countries) <= 300),
  created_at timestamptz not null default now(),
  constraint shipping_zones_name_visible check (public.is_visible(name))
);
comment on table public.shipping_zones is 'Zones of countries to which the shop sends at the same prices';
comment on column public.shipping_zones.id is 'Identifies the zone';
comment on column public.shipping_zones.name is 'Name for administrators, such as Europe';
comment on column public.shipping_zones.countries is 'Codes of its countries; empty for all countries that are in no other zone';
comment on column public.shipping_zones.created_at is 'When it was made';

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.shipping_zones on delete cascade,
  name text not null check (length(name) <= 100),
  price numeric(12, 2) not null check (price >= 0 and price < 1000000),
  free_from numeric(12, 2) check (free_from > 0 and free_from < 1000000),
  weight_bands jsonb not null default '[]' check (
    jsonb_typeof(weight_bands) = 'array' and jsonb_array_length(weight_bands) <= 20
    and not jsonb_path_exists(weight_bands, '$[*] ? (!(@.over >= 0 && @.price >= 0 && @.price < 1000000))')),
  max_weight int check (max_weight > 0),
  days_from int not null default 0 check (days_from between 0 and 365),
  days_to int not null default 0 check (days_to between 0 and 365),
  position int not null default 1,
  created_at timestamptz not null default now(),
  constraint shipping_methods_name_visible check (public.is_visible(name)),
  constraint shipping_methods_days_check check (days_to >= days_from)
);
comment on table public.shipping_methods is 'How orders are sent to the countries of a zone, and what it costs';
comment on column public.shipping_methods.id is 'Identifies the method';
comment on column public.shipping_methods.zone_id is 'The zone';
comment on column public.shipping_methods.name is 'What shoppers read, such as Standard';
comment on column public.shipping_methods.price is 'Price of sending an order in dollars';
comment on column public.shipping_methods.free_from is 'Free for orders whose goods cost this much after discounts, in dollars; empty when never free';
comment on column public.shipping_methods.weight_bands is 'Prices of heavier orders, as [{over, price}]: what weighs more than so many grams costs so much, in dollars';
comment on column public.shipping_methods.max_weight is 'The heaviest order that it takes, in grams; empty when there is no bound';
comment on column public.shipping_methods.days_from is 'How many days it takes at least';
comment on column public.shipping_methods.days_to is 'How many days it takes at most; 0 says nothing to shoppers';
comment on column public.shipping_methods.position is 'Its place among the methods of its zone';
comment on column public.shipping_methods.created_at is 'When it was made';
create index shipping_methods_zone_idx on public.shipping_methods (zone_id, position);

create function private.shipping_price(p_method public.shipping_methods, p_goods numeric, p_weight bigint) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case when p_goods >= p_method.free_from then 0 else coalesce((
    select (w ->> 'price')::numeric from jsonb_array_elements(p_method.weight_bands) w
    where (w ->> 'over')::numeric < p_weight order by (w ->> 'over')::numeric desc limit 1), p_method.price) end;
end;
$$;
comment on function private.shipping_price(public.shipping_methods, numeric, bigint) is
  'What a method costs, in dollars, for goods of this price after discounts, in dollars, and this weight in grams';

create function private.shipping_methods_for(p_country text, p_goods numeric, p_weight bigint)
returns table (id uuid, name text, price numeric, days_from int, days_to int)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select m.id, m.name, private.shipping_price(m, p_goods, p_weight), m.days_from, m.days_to
    from public.shipping_methods m
    where m.zone_id = (
        select z.id from public.shipping_zones z where p_country = any (z.countries) or z.countries = '{}'
        order by z.countries = '{}', z.created_at, z.id limit 1)
      and (m.max_weight is null or p_weight <= m.max_weight)
    order by 3, m.position, m.id;
end;
$$;
comment on function private.shipping_methods_for(text, numeric, bigint) is
  'The methods that take an order to a country, given by its code, cheapest first, with their prices in dollars';

alter table public.shipping_zones enable row level security;
grant select, insert (id, name, countries), update (name, countries), delete on public.shipping_zones to authenticated;
create policy shipping_zones_all_admin on public.shipping_zones for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.shipping_methods enable row level security;
grant select, delete,
  insert (id, zone_id, name, price, free_from, weight_bands, max_weight, days_from, days_to, position),
  update (name, price, free_from, weight_bands, max_weight, days_from, days_to, position)
  on public.shipping_methods to authenticated;
create policy shipping_methods_all_admin on public.shipping_methods for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Taxes: a rate for each country and class of goods. Without rates there is no tax.

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country text references public.countries,
  class public.tax_class not null default 'standard',
  rate numeric(6, 3) not null check (rate between 0 and 100),
  unique nulls not distinct (country, class)
);
comment on table public.tax_rates is 'Tax rates of countries, for what is delivered there';
comment on column public.tax_rates.id is 'Identifies the rate';
comment on column public.tax_rates.country is 'Code of the country; empty for all countries that have no rates of their own';
comment on column public.tax_rates.class is 'Class of the goods; shipping is taxed by the class standard';
comment on column public.tax_rates.rate is 'Rate in percent';

create function private.tax_rate(p_country text, p_class public.tax_class) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select r.rate from public.tax_rates r
    where r.class = p_class and r.country is not distinct from (
      select t.country from public.tax_rates t where t.country = p_country limit 1)), 0);
end;
$$;
comment on function private.tax_rate(text, public.tax_class) is
  'The rate in percent of a class in a country, given by its code; 0 where the country has rates, but none for this class';

-- Each part is the difference of two rounded sums, so that the parts of a rate add up to its tax, rounded once.
create function private.tax_of(p_before numeric, p_amount numeric, p_rate numeric, p_included boolean) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  divisor constant numeric := 100 + case when p_included then p_rate else 0 end;
begin
  return round((p_before + p_amount) * p_rate / divisor, 2) - round(p_before * p_rate / divisor, 2);
end;
$$;
comment on function private.tax_of(numeric, numeric, numeric, boolean) is
  'The tax on an amount in dollars that follows p_before dollars of the same rate in percent; p_included when the amounts have the tax in them';

alter table public.tax_rates enable row level security;
grant select, insert (country, class, rate), delete, update (rate) on public.tax_rates to authenticated;
create policy tax_rates_all_admin on public.tax_rates for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Vouchers: codes that take a percentage or an amount off an order.

create type public.voucher_kind as enum ('percent', 'amount');
comment on type public.voucher_kind is 'What a voucher takes off';

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind public.voucher_kind not null,
  value numeric(12, 2) not null check (value > 0 and value < 1000000),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum numeric(12, 2) not null default 0 check (minimum >= 0 and minimum < 1000000),
  categories uuid[] not null default '{}' check (array_position(categories, null) is null and cardinality(categories) <= 100),
  once_per_customer boolean not null default false,
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  created_at timestamptz not null default now(),
  constraint vouchers_percent_check check (kind <> 'percent' or value <= 100),
  constraint vouchers_ends_check check (ends_at > starts_at),
  constraint vouchers_uses_check check (uses >= 0 and uses <= max_uses)
);
comment on table public.vouchers is 'Codes that take a percentage or an amount off an order';
comment on column public.vouchers.id is 'Identifies the voucher';
comment on column public.vouchers.code is 'What customers type, in capital letters; they may type small ones';
comment on column public.vouchers.kind is 'percent or amount';
comment on column public.vouchers.value is 'Percentage, or amount in dollars, that is taken off the goods';
comment on column public.vouchers.starts_at is 'From when on it is valid; empty for always';
comment on column public.vouchers.ends_at is 'Until when it is valid; empty for ever';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in dollars';
comment on column public.vouchers.categories is 'The categories whose goods it is for; empty for all goods';
comment on column public.vouchers.once_per_customer is 'Whether a customer can use it once only';
comment on column public.vouchers.max_uses is 'How many orders can use it in all; empty for any number';
comment on column public.vouchers.uses is 'How many orders use it; kept by functions and triggers';
comment on column public.vouchers.created_at is 'When it was made';

alter table public.vouchers enable row level security;
grant select, delete,
  insert (id, code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses),
  update (code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses)
  on public.vouchers to authenticated;
create policy vouchers_all_admin on public.vouchers for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Which orders use which voucher.

create table public.voucher_uses (
  order_id uuid primary key references public.orders on delete cascade,
  voucher_id uuid not null references public.vouchers on delete cascade,
  user_id uuid references auth.users on delete set null,
  once boolean not null
);
comment on table public.voucher_uses is 'The orders that use a voucher';
comment on column public.voucher_uses.order_id is 'The order';
comment on column public.voucher_uses.voucher_id is 'The voucher';
comment on column public.voucher_uses.user_id is 'The customer; empty when deleted since';
comment on column public.voucher_uses.once is 'Whether a customer could use the voucher once only';
create index voucher_uses_voucher_idx on public.voucher_uses (voucher_id);
create index voucher_uses_user_idx on public.voucher_uses (user_id);
create unique index voucher_uses_once_idx on public.voucher_uses (voucher_id, user_id) where once;

-- One conditional update decides who gets the last use, and a unique index who uses it twice.
create function private.take_voucher(p_order public.orders, p_voucher uuid, p_replaces uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  update public.voucher_uses set order_id = p_order.id
    where order_id = (select u.order_id from public.voucher_uses u where u.order_id = any (p_replaces) and u.voucher_id = p_voucher limit 1);
  if found then
    return;
  end if;
  update public.vouchers v set uses = v.uses + 1
    where v.id = p_voucher and v.uses < coalesce(v.max_uses, v.uses + 1) returning * into voucher;
  if not found then
    raise exception 'This voucher has been used up.' using detail = 'voucher_refused';
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once)
  values (p_order.id, p_voucher, p_order.user_id, voucher.once_per_customer) on conflict do nothing;
  if not found then
    raise exception 'You have used this voucher before.' using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.take_voucher(public.orders, uuid, uuid[]) is
  'Counts a use of a voucher by an order, which takes over that of an order that it replaces. Error (in detail): voucher_refused.';

alter table public.voucher_uses enable row level security;
grant select on public.voucher_uses to authenticated;
create policy voucher_uses_select_admin on public.voucher_uses for select to authenticated
  using ((select public.is_admin()));

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_name
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), prices_include_tax (whether the prices of products and shipping have the tax in them)';
insert into public.shop_settings (name, value) values ('prices_include_tax', 'true');

select private.audit_table('public.shipping_zones');
select private.audit_table('public.shipping_methods');
select private.audit_table('public.tax_rates');
select private.audit_table('public.vouchers', p_left_out => '{uses}');

alter table public.orders
  add column discount numeric(12, 2) not null default 0 check (discount >= 0),
  add column voucher_code text not null default '',
  add column shipping numeric(12, 2) not null default 0 check (shipping >= 0),
  add column shipping_method text not null default '',
  add column shipping_tax_rate numeric(6, 3) not null default 0,
  add column shipping_tax numeric(12, 2) not null default 0,
  add column tax numeric(12, 2) not null default 0 check (tax >= 0),
  add column tax_included boolean not null default true;
comment on column public.orders.total_price is 'What the order costs, in units of the currency with cents: its lines less the discount, shipping, and the tax unless it is included';
comment on column public.orders.discount is 'What the voucher takes off its lines, in units of the currency with cents';
comment on column public.orders.voucher_code is 'Code of the voucher; empty when there is none';
comment on column public.orders.shipping is 'What sending it costs, in units of the currency with cents';
comment on column public.orders.shipping_method is 'Name of the shipping method when ordering; empty where shipping was free everywhere';
comment on column public.orders.shipping_tax_rate is 'Tax rate of shipping in percent';
comment on column public.orders.shipping_tax is 'Tax on shipping, in units of the currency with cents';
comment on column public.orders.tax is 'Tax on its lines and on shipping, in units of the currency with cents';
comment on column public.orders.tax_included is 'Whether the prices have the tax in them';

alter table public.order_items
  add column discount numeric(12, 2) not null default 0,
  add column tax_rate numeric(6, 3) not null default 0,
  add column tax numeric(12, 2) not null default 0,
  add constraint order_items_discount_check check (discount between 0 and unit_price * quantity);
comment on column public.order_items.discount is 'What the voucher takes off the line, in the currency of the order';
comment on column public.order_items.tax_rate is 'Tax rate in percent when ordering';
comment on column public.order_items.tax is 'Tax on the line after the discount, in the currency of the order';

drop trigger orders_check_total on public.orders;
drop function private.sum_of_lines;
drop function private.order_digest;
drop function private.validate_order_lines;
drop function public.place_order;
drop function public.place_order_to_pay;
drop function private.place_order;

create function private.sums_of(p_order public.orders, out discount numeric, out tax numeric, out total numeric)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(i.discount), 0), coalesce(sum(i.tax), 0) + p_order.shipping_tax,
      coalesce(sum(i.unit_price * i.quantity - i.discount), 0) + p_order.shipping
    into discount, tax, total from public.order_items i where i.order_id = p_order.id;
  if not p_order.tax_included then
    total := total + tax;
  end if;
end;
$$;
comment on function private.sums_of(public.orders) is 'Discount, tax and total of an order by its lines, in its currency';

create or replace function private.update_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into order_ids
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into order_ids from changed c;
  end if;
  update public.orders o set discount = s.discount, tax = s.tax, total_price = s.total
  from public.orders w cross join lateral private.sums_of(w) s
  where w.id = any (order_ids) and o.id = w.id and o.status = 'Pending'
    and (o.discount, o.tax, o.total_price) <> (s.discount, s.tax, s.total);
  return null;
end;
$$;
comment on function private.update_order_total() is 'Updates discount, tax and total of a Pending order to those of its lines';

create or replace function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.total_price, new.discount, new.tax, new.shipping, new.shipping_tax, new.tax_included)
    <> (old.total_price, old.discount, old.tax, old.shipping, old.shipping_tax, old.tax_included) and (old.status <> 'Pending'
    or exists (select from private.sums_of(new) s where (new.total_price, new.discount, new.tax) <> (s.total, s.discount, s.tax))) then
    raise exception 'The total of an order is that of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.check_order_total() is
  'Refuses a total that is not that of the lines, and any other total once an order was paid';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
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

create trigger orders_check_total before update of total_price, discount, tax, shipping, shipping_tax, tax_included on public.orders
  for each row execute function private.check_order_total();

create or replace function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price + coalesce(v.price_delta, 0),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v.price_delta from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true);
end;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue, each with its path in the request';

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
    when voucher.starts_at > now() then 'This voucher is not valid yet.'
    when voucher.ends_at <= now() then 'This voucher is no longer valid.'
    when goods is null then 'This voucher is for other products.'
    when goods < voucher.minimum then format('This voucher is for products worth $%s or more.', to_char(voucher.minimum, 'FM9,999,990.00'))
    when voucher.once_per_customer and exists (
      select from public.voucher_uses u join public.orders o on o.id = u.order_id
      where u.voucher_id = voucher.id and u.user_id = p_customer and o.status <> 'Pending') then 'You have used this voucher before.'
  end;
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
  return voucher;
end;
$$;
comment on function private.voucher_for(text, jsonb, uuid) is
  'The voucher with this code, in whatever letters, for lines as price_lines returns them. Refuses (voucher_refused) one that is not valid for them and this customer.';

-- Each discount is the difference of two rounded sums, so that all of them add up to what the voucher takes off.
create function private.discount_lines(p_lines jsonb, p_voucher public.vouchers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with lines as (
      select l, position, case when p_voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (p_voucher.categories)
        then (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int else 0 end as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (order by position) as running, sum(price) over () as goods from lines),
    off as (
      select case p_voucher.kind when 'percent' then round(max(goods) * p_voucher.value / 100, 2)
        else least(p_voucher.value, max(goods)) end as amount from sums)
    select jsonb_agg(l || jsonb_build_object('discount', coalesce(
      round(running * amount / nullif(goods, 0), 2) - round((running - price) * amount / nullif(goods, 0), 2), 0)) order by position)
    from sums, off);
end;
$$;
comment on function private.discount_lines(jsonb, public.vouchers) is
  'Lines as price_lines returns them with what a voucher takes off each, in dollars';

create function private.tax_lines(p_lines jsonb, p_country text, p_included boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  rates constant jsonb := (
    select jsonb_object_agg(c, private.tax_rate(p_country, c)) from unnest(enum_range(null::public.tax_class)) c);
begin
  return (
    with lines as (
      select l, position, (rates ->> (l ->> 'tax_class'))::numeric as rate,
        (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int - coalesce((l ->> 'discount')::numeric, 0) as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (partition by rate order by position) as running from lines)
    select jsonb_agg(l || jsonb_build_object('tax_rate', rate, 'tax', private.tax_of(
      running - price, price, rate, p_included)) order by position) from sums);
end;
$$;
comment on function private.tax_lines(jsonb, text, boolean) is
  'Lines as price_lines and discount_lines return them with the rate, in percent, and the tax of each, in dollars, for a country given by its code';

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
      select coalesce(jsonb_agg(m), '[]') from private.shipping_methods_for(country, sums.goods - sums.discount, sums.weight) m);
    method := private.shipping_method_of(methods, p_method);
    shipping := shipping || jsonb_build_object('unit_price', coalesce(method -> 'price', '0'));
  end if;
  if exists (select from public.tax_rates) then
    lines := private.tax_lines(lines || (shipping || '{"quantity": 1, "tax_class": "standard"}'),
      coalesce(country, private.country_code(p_country)), included);
    shipping := lines -> -1;
    lines := lines - -1;
    tax := (shipping ->> 'tax')::numeric + (select sum((l ->> 'tax')::numeric) from jsonb_array_elements(lines) l);
  end if;
  return jsonb_build_object('lines', lines, 'goods', sums.goods, 'discount', sums.discount, 'voucher_id', voucher.id,
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;
comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in dollars: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, shipping_method, shipping_method_id, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

create function private.require_price(p_price jsonb, p_amount numeric) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not (p_price -> 'delivered')::boolean then
    raise exception 'We cannot deliver this order to your country.' using detail = 'not_delivered';
  end if;
  if p_amount is distinct from (p_price ->> 'total_price')::numeric then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
end;
$$;
comment on function private.require_price(jsonb, numeric) is
  'Refuses a price of price_order that is not what the customer saw (amount_differs), and an order that cannot be sent (not_delivered)';

create function public.price_cart(p_method uuid default null, p_voucher text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()));
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
    'takes_vouchers', exists (select from public.vouchers));
end;
$$;
comment on function public.price_cart(uuid, text) is
  'What the cart of the signed-in customer costs, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of the customer''s, takes_vouchers}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text) to authenticated;

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_method uuid, p_voucher text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_method, upper(btrim(p_voucher)), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text, uuid, text) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

create function private.validate_order_lines(p_products jsonb) returns jsonb
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
  lines := private.price_lines(p_products);

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
comment on function private.validate_order_lines(jsonb) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create function private.settle_free_order(p_order public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_order.payment_reference, p_order.id, 0, p_order.currency, 'paid');
  perform private.remove_bought_from_cart(p_order);
end;
$$;
comment on function private.settle_free_order(public.orders) is 'Notes that nothing is to be paid for an order';

create function private.add_order_lines(p_order uuid, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, discount, tax_rate, tax, position)
  select p_order, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', coalesce((l ->> 'discount')::numeric, 0),
    coalesce((l ->> 'tax_rate')::numeric, 0), coalesce((l ->> 'tax')::numeric, 0), n
  from jsonb_array_elements(p_lines) with ordinality as line (l, n);
end;
$$;
comment on function private.add_order_lines(uuid, jsonb) is 'Adds lines, as price_order returns them, to an order';

create function private.order_of_key(p_customer uuid, p_key text, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
begin
  if p_key is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_customer || ' ' || p_key, 0));
  select * into placed from public.orders where user_id = p_customer and idempotency_key = p_key;
  if placed.idempotency_digest <> p_digest then
    raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
      using detail = 'key_reused';
  end if;
  return placed;
end;
$$;
comment on function private.order_of_key(uuid, text, text) is
  'The order that a customer placed under an idempotency key, if any; refuses a digest of other contents (key_reused)';

create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean,
  p_checkout boolean, p_replaces uuid[], p_method uuid, p_voucher text
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or p_checkout then
    private.order_digest(p_products, p_amount, p_email, p_method, p_voucher) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
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
  lines := private.validate_order_lines(p_products);
  if p_checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  price := private.price_order(lines, buyer.country, p_method, p_voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if p_checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, p_replaces);
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country,
    p_amount, (price ->> 'discount')::numeric, price ->> 'voucher_code', (price ->> 'shipping')::numeric, price ->> 'shipping_method',
    (price ->> 'shipping_tax_rate')::numeric, (price ->> 'shipping_tax')::numeric, (price ->> 'tax')::numeric,
    (price ->> 'tax_included')::boolean, case when p_amount = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or p_amount = 0 then new_id || '.1' end, key, digest, p_checkout,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if p_amount > 0 then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  end if;
  perform private.require_stock(placed);
  if placed.voucher_code <> '' then
    perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  end if;
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[], uuid, text) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart, in the place of those in p_replaces, and none that could not be sent';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_method uuid default null, p_voucher text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false, '{}', p_method, p_voucher);
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text, uuid, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
grant execute on function public.place_order(jsonb, numeric, text, text, uuid, text) to authenticated;

create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_checkout boolean default false, p_replaces uuid[] default '{}', p_method uuid default null, p_voucher text default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key, true, p_checkout, p_replaces, p_method, p_voucher);
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
comment on function public.place_order_to_pay(jsonb, numeric, text, text, boolean, uuid[], uuid, text) is
  'Places an order as place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, and for an order that costs nothing, which is Paid. p_checkout, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if p_replaces names it. Errors as those of place_order, and with p_checkout no_address, choice_missing, and open_order with the ids that p_replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, boolean, uuid[], uuid, text) to authenticated;
