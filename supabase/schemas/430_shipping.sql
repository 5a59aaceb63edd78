-- Shipping: zones of countries, and the methods by which orders are sent there. Without any method, shipping is free everywhere.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 100),
  countries text[] not null default '{}' check (array_position(countries, null) is null and cardinality(countries) <= 300),
  created_at timestamptz not null default public.clock(),
  constraint shipping_zones_name_visible check (public.is_visible(name))
);
comment on table public.shipping_zones is 'Zones of countries to which the shop sends at the same prices';
comment on column public.shipping_zones.id is 'Identifies the zone';
comment on column public.shipping_zones.name is 'Name for administrators, such as Europe';
comment on column public.shipping_zones.countries is 'Codes of its countries; empty for all countries that are in no other zone';
comment on column public.shipping_zones.created_at is 'When it was made';

-- After the row is written, so that policies have had their say; one at a time, so that two zones cannot take a country at once.
create function private.check_shipping_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  perform pg_advisory_xact_lock(hashtextextended('shipping zones', 0));
  if new.countries = '{}' then
    select z.name into wrong from public.shipping_zones z where z.countries = '{}' and z.id <> new.id limit 1;
    if found then
      perform private.refuse_at('country_taken',
        format('The zone %s is for everywhere else already. Please choose countries.', wrong.name), '{countries.0}');
    end if;
    return null;
  end if;
  select n.code, c.name, z.name as zone, n.place - 1 as place into wrong
    from unnest(new.countries) with ordinality n (code, place)
    left join public.countries c on c.code = n.code
    left join public.shipping_zones z on n.code = any (z.countries) and z.id <> new.id
    where c.code is null or z.id is not null order by n.place limit 1;
  if found and wrong.name is null then
    perform private.refuse_at('validation_failed', format('%s is no code of a country.', wrong.code), array['countries.' || wrong.place]);
  elsif found then
    perform private.refuse_at('country_taken', format('%s is in the zone %s already.', wrong.name, wrong.zone), array['countries.' || wrong.place]);
  end if;
  return null;
end;
$$;
comment on function private.check_shipping_zone() is
  'Refuses a zone with a country of another zone, a second zone for everywhere else (country_taken), and codes of no country (validation_failed)';

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.shipping_zones on delete cascade,
  name text not null check (length(name) <= 100),
  price numeric not null check (price >= 0 and price < 1000000000),
  free_from numeric check (free_from > 0 and free_from < 1000000000),
  weight_bands jsonb not null default '[]' check (
    jsonb_typeof(weight_bands) = 'array' and jsonb_array_length(weight_bands) <= 20
    and not jsonb_path_exists(weight_bands, '$[*] ? (!(@.over.type() == "number" && @.over >= 0
      && @.price.type() == "number" && @.price >= 0 && @.price < 1000000000))')),
  max_weight int check (max_weight > 0),
  days_from int not null default 0 check (days_from between 0 and 365),
  days_to int not null default 0 check (days_to between 0 and 365),
  position int not null default 1,
  created_at timestamptz not null default public.clock(),
  constraint shipping_methods_name_visible check (public.is_visible(name)),
  constraint shipping_methods_days_check check (days_to >= days_from)
);
comment on table public.shipping_methods is 'How orders are sent to the countries of a zone, and what it costs';
comment on column public.shipping_methods.id is 'Identifies the method';
comment on column public.shipping_methods.zone_id is 'The zone';
comment on column public.shipping_methods.name is 'What shoppers read, such as Standard';
comment on column public.shipping_methods.price is 'Price of sending an order in the currency of the shop';
comment on column public.shipping_methods.free_from is 'Free for orders whose goods cost this much after discounts, in the currency of the shop, before tax is taken off for companies that pay none; empty when never free';
comment on column public.shipping_methods.weight_bands is 'Prices of heavier orders, as [{over, price}]: what weighs more than so many grams costs so much, in the currency of the shop';
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
  'What a method costs, in the currency of the shop, for goods of this price after discounts, in the currency of the shop, before tax is taken off, and this weight in grams';

create function private.shipping_methods_for(p_country text, p_goods numeric, p_weight bigint)
returns table (id uuid, name text, price numeric, days_from int, days_to int, to_free numeric)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select m.id, m.name, private.shipping_price(m, p_goods, p_weight), m.days_from, m.days_to,
      case when m.free_from > p_goods then m.free_from - p_goods end
    from public.shipping_methods m
    where m.zone_id = (
        select z.id from public.shipping_zones z where p_country = any (z.countries) or z.countries = '{}'
        order by z.countries = '{}', z.created_at, z.id limit 1)
      and (m.max_weight is null or p_weight <= m.max_weight)
    order by 3, m.position, m.id;
end;
$$;
comment on function private.shipping_methods_for(text, numeric, bigint) is
  'The methods that take an order to a country, given by its code, cheapest first, with their prices in the currency of the shop, and what the goods lack until it is free (null where it is, or never gets free)';

