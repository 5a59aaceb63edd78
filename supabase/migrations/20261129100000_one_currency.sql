-- The shop has one currency, any of ISO 4217, with its own number of decimals: amounts are rounded and converted by it.
create function private.currency_codes(p_decimals int) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case p_decimals
    when 0 then 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    when 2 then 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK '
      'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK '
      'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON '
      'RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST '
      'XCD XCG YER ZAR ZMW ZWG'
    when 3 then 'BHD IQD JOD KWD LYD OMR TND'
    else '' end;
end;
$$;
comment on function private.currency_codes(int) is
  'The currencies with so many decimals, as ISO 4217 has them, without funds, metals and codes for tests';

create function private.decimals(p_currency text) returns int
language plpgsql immutable set search_path = '' as $$
begin
  -- No query: this is called for each amount.
  return case when p_currency !~ '^[A-Z]{3}$' then null
    when strpos(private.currency_codes(2), p_currency) > 0 then 2
    when strpos(private.currency_codes(0), p_currency) > 0 then 0
    when strpos(private.currency_codes(3), p_currency) > 0 then 3 end;
end;
$$;
comment on function private.decimals(text) is 'How many decimals amounts in a currency have; null for no currency';

-- How much of a currency is worth about as much as a dollar; nothing depends on its being exact.
create function private.price_step(p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((
    select s.step from (values
      (0.2, 'BHD KWD OMR'),
      (2, 'AWG AZN BAM BBD BZD FJD GEL TND TOP WST XCD XCG'),
      (5, 'AED BOB BRL BYN CNY DKK ILS LYD MYR PEN PGK PLN QAR RON SAR TMT TTD'),
      (10, 'BWP GHS GTQ HKD MAD MOP NOK SBD SEK SVC TJS'),
      (20, 'CUP CZK ERN HNL LSL MDL MVR MXN NAD SCR SLE STN SZL ZAR ZMW ZWG'),
      (50, 'AFN DOP EGP GMD MKD MRU MUR MZN NIO PHP SRD THB TRY TWD UAH UYU'),
      (100, 'ALL BTN BDT CVE DZD ETB HTG INR ISK JMD JPY KES KGS KPW NPR RSD RUB VUV XPF'),
      (200, 'DJF GYD LKR LRD PKR VES YER'),
      (500, 'AMD CRC HUF KMF KZT SDG SOS XAF XOF'),
      (1000, 'AOA ARS CLP IQD KRW RWF'),
      (2000, 'BIF CDF MMK MNT MWK NGN TZS'),
      (5000, 'COP KHR MGA PYG SSP UGX'),
      (10000, 'GNF SYP UZS'),
      (20000, 'IDR LAK VND'),
      (100000, 'IRR LBP')) s (step, codes)
    where strpos(s.codes, p_currency) > 0), 1);
end;
$$;
comment on function private.price_step(text) is 'The amount in a currency in whose multiples the ranges of prices begin: 50, 100, 150 and 200 of it';

create function public.shop_currency() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.shop_setting('currency') #>> '{}', 'USD');
end;
$$;
comment on function public.shop_currency() is 'The currency of all prices, three letters';
grant execute on function public.shop_currency() to anon, authenticated;

create function private.rounded(p_amount numeric, p_currency text default public.shop_currency()) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return round(p_amount, private.decimals(p_currency));
end;
$$;
comment on function private.rounded(numeric, text) is 'An amount, rounded to the smallest unit of its currency';

create function private.minor(p_amount numeric, p_currency text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return round(p_amount * 10.0 ^ private.decimals(p_currency))::bigint;
end;
$$;
comment on function private.minor(numeric, text) is 'An amount in smallest units of its currency, rounded to whole ones';

create function private.units(p_minor numeric, p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  decimals constant int := private.decimals(p_currency);
begin
  return round(p_minor / 10.0 ^ decimals, decimals);
end;
$$;
comment on function private.units(numeric, text) is 'An amount in units of its currency, of smallest units';

create function private.price_text(p_amount numeric, p_currency text default public.shop_currency()) returns text
language plpgsql immutable set search_path = '' as $$
declare
  fraction constant text := rtrim('.' || repeat('0', private.decimals(p_currency)), '.');
begin
  return case p_currency when 'USD' then '$' else p_currency || ' ' end || to_char(p_amount, 'FM9,999,999,999,990' || fraction);
end;
$$;
comment on function private.price_text(numeric, text) is 'An amount as messages have it: $1,234.50, JPY 1,950';

-- Amounts have as many decimals as their currency. What depends on the types of the columns is made again below.
drop view public.income_by_month;
drop view public.unpaid_orders;
drop view public.paid_orders_without_payment;
drop view public.product_details;
drop trigger orders_check_total on public.orders;
drop trigger orders_set_search_words on public.orders;
drop trigger product_variants_set_updated_at on public.product_variants;
drop trigger product_variants_audit on public.product_variants;
drop trigger products_keep_earlier_price on public.products;
drop trigger products_guard_variant_prices on public.products;
drop trigger products_set_search_words on public.products;
drop trigger products_set_facts_of_variants on public.products;
drop trigger products_set_updated_at on public.products;
alter table public.companies alter credit_limit type numeric, alter order_minimum type numeric;
alter table public.invoices alter net type numeric, alter tax type numeric, alter gross type numeric;
alter table public.order_items alter unit_price type numeric, alter discount type numeric, alter tax type numeric, alter cheaper_by type numeric;
alter table public.orders alter total_price type numeric, alter refunded type numeric, alter discount type numeric, alter shipping type numeric, alter shipping_tax type numeric, alter tax type numeric;
alter table public.price_list_items alter price type numeric;
alter table public.product_prices alter price type numeric;
alter table public.product_variants alter price_delta type numeric;
alter table public.products alter price type numeric, alter compare_at_price type numeric, alter lowest_price type numeric, alter highest_price type numeric;
alter table public.quote_lines alter unit_price type numeric;
alter table public.shipping_methods alter price type numeric, alter free_from type numeric;
alter table public.vouchers alter value type numeric, alter minimum type numeric;

-- A coat costs millions in some currencies.
alter table public.price_list_items drop constraint price_list_items_price_check,
  add constraint price_list_items_price_check check (price >= 0 and price < 1000000000);
alter table public.product_variants drop constraint product_variants_price_delta_check,
  add constraint product_variants_price_delta_check check (abs(price_delta) < 1000000000);
alter table public.products drop constraint products_price_check, drop constraint products_compare_at_price_above,
  add constraint products_price_check check (price >= 0 and price < 1000000000),
  add constraint products_compare_at_price_above check (compare_at_price > price and compare_at_price < 1000000000);
alter table public.quote_lines drop constraint quote_lines_unit_price_check,
  add constraint quote_lines_unit_price_check check (unit_price >= 0 and unit_price < 1000000000);
alter table public.shipping_methods drop constraint shipping_methods_free_from_check,
  drop constraint shipping_methods_price_check, drop constraint shipping_methods_weight_bands_check,
  add constraint shipping_methods_free_from_check check (free_from > 0 and free_from < 1000000000),
  add constraint shipping_methods_price_check check (price >= 0 and price < 1000000000),
  add constraint shipping_methods_weight_bands_check check (
    jsonb_typeof(weight_bands) = 'array' and jsonb_array_length(weight_bands) <= 20
    and not jsonb_path_exists(weight_bands, '$[*] ? (!(@.over.type() == "number" && @.over >= 0
      && @.price.type() == "number" && @.price >= 0 && @.price < 1000000000))'));
alter table public.vouchers drop constraint vouchers_minimum_check, drop constraint vouchers_value_check,
  add constraint vouchers_minimum_check check (minimum >= 0 and minimum < 1000000000),
  add constraint vouchers_value_check check (value > 0 and value < 1000000000);

drop function private.tax_of(numeric, numeric, numeric, boolean);
drop function private.credit_rates(jsonb, jsonb, jsonb, bigint);
create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'carriers' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 2000
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'return_send_days' then p_value::text ~ '^\d{1,3}$'
    when 'return_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'return_payer' then p_value #>> '{}' in ('customer', 'shop')
    when 'return_label' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'exchange_at_once' then jsonb_typeof(p_value) = 'boolean'
    when 'exchange_days' then p_value::text ~ '^\d{1,3}$' and p_value::int > 0
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'who_may_order' then p_value #>> '{}' in ('customers', 'everybody')
    when 'time_zone' then p_value #>> '{}' = '' or exists (select from pg_timezone_names z where z.name = p_value #>> '{}')
    when 'currency' then p_value #>> '{}' ~ '^[A-Z]{3}$'
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'bank_account' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
      and (p_value = '""' or public.is_visible(p_value #>> '{}'))
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;

create or replace function private.price_band(p_price numeric) returns text
language plpgsql stable set search_path = '' as $$
declare
  steps constant numeric := p_price / private.price_step(public.shop_currency());
begin
  return case when steps < 50 then 'under-50' when steps < 100 then '50-100' when steps < 150 then '100-150'
    when steps < 200 then '150-200' else 'over-200' end;
end;
$$;

create or replace function private.new_prices(p_ids uuid[], p_percent numeric, p_amount numeric)
returns table (product public.products, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  if num_nonnulls(p_percent, p_amount) <> 1 or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.' using detail = 'bad_percent';
  end if;
  return query
    select p, coalesce(private.rounded(p.price * (100 + p_percent) / 100), p.price + p_amount)
    from public.products p where p.id = any (p_ids) order by lower(p.title), p.id;
end;
$$;

create or replace function private.check_new_price(p_product public.products, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if p_price >= 1000000000 then
    raise exception '% would cost too much. Nothing was changed.', p_product.title using detail = 'price_too_high';
  end if;
  if p_price < 0 then
    raise exception '% would cost less than nothing. Nothing was changed.', p_product.title using detail = 'price_too_low';
  end if;
  if p_price >= p_product.compare_at_price then
    raise exception '% is on sale and would cost no less than its compare-at price. Nothing was changed.', p_product.title
      using detail = 'price_too_high';
  end if;
  return p_price;
end;
$$;

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric as compare_at_price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name,
      case when p.id is not null and r.e ?| '{sizes,colors}' then private.lost_variants(p.id,
        case when r.e ? 'sizes' then array(select jsonb_array_elements_text(r.e -> 'sizes')) else p.sizes end,
        case when r.e ? 'colors' then array(select jsonb_array_elements_text(r.e -> 'colors')) else p.colors end) end as lost
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      when k.compare_at_price <= k.price then array['compareAtPrice', 'Has to be higher than the price']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field,
        'before', case when t.product_id is not null then d.before end, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', private.rounded(t.old_price)::text, private.rounded(t.price)::text),
        ('compareAtPrice', private.rounded(t.old_compare)::text, private.rounded(t.compare_at_price)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;

create or replace function private.facets_among(p_filters jsonb, p_hits uuid[], p_asked jsonb) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  by_variant constant boolean := coalesce(p_filters -> 'availability' = '["InStock"]', false);
  -- Of the sizes and colors that are asked for, whatever is chosen of the availability.
  in_stock constant jsonb := coalesce(p_filters, '{}') || coalesce(p_asked, '{}') || '{"availability":["InStock"]}';
  lowest constant numeric := coalesce((p_filters ->> 'minPrice')::numeric, 0);
  highest constant numeric := coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity');
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select null::uuid as id, c.facets, c.many from private.counted_facets(p_filters) c
      where p_hits is null and not (by_variant and c.facets @> '{stock:part}')
      union all
      -- With "offset 0", as the plan would search the index for prices even if all are asked for.
      select null, p.facets, 1 from (select * from public.products p where p.id = any (p_hits) offset 0) p
      where not (by_variant and p.partly_sold_out) and p.lowest_price >= lowest and p.lowest_price <= highest
      union all
      -- Once for each size and color that is left.
      select p.id, p.others
        || array(select 'size:' || k from unnest(s.keys) k) || array(select 'color:' || c from unnest(m.families) c), 1
      from (select p.*, array(select t from unnest(p.facets) t where t !~ '^(size|color):') as others
        from public.products p where by_variant and p.facets @> '{stock:part}' and p.status = 'published' offset 0) p
      join public.product_variants v on v.product_id = p.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
      left join private.size_meanings s on s.category_id is not distinct from p.category_id and s.size = v.size
      left join private.colour_meanings m on m.colour = v.color
      where (p_hits is null or p.id = any (p_hits)) and p.lowest_price >= lowest and p.lowest_price <= highest
        and (p_asked is null or v.id in (select f.id from private.fitting_variants(p_hits, p_asked) f))),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.id, c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(many)::int as count from (
        select token, c.many, null::uuid as id from compared c, unnest(c.facets) token
        where c.id is null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])
        union all
        select distinct token, 1, c.id from compared c, unnest(c.facets) token
        where c.id is not null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])) t
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value,
        case when token = 'availability:InStock' and private.needs_stock(in_stock) and not by_variant then case
            when p_hits is null then public.count_products(null, in_stock)
            else cardinality(private.fitting_products(p_hits, in_stock)) end
          else coalesce(s.count, 0) end as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where token not like 'stock:%' and (s.count > 0 or o.token is not null)),
    same as (
      select k.key, array_agg(distinct private.without_commas(n.name)) filter (where n.key <> k.key) as same, bool_or(m.is_waist and n.key = k.key) as is_waist
      from private.size_meanings m cross join lateral unnest(m.keys) k (key) join private.size_names n on n.key = m.keys[1]
      where not coalesce(p_filters -> 'category' <> '[]', false) or p_filters -> 'category' ? m.category_id::text group by 1),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object('currency', public.shop_currency(), 'step', private.price_step(public.shop_currency()),
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.id is null and c.missing = '{}')
        + (select count(distinct c.id)::int from compared c where c.id is not null and c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet,
          'value', case r.facet when 'size' then coalesce(private.without_commas(n.name), r.value) else r.value end,
          'name', coalesce(n.name, (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)),
            case when r.facet = 'size' and private.letter_size(r.value) is not null then upper(r.value) end),
          'count', r.count, 'same', s.same, 'isWaist', s.is_waist)
        order by r.facet, r.place), '[]'))
    from ranked r left join private.size_names n on r.facet = 'size' and n.key = r.value
    left join same s on r.facet = 'size' and s.key = r.value where r.place <= 100);
end;
$$;

create or replace function private.validate_stock_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, e,
      split_part(e ->> 'version', '.', 1) as fields, split_part(e ->> 'version', '.', 2) as movement,
      nullif(split_part(e ->> 'version', '.', 3), '')::int as stock_before
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, v.id, v.archived_at, v.held, v.on_hand, p.price, private.variant_version(v) as version,
      concat_ws(', ', p.title, v.color, v.size) as title,
      v.barcode as old_barcode, v.price_delta as old_delta, v.policy::text as old_policy,
      -- A spreadsheet takes the zeros off its beginning.
      case when not r.e ? 'barcode' or lpad(r.e ->> 'barcode', 14, '0') = lpad(v.barcode, 14, '0') then v.barcode
        else r.e ->> 'barcode' end as barcode,
      coalesce((r.e ->> 'priceDelta')::numeric, v.price_delta) as price_delta,
      coalesce(r.e ->> 'policy', v.policy::text) as policy,
      v.on_hand + coalesce((r.e ->> 'stock')::int - coalesce(r.stock_before, v.on_hand), 0) as stock
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = v.product_id),
  compared as (
    select k.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('Barcode', k.old_barcode, k.barcode), ('Price difference', private.rounded(k.old_delta)::text, private.rounded(k.price_delta)::text),
        ('Policy', k.old_policy, k.policy), ('Stock', k.on_hand::text, k.stock::text)
        ) d (field, before, after)
      where d.before is distinct from d.after) as changes,
      count(*) over (partition by k.sku) as same_sku, count(*) over (partition by k.barcode) as same_barcode
    from known k)
  select jsonb_agg(jsonb_build_object('line', c.line, 'id', c.id, 'label', concat_ws(' ', c.sku, c.title), 'barcode', c.barcode,
    'price_delta', c.price_delta, 'policy', c.policy, 'by', c.stock - c.on_hand,
    'changes', case when c.id is null then '[]' else c.changes end, 'problem', case
      when c.id is null then array['SKU', 'There is no variant with this SKU']
      when c.same_sku > 1 then array['SKU', 'This SKU stands in the file more than once']
      when c.archived_at is not null then array['SKU', 'The product no longer has this size and color']
      when c.changes = '[]' then null
      when (c.fields, c.movement) is distinct from (split_part(c.version, '.', 1), split_part(c.version, '.', 2))
        and c.e ? 'version' then array['Version', 'Somebody changed this variant after the file was made']
      when c.barcode <> '' and not public.is_barcode(c.barcode) then array['Barcode', 'Its length or check digit is wrong']
      when c.barcode <> '' and c.same_barcode > 1 or exists (
        select from public.product_variants o where o.barcode = c.barcode and o.id <> c.id
          and not exists (select from known k where k.id = o.id and k.barcode is distinct from o.barcode))
        then array['Barcode', 'Another variant has this barcode']
      when c.price + c.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
      when c.price + c.price_delta >= 1000000000 then array['Price difference', 'It would cost too much']
      when c.stock < 0 then array['Stock', format('Only %s are there now', c.on_hand)]
      when c.stock > 100000000 then array['Stock', 'Too many']
      when c.policy = 'deny' and c.stock < c.held then array['Stock', format('Orders hold %s of them', c.held)]
    end) order by c.line) from compared c;
$$;