create function private.home_country() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(nullif(private.shop_setting('seller_country') #>> '{}', ''),
    (select z.countries[1] from public.shipping_zones z where z.countries <> '{}' order by z.created_at, z.id limit 1));
end;
$$;
comment on function private.home_country() is
  'Code of the country in which the shop is, else of the first one to which it sends; null where neither is said';

-- What is sent everywhere else is said of the home country only: there is no code for all others.
create function private.shipping_offers(p_goods numeric, p_weight bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  home constant text := private.home_country();
begin
  return (
    select coalesce(json_agg(json_build_object('countries', o.countries, 'name', o.name, 'price', o.price, 'days_from', o.days_from, 'days_to', o.days_to)
      order by o.created_at, o.id), '[]')
    from (
      select case when z.countries = '{}' then array[home] else z.countries end as countries, m.name, m.price, m.days_from, m.days_to, z.created_at, z.id
      from public.shipping_zones z cross join lateral (
        select s.name, private.shipping_price(s, p_goods, p_weight) as price, s.days_from, s.days_to
        from public.shipping_methods s where s.zone_id = z.id and (s.max_weight is null or p_weight <= s.max_weight)
        order by 2, s.position, s.id limit 1) m
      where z.countries <> '{}' or home is not null and not exists (select from public.shipping_zones y where home = any (y.countries))
      union all
      select array[home], '', 0, 0, 0, null, null where home is not null and not exists (select from public.shipping_methods)) o);
end;
$$;
comment on function private.shipping_offers(numeric, bigint) is
  'The cheapest way in which goods of this price, in the currency of the shop, and this weight in grams are sent, by zone: [{countries: their codes, name, price, days_from, days_to}]; without any method it is free, and has no name';

create function private.delivery_problem(p_country text, p_methods jsonb) returns text
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

-- Parcels leave, and are carried, from Monday to Friday.
create function private.weekdays_after(p_day date, p_days int) returns date
language plpgsql immutable set search_path = '' as $$
declare
  start constant date := p_day + case extract(isodow from p_day) when 6 then 2 when 7 then 1 else 0 end;
begin
  return start + p_days + 2 * ((extract(isodow from start)::int - 1 + p_days) / 5);
end;
$$;
comment on function private.weekdays_after(date, int) is 'The day that is so many weekdays after a day, or after the Monday that follows it at a weekend';

create function public.shop_promises() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.day_of(public.clock());
begin
  return jsonb_build_object(
    'order_by', private.weekdays_after(today, 0),
    'return_days', private.shop_setting('return_days'),
    'returns', jsonb_build_object(
      'address', coalesce(nullif(private.shop_setting('return_address') #>> '{}', ''), case when private.shop_setting('seller_address') #>> '{}' <> '' then
        concat_ws(E'\n', private.shop_setting('seller_name') #>> '{}', private.shop_setting('seller_address') #>> '{}',
          (select c.name from public.countries c where c.code = private.shop_setting('seller_country') #>> '{}')) end, ''),
      'send_days', private.shop_setting('return_send_days'), 'payer', private.shop_setting('return_payer'),
      'label', private.shop_setting('return_label'), 'exchange_at_once', private.shop_setting('exchange_at_once')),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'countries', (select coalesce(jsonb_agg(c.name order by c.name), '[]') from public.countries c where c.code = any (z.countries)),
        'methods', m.all) order by z.countries = '{}', z.created_at, z.id), '[]')
      from public.shipping_zones z cross join lateral (
        select jsonb_agg(jsonb_build_object('name', s.name, 'free_from', s.free_from, 'max_weight', s.max_weight,
          'price', least(s.price, w.price), 'varies', w.price is not null, 'days_from', s.days_from, 'days_to', s.days_to,
          'arrives_from', private.weekdays_after(today, s.days_from), 'arrives_to', private.weekdays_after(today, s.days_to))
          order by s.position, s.price, s.id) as all
        from public.shipping_methods s cross join lateral (
          select min((b ->> 'price')::numeric) as price from jsonb_array_elements(s.weight_bands) b) w
        where s.zone_id = z.id) m
      where m.all is not null));
end;
$$;
comment on function public.shop_promises() is
  'What the shop promises to shoppers: {order_by: the day on which a new order leaves, return_days, returns: {address, send_days, payer, label, exchange_at_once}, zones: [{countries: their names, empty for all others, methods: [{name, price: the least, varies: whether heavier orders cost another, free_from, max_weight in grams, days_from, days_to, arrives_from and arrives_to: the days that these make of an order of today}]}]}; without zones, shipping is free';
grant execute on function public.shop_promises() to anon, authenticated;

alter table public.shipping_zones enable row level security;
grant select, insert (id, name, countries), update (name, countries), delete on public.shipping_zones to authenticated;
create policy shipping_zones_all_admin on public.shipping_zones for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger shipping_zones_check after insert or update of countries on public.shipping_zones
  for each row execute function private.check_shipping_zone();

alter table public.shipping_methods enable row level security;
grant select, delete,
  insert (id, zone_id, name, price, free_from, weight_bands, max_weight, days_from, days_to, position),
  update (name, price, free_from, weight_bands, max_weight, days_from, days_to, position)
  on public.shipping_methods to authenticated;
create policy shipping_methods_all_admin on public.shipping_methods for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