create function private.tax_of(p_before numeric, p_amount numeric, p_rate numeric, p_included boolean, p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  divisor constant numeric := 100 + case when p_included then p_rate else 0 end;
begin
  return private.rounded((p_before + p_amount) * p_rate / divisor, p_currency) - private.rounded(p_before * p_rate / divisor, p_currency);
end;
$$;

create or replace function private.price_for(p_off jsonb, p_class public.tax_class, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case when p_off is null then p_price else private.rounded(p_price * 100 / (100 + (p_off ->> p_class::text)::numeric)) end;
end;
$$;

create or replace function private.taxed_lines(p_lines jsonb, p_off jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(l || jsonb_build_object('unit_price', coalesce((l ->> 'taxed_price')::numeric,
      private.rounded((l ->> 'unit_price')::numeric * (100 + coalesce((p_off ->> (l ->> 'tax_class'))::numeric, 0)) / 100))) order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place));
end;
$$;

create or replace function private.voucher_for(p_code text, p_lines jsonb, p_customer uuid) returns public.vouchers
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

create or replace function private.discount_lines(p_lines jsonb, p_voucher public.vouchers) returns jsonb
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

create or replace function private.tax_lines(p_lines jsonb, p_country text, p_included boolean) returns jsonb
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

create or replace function public.price_cart(p_method uuid default null, p_voucher text default null, p_country text default null) returns jsonb
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

create or replace function private.listed_price(p_retail numeric, p_more numeric, p_percent numeric, p_item public.price_list_items) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return least(p_retail, greatest(0, case
    when p_item.id is null then private.rounded(p_retail * (100 - p_percent) / 100)
    when p_item.variant_id is null then p_item.price + p_more
    else p_item.price end));
end;
$$;

create or replace function private.wholesale_problem(p_lines jsonb, p_company public.companies, out problem text, out at text)
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

create or replace function private.sums_of(
  p_order public.orders, out discount numeric, out shipping_tax numeric, out tax numeric, out total numeric
)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(i.discount), 0), coalesce(sum(i.tax), 0), coalesce(sum(i.unit_price * i.quantity - i.discount), 0) + p_order.shipping,
      private.tax_of(coalesce(sum(i.unit_price * i.quantity - i.discount) filter (where i.tax_rate = p_order.shipping_tax_rate), 0),
        p_order.shipping, p_order.shipping_tax_rate, p_order.tax_included, p_order.currency)
    into discount, tax, total, shipping_tax from public.order_items i where i.order_id = p_order.id;
  tax := tax + shipping_tax;
  if not p_order.tax_included then
    total := total + tax;
  end if;
end;
$$;

create or replace function private.tax_order_lines(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set tax = t.tax
  from (
    select l.id, private.tax_of(sum(l.price) over (partition by l.order_id, l.tax_rate order by l.position, l.id) - l.price,
      l.price, l.tax_rate, l.tax_included, l.currency) as tax
    from (
      select s.id, s.order_id, s.position, s.tax_rate, s.unit_price * s.quantity - s.discount as price, o.tax_included, o.currency
      from public.order_items s join public.orders o on o.id = s.order_id
      where o.id = any (p_orders) and o.status = 'Pending') l) t
  where i.id = t.id and i.tax <> t.tax;
end;
$$;

create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
  by_hand boolean;
  paid constant bigint := case when p_amount_minor > 0 then p_amount_minor end;
begin
  -- The webhook was quicker than our own verification: there is nothing left to do.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- The order is locked before its payments, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  perform public.note_payment_event(p_event_key, p_event, p_reference, p_payload, p_provider, p_amount_minor, p_currency);
  -- Of another provider than the payment: somebody else's money.
  if exists (select from public.payment_attempts a where a.reference = p_reference and a.provider <> p_provider) then
    return 'unknown';
  end if;
  if ordered.id is null then
    ordered := private.restore_paid_order(p_reference);
  end if;
  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent, nor what was sold meanwhile or reduced by a voucher that is used up: a person decides.
  by_hand := (select a.transfer is not null from public.payment_attempts a where a.reference = p_reference);
  is_due := (ordered.status in ('Pending', 'OnTerms') or ordered.status = 'Held' and by_hand) and p_amount_minor is not distinct from private.minor(ordered.total_price, ordered.currency)
    and upper(p_currency) is not distinct from ordered.currency;
  -- One on terms took its pieces and its voucher when it was placed.
  if is_due and ordered.due_at is null then
    if private.hold_stock(ordered, null) is not null then
      is_due := false;
    elsif private.use_voucher(ordered, null) is not null then
      is_due := false;
      perform private.end_holds_of(array[ordered.id]);
    end if;
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'OnTerms', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = public.clock()
    where id = ordered.id returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  -- What the office waited for was removed when the order was placed; the same things may be in the cart again.
  if not by_hand then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return 'paid';
end;
$$;

create or replace function private.count_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := coalesce(new.order_id, old.order_id);
begin
  perform 1 from public.orders where id = ordered for no key update;
  if not found then
    return null;
  end if;
  update public.payment_attempts a set refunded_minor = s.asked
  from (
    select p.reference, coalesce(sum(r.amount_minor), 0) as asked
    from public.payment_attempts p left join public.refunds r on r.reference = p.reference and r.status <> 'failed'
    where p.order_id = ordered group by p.reference) s
  where a.reference = s.reference and a.refunded_minor <> s.asked;
  update public.orders o set refunded = private.units(s.minor, o.currency)
  from (
    select coalesce(sum(r.amount_minor), 0) as minor
    from public.refunds r join public.payment_attempts a on a.reference = r.reference
    where r.order_id = ordered and r.status = 'processed' and a.status <> 'duplicate') s
  where o.id = ordered and o.refunded <> private.units(s.minor, o.currency);
  if tg_op = 'UPDATE' then
    perform private.count_refunded_pieces(array(select l.order_item_id from public.refund_lines l where l.refund_id = new.id));
  end if;
  return null;
end;
$$;

create or replace function private.price_of_pieces(p_item public.order_items, p_quantity int) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select greatest(0, private.minor((p_item.unit_price * p_item.quantity - p_item.discount + case when o.tax_included then 0 else p_item.tax end)
        * (p_item.refunded + p_quantity) / p_item.quantity, o.currency) - coalesce((
      select sum(l.price_minor) from public.refund_lines l join public.refunds r on r.id = l.refund_id and r.status <> 'failed'
      where l.order_item_id = p_item.id), 0))
    from public.orders o where o.id = p_item.order_id);
end;
$$;

create or replace function private.shipping_to_refund(p_order uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.minor(o.shipping + case when o.tax_included then 0 else o.shipping_tax end, o.currency) from public.orders o
    where o.id = p_order and not exists (
      select from public.refunds r where r.order_id = o.id and r.status <> 'failed' and r.shipping_minor > 0));
end;
$$;

create or replace function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null,
  p_amount_minor bigint default null, p_lines jsonb default null, p_not_to_send boolean default true,
  p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
  rest bigint;
  wanted bigint;
  shipping bigint := 0;
  wrong int;
  is_paid boolean;
  some_pieces constant boolean := jsonb_path_exists(p_lines, '$[*] ? (@.quantity > 0)');
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  select o.status = 'Paid' into is_paid from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor where reference = p_reference
    and status in ('paid', 'held', 'duplicate') and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or attempt.amount_minor = 0 and p_amount_minor > 0 then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  if (p_lines is not null or p_shipping) and attempt.status <> 'paid' then
    raise exception 'Pieces and shipping cannot be refunded from this payment, only an amount.' using detail = 'not_refundable';
  end if;
  select * into refund from public.refunds where id = p_id;
  if found and (refund.reference <> p_reference or refund.amount_minor <> p_amount_minor) then
    raise exception 'This key was used for another refund.' using detail = 'key_reused';
  elsif refund.status = 'failed' and refund.amount_minor <= rest
      and refund.provider_id is null and refund.provider_reference is null
      and private.fits_again(refund)
    or refund.status = 'requested' and refund.asked_at < private.running_clock() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = private.running_clock()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 and (not is_paid or attempt.amount_minor > 0 and some_pieces is not true) then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_shipping or (p_lines is null and p_amount_minor is null and attempt.status = 'paid') then
    shipping := coalesce(private.shipping_to_refund(attempt.order_id), 0);
    if p_shipping and shipping = 0 then
      raise exception 'There is no shipping left to refund.' using detail = 'shipping_refunded';
    end if;
  end if;
  wanted := coalesce(p_amount_minor, case when p_lines is not null or p_shipping then shipping + (
    select coalesce(sum(private.price_of_pieces(i, w.quantity)), 0)
    from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item) end, rest);
  -- What cost nothing is refunded too: that closes the pieces and the return.
  if rest = 0 and (wanted > 0 or some_pieces is false) then
    raise exception 'Nothing is left to refund.' using detail = 'already_refunded';
  elsif wanted not between 0 and rest or wanted = 0 and rest > 0 and (p_amount_minor = 0 or some_pieces is not true) then
    raise exception 'Between % and %', private.units(1, p_currency), trim_scale(private.units(rest, p_currency)) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, shipping_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, least(shipping, wanted), p_currency, p_asked_by, private.running_clock())
  returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor, not_to_send)
  select p_id, i.id, w.quantity, private.price_of_pieces(i, w.quantity),
    case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id), private.refund_carried(refund.order_id, refund);
  return case when attempt.transfer is null and wanted > 0 then refund else public.update_refund(p_id, 'processed') end;
end;
$$;

create or replace function private.queue_refund_mail(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), 'order_refunded', jsonb_build_object('refund', jsonb_build_object(
    'amount', private.units(r.amount_minor, r.currency), 'shipping', private.units(r.shipping_minor, r.currency), 'currency', r.currency, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.quantity)), '[]')
      from public.refund_lines l where l.refund_id = r.id)))
  from public.refunds r join public.orders o on o.id = r.order_id where r.id = p_refund and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'prices', (select coalesce(jsonb_agg(e), '[]') from public.product_prices e where e.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.product_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    perform private.lock_vouchers(array[old.id], null);
    delete from public.trash t where t.kind = 'order_notes' and t.contents #>> '{row,order_id}' = old.id::text;
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      private.price_text(old.total_price, old.currency)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'disputes', (select coalesce(jsonb_agg(d), '[]') from public.payment_disputes d where d.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'invoices', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'refund_id', i.refund_id)), '[]')
        from public.invoices i where i.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'notes', (select coalesce(jsonb_agg(n), '[]') from public.order_notes n where n.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  when 'price_lists' then
    related := jsonb_build_object(
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.price_list_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.price_list_id = old.id),
      'companies', (select coalesce(jsonb_agg(c.id), '[]') from public.companies c where c.price_list_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  -- Notes on a deleted order are in the trash with it.
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  select tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid()
  where tg_table_name <> 'order_notes' or exists (select from public.orders o where o.id = (deleted ->> 'order_id')::uuid);
  return old;
end;
$$;

create or replace function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.recipient, p_order.email, p_order.phone, p_order.address,
    p_order.city, p_order.postcode, p_order.state, p_order.country, p_order.status, private.rounded(p_order.total_price, p_order.currency),
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.company_name, p_order.po_number,
    p_order.id, p_titles));
end;
$$;

create or replace function office.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  starts constant timestamptz[] := array(
    select private.day_start(day::date)
    from generate_series(date_trunc(unit, p_from::timestamp), p_to::timestamp, ('1 ' || unit)::interval) day);
  end_moment constant timestamptz := private.day_start(p_to + 1);
  factor constant float8 := 10 ^ private.decimals(public.shop_currency());
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with paid as (
        -- A search among the starts takes a third of what date_trunc takes.
        select width_bucket(o.paid_at, starts) as place, sum(o.total_price) as income, count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', private.day_of(p.start),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by p.start)
      from unnest(starts) with ordinality p (start, place) left join paid using (place)), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces,
          private.rounded((s.minor / factor)::numeric) as income
        from (
          -- Lines of a deleted product go by the title that they keep. Smallest units as float8 are exact, and added up in half
          -- the time that numeric takes.
          select i.product_id, case when i.product_id is null then i.title end as title, sum(i.quantity)::int as pieces,
            sum(i.quantity * round(i.unit_price::float8 * factor) - round(i.discount::float8 * factor)) as minor
          from public.orders o
          join public.order_items i on i.order_id = o.id
          where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
          group by 1, 2 order by 3 desc, 4 desc, 2, 1 limit 8) s
        left join public.products p on p.id = s.product_id) b), '[]'));
end;
$$;

create function private.credit_rates(p_billed jsonb, p_credited jsonb, p_wanted jsonb, p_amount bigint, p_currency text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with billed as (
      select b.rate, private.minor(b.gross, p_currency)::numeric as gross, private.minor(b.tax, p_currency) as tax,
        private.minor(coalesce(c.gross, 0), p_currency) as gross_before, private.minor(coalesce(c.tax, 0), p_currency) as tax_before,
        coalesce(w.minor, 0) as wanted
      from jsonb_to_recordset(p_billed) b (rate numeric, gross numeric, tax numeric)
      left join (
        select rate, sum(gross) as gross, sum(tax) as tax from jsonb_to_recordset(p_credited) c (rate numeric, gross numeric, tax numeric) group by rate) c
        using (rate)
      left join (select rate, sum(minor) as minor from jsonb_to_recordset(p_wanted) w (rate numeric, minor bigint) group by rate) w using (rate)),
    room as (
      select *, gross - gross_before as room, least(p_amount, sum(gross - gross_before) over ()) as amount,
        sum(wanted) over (order by rate) as running, nullif(sum(wanted) over (), 0) as all_wanted from billed),
    own as (
      select *, least(room, coalesce(round(running * least(amount, all_wanted) / all_wanted)
        - round((running - wanted) * least(amount, all_wanted) / all_wanted), 0)) as own from room),
    rest as (
      select *, amount - sum(own) over () as rest, sum(room - own) over (order by rate) as running_room, nullif(sum(room - own) over (), 0) as all_room
      from own),
    shares as (
      select *, own + coalesce(round(running_room * rest / all_room) - round((running_room - (room - own)) * rest / all_room), 0) as share from rest),
    credits as (
      select rate, share, round((gross_before + share) * tax / gross) - tax_before as tax from shares where share > 0)
    select coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'net', private.units(share - tax, p_currency), 'tax', private.units(tax, p_currency),
      'gross', private.units(share, p_currency)) order by rate desc), '[]') from credits);
end;
$$;

create or replace function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  billed jsonb;
  rates jsonb;
begin
  select * into ordered from public.orders where id = new.order_id for no key update;
  select i.rates into billed from public.invoices i
    join public.payment_attempts a on a.reference = new.reference and a.status <> 'duplicate'
    where i.order_id = new.order_id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.refund_id = new.id);
  if not found then
    return null;
  end if;
  rates := private.credit_rates(billed, (
    select coalesce(jsonb_agg(e), '[]') from public.invoices c, jsonb_array_elements(c.rates) e
    where c.order_id = ordered.id and c.kind = 'credit_note'), (
    select coalesce(jsonb_agg(jsonb_build_object('rate', i.tax_rate, 'minor', l.price_minor)), '[]')
      || jsonb_build_object('rate', ordered.shipping_tax_rate, 'minor', new.shipping_minor)
      || (select coalesce(jsonb_agg(jsonb_build_object('rate', e.tax_rate, 'minor', new.amount_minor)), '[]') from public.order_items e where e.id = new.exchange_item)
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = new.id), new.amount_minor, ordered.currency);
  if rates <> '[]' then
    perform private.add_invoice('credit_note', ordered, new.id, rates);
  end if;
  return null;
end;
$$;

create or replace function private.validate_price_rows(p_list uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, (e ->> 'product')::uuid as product,
      coalesce((e ->> 'quantity')::int, 1) as quantity, (e ->> 'price')::numeric as price
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, p.id as product_id, v.id as variant_id, i.price as old_price,
      concat_ws(', ', p.title, v.color, v.size) as title,
      count(*) over (partition by p.id, v.id, r.quantity) as same
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = case when r.sku is null then r.product else v.product_id end
    left join public.price_list_items i on i.price_list_id = p_list and i.product_id = p.id
      and i.variant_id is not distinct from v.id and i.min_quantity = r.quantity)
  select jsonb_agg(jsonb_build_object('line', k.line, 'product_id', k.product_id, 'variant_id', k.variant_id,
    'quantity', k.quantity, 'price', k.price, 'label', concat_ws(' ', coalesce(k.sku, k.product::text), k.title),
    'action', case when k.old_price is not distinct from k.price then 'same' when k.old_price is null then 'create' else 'update' end,
    'changes', case when k.old_price is not distinct from k.price then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'field', format('Price from %s on', k.quantity), 'before', private.rounded(k.old_price)::text, 'after', private.rounded(k.price)::text)) end,
    'problem', case
      when k.sku is null and k.product is null then array['SKU', 'Either the SKU or the product is required']
      when k.sku is not null and k.variant_id is null then array['SKU', 'There is no size and color with this SKU']
      when k.product_id is null then array['Product', 'There is no product with this id']
      when k.product is not null and k.product <> k.product_id then array['Product', 'The SKU is that of another product']
      when k.same > 1 then array['Quantity', 'This price stands in the file more than once']
    end) order by k.line) from known k;
$$;

create or replace function private.require_credit(p_company public.companies, p_terms boolean, p_total numeric) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  credit numeric;
  days int;
begin
  if p_terms is not true or p_total = 0 then
    return null;
  end if;
  -- Orders on terms of one company queue here, so that together they never exceed its limit.
  select c.terms_days into days from public.companies c
    where c.id = p_company.id and c.status = 'approved' and c.terms_days > 0 for no key update;
  if not found then
    raise exception 'You cannot order on terms. Please pay by card.' using detail = 'no_terms';
  end if;
  credit := private.credit_left(p_company.id);
  if p_total > credit then
    raise exception 'Your credit left is %. Please order less, or pay by card.', private.price_text(credit)
      using detail = 'credit_exceeded';
  end if;
  -- All of the day that customers read is left to pay.
  return private.day_start(private.day_of(public.clock()) + days + 1) - interval '1 second';
end;
$$;

create or replace function office.sales_by_company(p_from date, p_to date)
returns table (company uuid, name text, orders int, income numeric, outstanding numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
  factor constant float8 := 10 ^ private.decimals(public.shop_currency());
begin
  perform private.require_admin();
  return query
    with paid as (
      select o.company_id, count(*)::int as orders, sum(round(o.total_price::float8 * factor)) as minor from public.orders o
      where o.company_id is not null and o.status = 'Paid' and o.paid_at >= since
        and o.paid_at < before
      group by 1),
    due as (
      select o.company_id, sum(o.total_price) as outstanding, sum(o.total_price) filter (where o.due_at < public.clock()) as overdue
      from public.orders o where o.status = 'OnTerms' group by 1)
    select c.id, c.name, coalesce(p.orders, 0), private.rounded((coalesce(p.minor, 0) / factor)::numeric), coalesce(d.outstanding, 0), coalesce(d.overdue, 0)
    from paid p full join due d using (company_id) join public.companies c on c.id = company_id
    order by 4 desc, 5 desc, 2, 1 limit 500;
end;
$$;

create or replace function public.exchange_choices_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  return (
    select coalesce(jsonb_agg(to_jsonb(c) - 'free' || jsonb_build_object('most', least(c.free, i.quantity),
      'difference', greatest(private.rounded(c.difference * (100 + case when o.tax_included then 0 else i.tax_rate end) / 100, o.currency),
        - private.units(private.price_of_pieces(i, 1), o.currency)))), '[]')
    from public.orders o cross join lateral private.exchange_choices(o.id) c join public.order_items i on i.id = c.item
    where o.id = p_order and private.is_buyer(o));
end;
$$;

create or replace function private.open_exchange(p_order public.orders, p_return uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_agg(l || jsonb_build_object('at', concat('lines.', place - 1, '.variant')) order by place)
    from jsonb_array_elements(p_lines) with ordinality w (l, place) where l ->> 'variant' is not null and (l ->> 'quantity')::int > 0);
  least_payable constant numeric := private.least_payable(p_order.currency);
  out_of_stock constant text := 'There is not enough of this left. Please choose another, or a refund.';
  opened public.orders;
begin
  if wanted is null then
    return;
  end if;
  perform private.lock_variants(array(select private.as_uuid(w.variant) from jsonb_to_recordset(wanted) w (variant text)));
  perform private.refuse_at('not_exchangeable', 'This is not offered in exchange.', array(
    select w.at from jsonb_to_recordset(wanted) w (item text, variant text, at text) where not exists (
      select from private.exchange_choices(p_order.id) c where c.item::text = w.item and c.variant::text = w.variant)));
  perform private.refuse_at('out_of_stock', out_of_stock, array(
    select w.at from jsonb_to_recordset(wanted) w (item uuid, variant uuid, quantity int, at text)
    join private.exchange_choices(p_order.id) c using (item, variant) where w.quantity > c.free));
  insert into public.orders (user_id, firstname, lastname, email, phone, address, city, postcode, state, country, total_price, currency,
    tax_included, tax_free, company_id, company_name, company_vat_id, po_number, recipient, invoice_address, by_guest, exchange_of)
  select o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state, o.country, 0, o.currency,
    o.tax_included, o.tax_free, o.company_id, o.company_name, o.company_vat_id, o.po_number, o.recipient, o.invoice_address, o.by_guest, p_return
  from public.orders o where o.id = p_order.id returning * into opened;
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, tax_rate, position, variant_id, exchanged_item, cheaper_by)
  select opened.id, p.id, p.title, greatest(0, c.difference), w.quantity, c.size, c.color, i.tax_rate, row_number() over (order by i.position), c.variant, i.id,
    least(private.rounded(greatest(0, - c.difference) * w.quantity * (100 + case when opened.tax_included then 0 else i.tax_rate end) / 100, opened.currency),
      private.units(private.price_of_pieces(i, w.quantity), opened.currency))
  from jsonb_to_recordset(wanted) w (item uuid, variant uuid, quantity int)
  join private.exchange_choices(p_order.id) c using (item, variant)
  join public.order_items i on i.id = w.item join public.products p on p.id = i.product_id;
  -- What is too little to be paid is not asked for.
  update public.order_items i set unit_price = 0 from public.orders o
    where o.id = opened.id and i.order_id = o.id and o.total_price > 0 and o.total_price < least_payable;
  select * into opened from public.orders o where o.id = opened.id;
  if private.hold_stock(opened, null) is not null then
    perform private.refuse_at('out_of_stock', out_of_stock, array(select w.at from jsonb_to_recordset(wanted) w (at text)));
  end if;
end;
$$;

create or replace function private.follow_return(p_return uuid, p_status public.return_status) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened constant public.orders := (select o from public.orders o where o.exchange_of = p_return and o.status = 'Pending');
begin
  if p_status = 'refused' then
    perform private.cancel_exchange(p_return);
  elsif p_status = 'approved' then
    update public.returns set exchange_until = private.exchange_end() where id = p_return and opened.id is not null;
    if private.shop_setting('exchange_at_once')::boolean then
      perform private.release_exchange(p_return);
    end if;
  elsif p_status = 'received' then
    -- Only what arrived is replaced.
    delete from public.order_items e using public.return_lines l
      where e.order_id = opened.id and l.return_id = p_return and l.order_item_id = e.exchanged_item and l.received = 0;
    update public.order_items e set quantity = l.received, cheaper_by = private.rounded(e.cheaper_by * l.received / e.quantity, opened.currency)
      from public.return_lines l
      where e.order_id = opened.id and l.return_id = p_return and l.order_item_id = e.exchanged_item and l.received < e.quantity;
    if not exists (select from public.order_items e where e.order_id = opened.id) then
      perform private.cancel_exchange(p_return);
    else
      perform private.hold_stock(o, null) from public.orders o where o.id = opened.id;
      perform private.release_exchange(p_return);
    end if;
    perform private.close_exchange(p_return);
  end if;
end;
$$;

create or replace function private.due_of_return(p_return uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(private.price_of_pieces(i, l.received) - coalesce(private.price_of_pieces(i, e.pieces) - private.minor(e.cheaper_by * e.pieces / e.quantity, o.currency), 0)), 0)
    from public.return_lines l join public.order_items i on i.id = l.order_item_id join public.orders o on o.id = i.order_id
    left join lateral (
      select x.quantity, x.cheaper_by, least(l.received, x.quantity - x.refunded) as pieces
      from private.exchange_lines(p_return) x where x.exchanged_item = i.id) e on true
    where l.return_id = p_return and l.received > 0);
end;
$$;

create or replace function private.carry_price(p_return uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items e set carried_minor = private.price_of_pieces(i, w.pieces) - private.minor(e.cheaper_by * w.pieces / e.quantity, o.currency)
  from private.exchange_lines(p_return) x join public.return_lines l on l.return_id = p_return and l.order_item_id = x.exchanged_item
  join public.order_items i on i.id = x.exchanged_item join public.orders o on o.id = i.order_id
  cross join lateral (select least(l.received, x.quantity - x.refunded) as pieces) w
  where e.id = x.id and e.carried_minor is null and w.pieces > 0;
end;
$$;

create or replace function private.require_payable(p_total numeric, p_currency text) returns void
language plpgsql stable set search_path = '' as $$
declare
  least constant numeric := private.least_payable(p_currency);
begin
  if p_total < least then
    raise exception 'The smallest amount that can be paid by card is %.', private.price_text(least, p_currency) using detail = 'below_minimum';
  end if;
end;
$$;

create or replace function private.begin_payment(p_order public.orders, p_provider text, p_reference text) returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := private.provider_facts(p_provider) ->> 'kind';
  days constant int := (select m.days from public.payment_methods m where m.provider = p_provider);
  attempt public.payment_attempts;
  ordered public.orders;
begin
  insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status)
  values (p_reference, p_order.id, p_provider, private.minor(p_order.total_price, p_order.currency), p_order.currency,
    case when kind = 'page' then 'started' else 'awaited' end)
  on conflict do nothing returning * into attempt;
  if attempt.status = 'awaited' then
    -- An order that waits for its money is placed: the next one from the cart is another.
    update public.orders set payment_reference = p_reference, from_cart = false, idempotency_digest = null,
      status = case kind when 'on_delivery' then 'OnTerms' else status end,
      due_at = case kind when 'on_delivery' then private.day_start(private.day_of(public.clock()) + days + 1) - interval '1 second' end
      where id = p_order.id returning * into ordered;
    if kind = 'on_delivery' then
      perform private.require_stock(ordered), private.require_voucher(ordered);
    else
      update public.stock_holds set expires_at = public.clock() + make_interval(days => days) where order_id = p_order.id and expires_at is not null;
      update public.voucher_uses set expires_at = public.clock() + make_interval(days => days) where order_id = p_order.id and expires_at is not null;
      perform private.queue_transfer_mail(ordered, 'order_to_transfer');
    end if;
    perform private.remove_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;

create or replace function private.due_of(p_order public.orders, p_attempt public.payment_attempts) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_order.status = 'OnTerms' then p_order.total_price - private.units(coalesce(p_attempt.paid_minor, 0), p_order.currency)
    when p_order.status = 'Pending' and p_attempt.status = 'awaited' then private.units(p_attempt.amount_minor, p_order.currency)
    -- Held, since only a part has arrived.
    when p_order.status = 'Held' and p_attempt.status = 'held' and p_attempt.transfer is not null and p_attempt.refunded_minor = 0
      then private.units(greatest(0, p_attempt.amount_minor - p_attempt.paid_minor), p_order.currency)
    else 0 end;
end;
$$;

create or replace function private.receive_money(p_order public.orders, p_amount numeric, p_key text, p_event text, p_note text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts := private.newest_payment(p_order);
  arrived constant bigint := private.minor(p_amount, p_order.currency);
  received constant bigint := coalesce(attempt.paid_minor, 0) + arrived;
  more bigint;
begin
  if attempt.reference is null then
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status)
    values (p_order.id || '.transfer', p_order.id, 'transfer', private.minor(p_order.total_price, p_order.currency), p_order.currency, 'awaited')
    returning * into attempt;
  end if;
  more := received - attempt.amount_minor;
  perform public.note_payment_event(p_key, p_event, attempt.reference, '{}', attempt.provider, arrived, attempt.currency);
  update public.payment_attempts set paid_minor = least(received, amount_minor),
    transfer = left(concat_ws('; ', nullif(transfer, ''), nullif(btrim(p_note), '')), 200) where reference = attempt.reference;
  if more < 0 then
    -- One on terms stays so: it is sent before it is paid.
    update public.payment_attempts set status = 'held' where reference = attempt.reference and p_order.status = 'Pending';
    update public.orders set status = 'Held', payment_reference = attempt.reference where id = p_order.id and status = 'Pending';
    if not private.is_on_delivery(p_order) then
      perform private.queue_transfer_mail(p_order, 'transfer_part', gen_random_uuid());
    end if;
    return 'part';
  elsif more > 0 then
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status, paid_minor, transfer)
    values (attempt.reference || '.more', p_order.id, attempt.provider, more, attempt.currency, 'duplicate', more, left(btrim(p_note), 200));
  end if;
  return public.settle_payment(p_key, p_event, attempt.reference, attempt.amount_minor, attempt.currency, '{}', attempt.provider);
end;
$$;

drop function private.shop_currency();
alter table public.orders alter currency set default public.shop_currency();
insert into public.shop_settings (name, value) values ('currency', '"USD"');
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';

create view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status,
    p.compare_at_price, p.lowest_price, p.highest_price
  from public.products p left join public.categories c on c.id = p.category_id;
comment on view public.product_details is 'Products as the API returns them, each with its category';
comment on column public.product_details.id is 'Identifies the product';
comment on column public.product_details.title is 'Name of the garment';
comment on column public.product_details.description is 'What the shopper reads about it';
comment on column public.product_details.price is 'Price of one piece in the currency of the shop, before the differences of its variants';
comment on column public.product_details.images is 'Paths of the pictures in the bucket images, first one first';
comment on column public.product_details.category_id is 'Category; empty when it was deleted';
comment on column public.product_details.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.product_details.sizes is 'Sizes to choose from';
comment on column public.product_details.colors is 'Colours to choose from, as CSS colours';
comment on column public.product_details.created_at is 'When the product was put on sale';
comment on column public.product_details.updated_at is 'When what shoppers see was last changed';
comment on column public.product_details.category is 'Category as {id, name}; null when it was deleted';
comment on column public.product_details.status is 'A draft is seen only by administrators';
comment on column public.product_details.compare_at_price is 'Higher price that is shown struck through beside the price, in the currency of the shop; empty when the product is not on sale';
comment on column public.product_details.lowest_price is 'Price of the cheapest variant in the currency of the shop';
comment on column public.product_details.highest_price is 'Price of the most expensive variant in the currency of the shop';
grant select on public.product_details to anon, authenticated;
create view public.income_by_month with (security_invoker = true) as
  select (m.start at time zone m.zone)::date as month, m.currency, m.orders, m.income
  from (
    select z.zone, date_trunc('month', o.paid_at, z.zone) as start, o.currency, count(*)::int as orders, sum(o.total_price) as income
    from public.orders o, (select coalesce(public.shop_time_zone(), 'UTC') as zone) z
    where o.status = 'Paid' and o.paid_at is not null group by 1, 2, 3) m
  order by 1 desc, 2;
comment on view public.income_by_month is 'What was paid in each calendar month of the shop''s time zone; refunded orders are left out';
comment on column public.income_by_month.month is 'First day of the month';
comment on column public.income_by_month.currency is 'Currency, three letters';
comment on column public.income_by_month.orders is 'How many orders were paid';
comment on column public.income_by_month.income is 'Their sum, in units of the currency';
create view public.unpaid_orders with (security_invoker = true) as
  select o.id, o.status, o.created_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    a.tries, a.last_status, a.last_try
  from public.orders o
  left join lateral (
    select count(*)::int as tries, max(p.created_at) as last_try,
      (array_agg(p.status order by p.created_at desc))[1] as last_status
    from public.payment_attempts p where p.order_id = o.id) a on true
  where o.status in ('Pending', 'OnTerms', 'Held') order by o.created_at desc;
comment on view public.unpaid_orders is 'Orders that wait for money (Pending, OnTerms) or for a person (Held), newest first, with how often the customer tried to pay';
comment on column public.unpaid_orders.id is 'The order';
comment on column public.unpaid_orders.status is 'Pending, OnTerms or Held';
comment on column public.unpaid_orders.created_at is 'When it was placed';
comment on column public.unpaid_orders.firstname is 'First name of the customer';
comment on column public.unpaid_orders.lastname is 'Last name of the customer';
comment on column public.unpaid_orders.email is 'Mail address for this order';
comment on column public.unpaid_orders.total_price is 'What it costs';
comment on column public.unpaid_orders.currency is 'Currency of the total, three letters';
comment on column public.unpaid_orders.tries is 'How often the customer was sent to the card page';
comment on column public.unpaid_orders.last_status is 'Status of the last attempt';
comment on column public.unpaid_orders.last_try is 'When it began';
create view public.paid_orders_without_payment with (security_invoker = true) as
  select o.id, o.paid_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    o.payment_reference
  from public.orders o
  where o.status = 'Paid' and o.total_price > 0
    and not exists (
      select 1 from public.payment_events e
      where e.reference = o.payment_reference and e.amount_minor is not null)
    and not exists (select 1 from public.payment_attempts a where a.reference = o.payment_reference and a.transfer is not null)
  order by o.paid_at desc;
comment on view public.paid_orders_without_payment is 'Orders that cost something and are Paid, though not by transfer, of which the payment provider sent no message, for instance because the status was set by hand';
comment on column public.paid_orders_without_payment.id is 'The order';
comment on column public.paid_orders_without_payment.paid_at is 'When it became Paid';
comment on column public.paid_orders_without_payment.firstname is 'First name of the customer';
comment on column public.paid_orders_without_payment.lastname is 'Last name of the customer';
comment on column public.paid_orders_without_payment.email is 'Mail address for this order';
comment on column public.paid_orders_without_payment.total_price is 'What it costs';
comment on column public.paid_orders_without_payment.currency is 'Currency of the total, three letters';
comment on column public.paid_orders_without_payment.payment_reference is 'Reference of the payment that is said to have paid it; empty when there was no payment attempt';

create trigger orders_check_total before update of total_price, discount, tax, shipping, shipping_tax, tax_included on public.orders
  for each row execute function private.check_order_total();
create trigger orders_set_search_words
  before insert or update of firstname, lastname, email, phone, address, city, postcode, state, country,
    status, total_price, payment_reference, search_words
  on public.orders for each row execute function private.set_order_search_words();
create trigger product_variants_set_updated_at before update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy, new.archived_at) is distinct from (old.sku, old.barcode, old.price_delta, old.policy, old.archived_at))
  execute function private.set_updated_at();
create trigger product_variants_audit after update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy) is distinct from (old.sku, old.barcode, old.price_delta, old.policy))
  execute function private.audit_variant();
create trigger products_keep_earlier_price after update of price, status on public.products
  for each row when (old.status = 'published' and (new.price, new.status) is distinct from (old.price, old.status))
  execute function private.keep_earlier_price();
create trigger products_guard_variant_prices before update of price on public.products
  for each row when (new.price < old.price) execute function private.guard_variant_prices();
create trigger products_set_search_words
  before insert or update of title, description, price, lowest_price, partly_sold_out, category_id, availability, sizes, colors,
    status, search, search_words, facets
  on public.products for each row execute function private.set_product_search_words();
create trigger products_set_facts_of_variants
  before insert or update of price, availability, lowest_price, highest_price, partly_sold_out on public.products
  for each row execute function private.set_variant_facts();
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class, new.length)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class, old.length))
  execute function private.set_updated_at();

comment on function office.read_customer(uuid) is
  'A customer as {customer, totals: {orders, paid_orders, spent in the currency of the shop, last_order_at}, company: {id, name, role} or null, notes: the newest 200}; null where there is none. Administrators only (not_an_administrator).';
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC), currency (ISO 4217 code of the currency of all prices, which stays the same from the first order on), who_may_order (customers with an account, or everybody)';
comment on column public.companies.credit_limit is 'What its unpaid orders on terms may come to, in the currency of the shop';
comment on column public.companies.order_minimum is 'What the goods of an order have to cost at least, in the currency of the shop, before tax is taken off';
comment on function public.company_orders(int, int) is
  'One page of the orders for the company of the signed-in customer, newest first, as {total, orders: [{id, number, created_at, status, total_price in the currency of the shop, currency, po_number, due_at: until when one on terms is to be paid, buyer}]}: managers see all of them, buyers their own';
comment on column public.products.price is 'Price of one piece in the currency of the shop';
comment on column public.products.compare_at_price is 'Higher price that is shown struck through beside the price, in the currency of the shop; empty when the product is not on sale';
comment on column public.products.lowest_price is 'Price of the cheapest variant in the currency of the shop: what lists show and sort by; kept by a trigger';
comment on column public.products.highest_price is 'Price of the most expensive variant in the currency of the shop; kept by a trigger';
comment on column public.product_prices.price is 'What shoppers were asked for one piece, in the currency of the shop';
comment on function public.read_product(uuid) is
  'One product with its category, facts, variants, [{size, color, sku, barcode, price in the currency of the shop, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';
comment on function private.price_band(numeric) is 'The range of prices that a filter offers, in steps of the currency (private.price_step); a range begins with its lower price';
comment on function private.new_prices(uuid[], numeric, numeric) is
  'Locks products and returns what a percentage, rounded to the smallest unit, or an amount would make of their prices';
comment on function office.change_product_prices(uuid[], numeric, numeric) is
  'Changes prices either by a percentage, rounded to the smallest unit, or by an amount, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, bad_percent, price_too_high, price_too_low.';
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count, same, isWaist}], currency and step of its ranges of prices}, at most 100 values of each facet; name is that of a category, or a size as it was typed; same are the sizes that are the same in a size guide, isWaist tells a waist in inches. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
comment on column public.product_variants.price_delta is 'What it costs more (or less) than the product, in the currency of the shop';
comment on function office.save_variants(uuid, jsonb, text, text) is
  'Changes variants of a product, [{id, known, sku, barcode, price_delta in the currency of the shop, policy, by}], all or none, and returns them as read_variants does; null when there is no such product. What is left out stays; by is a difference of its stock, known the updated_at that the caller has seen. Errors (in detail, with the paths of what is wrong as hint): validation_failed, changed_meanwhile, sku_taken, barcode_taken, stock_too_low; not_an_administrator.';
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its SKU, null where size or colour is not chosen, its product, the sizes and colours to choose from, whether there are enough pieces, and how many are left where not; prices in the currency of the shop';
comment on column public.shipping_methods.price is 'Price of sending an order in the currency of the shop';
comment on column public.shipping_methods.free_from is 'Free for orders whose goods cost this much after discounts, in the currency of the shop, before tax is taken off for companies that pay none; empty when never free';
comment on column public.shipping_methods.weight_bands is 'Prices of heavier orders, as [{over, price}]: what weighs more than so many grams costs so much, in the currency of the shop';
comment on function private.shipping_price(public.shipping_methods, numeric, bigint) is
  'What a method costs, in the currency of the shop, for goods of this price after discounts, in the currency of the shop, before tax is taken off, and this weight in grams';
comment on function private.shipping_methods_for(text, numeric, bigint) is
  'The methods that take an order to a country, given by its code, cheapest first, with their prices in the currency of the shop, and what the goods lack until it is free (null where it is, or never gets free)';
comment on function private.tax_of(numeric, numeric, numeric, boolean, text) is
  'The tax on an amount in a currency that follows p_before of the same rate in percent; p_included when the amounts have the tax in them';
comment on function private.price_for(jsonb, public.tax_class, numeric) is
  'A price in the currency of the shop without the tax that tax_off returned; the same where that is null';
comment on column public.vouchers.value is 'Percentage, or amount in the currency of the shop, that is taken off the goods';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in the currency of the shop, before tax is taken off for companies that pay none';
comment on function private.discount_lines(jsonb, public.vouchers) is
  'Lines as price_lines returns them with what a voucher takes off each, in the currency of the shop';
comment on function private.tax_lines(jsonb, text, boolean) is
  'Lines as price_lines and discount_lines return them with the rate, in percent, and the tax of each, in the currency of the shop, for a country given by its code';
comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in the currency of the shop: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, delivery_problem: why not, empty where there is one and while no country is given, shipping_method, shipping_method_id, to_free_shipping: for how much more there is a free method, null where there is one or never, lost_free_shipping: whether there would be one without the voucher, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';
comment on function public.price_cart(uuid, text, text) is
  'What the cart of the signed-in customer costs when it is sent to a country, else to the customer''s, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of that one, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in the currency of the shop} on which it orders or null, ways: the providers with which it can be paid, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
comment on column public.price_list_items.price is 'Price of one piece in the currency of the shop';
comment on function private.listed_price(numeric, numeric, numeric, public.price_list_items) is
  'What a piece costs, in the currency of the shop, that costs p_retail in the shop, p_more of it for its size and colour, by a price of a list, or where that is null by the percentage of the list; never more than in the shop';
comment on function private.unit_price(public.price_lists, public.products, public.product_variants, int) is
  'What a piece of a variant costs by a price list, in the currency of the shop, when so many pieces of the product are ordered, of all sizes and colours; never more than in the shop. The list is null for the prices of the shop, the variant where none was chosen.';
comment on function private.prices_by_quantity(public.price_lists, public.products, public.product_variants, jsonb) is
  'What a piece costs from which quantity on: [{quantity, price in the currency of the shop}], the first from 1; without the tax that tax_off returned, if any';
comment on function public.own_prices(uuid[]) is
  'What products cost the company of the signed-in customer, in the currency of the shop: {company, price_list, tax_free, products: [{product, retail: the least in the shop, lowest: the least for this company, varies: whether a size or colour may cost more, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}, the prices without tax where tax_free is true; null for who pays the prices of the shop';
comment on column public.orders.total_price is 'What the order costs, in units of the currency: its lines less the discount, shipping, and the tax unless it is included';
comment on column public.orders.refunded is 'What was refunded of it, in units of the currency, without payments that came twice; kept by triggers';
comment on column public.orders.discount is 'What the voucher takes off its lines, in units of the currency';
comment on column public.orders.shipping is 'What sending it costs, in units of the currency';
comment on column public.orders.shipping_tax is 'Tax on shipping, in units of the currency';
comment on column public.orders.tax is 'Tax on its lines and on shipping, in units of the currency';
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in the currency of the shop';
comment on function private.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in the currency of the shop that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency';
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency; 0 for pieces that cost nothing';
comment on function office.customer_totals(uuid[]) is
  'What these customers ordered, and spent on paid orders, in the currency of the shop; administrators only (not_an_administrator).';
comment on function office.monthly_income() is
  'What was paid in the current calendar month of the shop, in the currency of the shop; administrators only (not_an_administrator)';
comment on function office.sales_figures(date, date, text) is
  'What was paid from one day of the shop to another, by day or month, in the currency of the shop, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';
comment on function office.sales_by_month(uuid, uuid) is
  'Pieces, income in the currency of the shop and orders of a product, or of the products now in a category, for each month of the shop in which one was paid. Error (in detail): not_an_administrator.';
comment on column public.invoices.net is 'Sum without tax, in units of the currency; of a credit note what is given back';
comment on column public.invoices.tax is 'Tax, in units of the currency';
comment on column public.invoices.gross is 'Sum with tax, in units of the currency';
comment on function private.credit_rates(jsonb, jsonb, jsonb, bigint, text) is
  'How an amount (smallest unit) is credited, by tax rate: of what was billed, after what was credited before, both as [{rate, tax, gross}], for what is wanted by rate, [{rate, minor}]';
comment on function office.read_company(uuid) is
  'A company as company_json, with its orders: {count, spent: what those came to that are paid, unpaid: what those do on terms}, and all price_lists: [{id, name}]; null where there is none. Administrators only (not_an_administrator).';
comment on function office.list_list_products(uuid, int, int, text) is
  'One page of the products that a price list has prices or order quantities for, by title, each with its price in the shop, its prices for all sizes and colours [{quantity, price}] in the currency of the shop, how many sizes and colours have their own, and its order quantities, null where the list has none. The query is a part of the title, or an SKU. Error (in detail): not_an_administrator.';
comment on function private.list_prices(uuid, uuid) is
  'The prices of a product in a price list, in the currency of the shop, and its order quantities, null where the list has none; without a list, the order quantities for all lists';
comment on function office.read_list_prices(uuid, uuid) is
  'A product in a price list, or without one for all lists: {product, title, price in the shop, prices: [{variant, quantity, price}], variant null for all sizes and colours, minimum, multiple: null where the list has none, general: those for all lists, variants: [{id, sku, size, color, price}]}, in the currency of the shop; null when there is no such product or list. Error (in detail): not_an_administrator.';
comment on function office.save_list_prices(uuid, jsonb, jsonb, uuid, int, int) is
  'Makes the prices of a product in a price list what p_prices says, [{variant, quantity, price in the currency of the shop}], and its order quantities, for all lists where no list is given; all or nothing. p_known is {prices, minimum, multiple} as the caller has seen them. Returns what read_list_prices does; null when there is no such product or list. Errors (in detail, with the path as hint): changed_meanwhile, unknown_variant; not_an_administrator.';
comment on function office.export_list_prices(uuid) is
  'The prices of a price list as rows of a file, in the currency of the shop; without SKU, size and colour where a price is for all of them. Error (in detail): not_an_administrator.';
comment on function office.import_list_prices(uuid, jsonb, boolean) is
  'Writes rows of a file into a price list, [{line, sku or product, quantity, price in the currency of the shop, null to take the price out}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock; prices that are not in the file stay. Null when there is no such list. Error (in detail): not_an_administrator.';
comment on function private.credit_left(uuid) is 'What a company may still order on terms, in the currency of the shop';
comment on function private.terms_of(public.companies) is
  'On which terms an approved company orders: {days, credit_left in the currency of the shop}; null where it pays by card only';
comment on function private.require_credit(public.companies, boolean, numeric) is
  'Until when an order on terms of this total is to be paid, the end of a day; null for one that is not. Locks the company. Errors (in detail): no_terms, credit_exceeded.';
comment on function office.sales_by_company(date, date) is
  'What each company paid from one day of the shop to another, in how many orders, and what it has to pay now for orders on terms, in the currency of the shop; at most 500 companies, those that paid most first. Error (in detail): not_an_administrator.';
comment on column public.quote_lines.unit_price is 'Price of one piece in the currency of the shop: of the day of asking until the office offers another';
comment on function public.accept_quote(uuid, jsonb) is
  'Makes an order of a quote of the company of the signed-in customer, at exactly its prices and whatever minimums and packs there are, once: the order, as order_with_lines has it, and the same when repeated; null when there is no such quote. Options: amount (the total in the currency of the shop that the customer saw), method, po_number, and what else private.place_order takes. Errors (in detail): as there, no_address, choice_missing, quote_moved, quote_expired, amount_differs.';
comment on function public.read_quote(uuid) is
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, tax_free: whether its prices are without tax (for the office: those of its next offer), and terms: {days, credit_left in the currency of the shop} on which the company may accept it, or null; null when there is none';
comment on function private.variant_facts(uuid) is
  'What follows for a product from its variants: the lowest and the highest of their price differences in the currency of the shop, its availability, null where nothing of it is counted, and whether only some of them are sold out';
comment on function office.quoted_goods(uuid, uuid[]) is
  'What the sizes and colours of these products cost in the shop, in the currency of the shop, without tax where that is off for the member of the quote, and their free pieces, null where they are not counted: [{product, size, color, price, stock}]; null when there is no such quote. Administrators only (not_an_administrator).';
comment on column public.payments_without_order.amount_minor is 'Amount as the provider wrote it, in the smallest unit';
comment on function private.exchange_choices(uuid) is
  'The other sizes and colors of the products of an order, by line, with what a piece costs more (or less) than that of the line, in the currency of the shop at the prices of today, and the free pieces, null where these are not counted';
comment on function public.exchange_choices_of(uuid) is
  'What the signed-in customer can exchange the lines of an order for: [{item, variant, size, color, difference: what a piece costs more with tax, or what of its price is refunded if below zero, in the currency of the shop, most: how many pieces, at most those of the line}]; empty for the orders of others. Error (in detail): not_a_customer.';

create view private.set_amounts as
  select 'products' as place, price as amount from public.products
  union all select 'products', compare_at_price from public.products
  union all select 'products', price_delta from public.product_variants
  union all select 'shipping', price from public.shipping_methods
  union all select 'shipping', free_from from public.shipping_methods
  union all select 'shipping', b::text::numeric from public.shipping_methods, jsonb_path_query(weight_bands, '$[*].price') b
  union all select 'price lists', price from public.price_list_items
  union all select 'vouchers', value from public.vouchers where kind = 'amount'
  union all select 'vouchers', minimum from public.vouchers
  union all select 'companies', credit_limit from public.companies
  union all select 'companies', order_minimum from public.companies
  union all select 'quotes', unit_price from public.quote_lines;
comment on view private.set_amounts is 'All amounts that administrators have set, in the currency of the shop, with the place where they find them';

create function private.amounts_finer_than(p_decimals int) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*)::int from private.set_amounts a where scale(trim_scale(a.amount)) > p_decimals);
end;
$$;
comment on function private.amounts_finer_than(int) is 'How many of the amounts that administrators have set have more decimals';

create function private.guard_decimals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  decimals constant int := private.decimals(public.shop_currency());
begin
  perform private.refuse_at('validation_failed', case decimals when 0 then 'No decimals' else format('At most %s decimals', decimals) end, array(
    select tg_argv[i] from generate_series(0, tg_nargs - 2, 2) i where exists (
      select from jsonb_path_query(to_jsonb(new), tg_argv[i + 1]::jsonpath) n where scale(trim_scale((n #>> '{}')::numeric)) > decimals)));
  return null;
end;
$$;
comment on function private.guard_decimals() is
  'Refuses amounts with more decimals than the currency of the shop has; takes pairs of a field''s name and its path in the row. Error (in detail): validation_failed, with the fields as hint.';

create function private.currency_is_fixed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.orders) or exists (select from public.trash t where t.kind = 'orders');
end;
$$;
comment on function private.currency_is_fixed() is 'Whether the shop has had an order that still exists, or is in the trash';

create function private.change_currency() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  currency constant text := new.value #>> '{}';
  finer constant text := (
    select string_agg(format('%s (%s)', f.place, f.many), ', ' order by f.place)
    from (select a.place, count(*) as many from private.set_amounts a where scale(trim_scale(a.amount)) > private.decimals(currency) group by 1) f);
begin
  perform private.refuse_at('validation_failed', 'There is no such currency.', array(select 'currency' where private.decimals(currency) is null));
  -- No order comes in between.
  lock table public.orders in share row exclusive mode;
  perform private.refuse_at('currency_fixed', 'The shop has orders, so its currency can no longer change.',
    array(select 'currency' where private.currency_is_fixed()));
  perform private.refuse_at('amounts_too_fine', format('%s has fewer decimals than some amounts: %s. Change them first.', currency, finer),
    array(select 'currency' where finer is not null));
  delete from public.product_prices;
  -- Writes the ranges of prices again.
  update public.products set category_id = category_id;
  insert into public.catalogue_changes (tag) values ('everything');
  return null;
end;
$$;
comment on function private.change_currency() is
  'Makes another currency that of the shop: numbers stay as they are. Errors (in detail, with the field as hint): validation_failed, currency_fixed, amounts_too_fine.';

create function office.currencies() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('currency', public.shop_currency(), 'fixed', private.currency_is_fixed(), 'currencies', (
    select jsonb_agg(jsonb_build_object('code', code, 'decimals', d.decimals, 'too_fine', d.finer) order by code)
    from (select n as decimals, private.amounts_finer_than(n) as finer from unnest('{0,2,3}'::int[]) n) d,
      string_to_table(private.currency_codes(d.decimals), ' ') code));
end;
$$;
comment on function office.currencies() is
  'The currency of the shop, fixed: whether it can no longer change, and all currencies, [{code, decimals, too_fine: how many of the shop''s amounts have more decimals}]. Administrators only (not_an_administrator).';

create trigger shop_settings_change_currency after update of value on public.shop_settings
  for each row when (new.name = 'currency' and new.value <> old.value) execute function private.change_currency();
create trigger products_guard_decimals after insert or update of price, compare_at_price on public.products
  for each row execute function private.guard_decimals('price', '$.price', 'compareAtPrice', '$.compare_at_price');
create trigger product_variants_guard_decimals after insert or update of price_delta on public.product_variants
  for each row execute function private.guard_decimals('priceDelta', '$.price_delta');
create trigger shipping_methods_guard_decimals after insert or update on public.shipping_methods
  for each row execute function private.guard_decimals('price', '$.price', 'freeFrom', '$.free_from', 'weightBands', '$.weight_bands[*].price');
create trigger price_list_items_guard_decimals after insert or update of price on public.price_list_items
  for each row execute function private.guard_decimals('price', '$.price');
create trigger vouchers_guard_decimals after insert or update of kind, value, minimum on public.vouchers
  for each row execute function private.guard_decimals('value', '$ ? (@.kind == "amount").value', 'minimum', '$.minimum');
create trigger companies_guard_decimals after insert or update of credit_limit, order_minimum on public.companies
  for each row execute function private.guard_decimals('creditLimit', '$.credit_limit', 'orderMinimum', '$.order_minimum');
create trigger quote_lines_guard_decimals after insert or update of unit_price on public.quote_lines
  for each row execute function private.guard_decimals('unitPrice', '$.unit_price');
