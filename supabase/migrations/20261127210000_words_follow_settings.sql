-- What pages and emails promise follows the settings: shipping, the days to return, and where to, by when and at whose cost.
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
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'time_zone' then p_value #>> '{}' = '' or exists (select from pg_timezone_names z where z.name = p_value #>> '{}')
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'bank_account' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
      and (p_value = '""' or public.is_visible(p_value #>> '{}'))
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';

insert into public.shop_settings (name, value)
values ('return_address', '""'), ('return_send_days', '14'), ('return_payer', '"customer"'), ('return_label', '""');
-- Defaults change no page.
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC)';

drop function private.shipping_methods_for(text, numeric, bigint);
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
  'The methods that take an order to a country, given by its code, cheapest first, with their prices in dollars, and what the goods lack until it is free (null where it is, or never gets free)';

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
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'to_free_shipping', to_free, 'lost_free_shipping', coalesce(to_free <= taxed_discount, false), 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included, 'tax_free', tax_off is not null,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;
comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in dollars: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, shipping_method, shipping_method_id, to_free_shipping: for how much more there is a free method, null where there is one or never, lost_free_shipping: whether there would be one without the voucher, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, shop_settings, shipping_zones, shipping_methods, size_guides, size_guide:<category id>, reviews:<product id>, or everything';
select private.add_change_triggers('public.shipping_zones', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.shipping_methods', 'changes', 'private.record_catalogue_changes()');

alter table public.returns add column send_by date;
comment on column public.returns.send_by is 'The day by which the customer was told to send an approved return';

create function public.shop_promises() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'return_days', private.shop_setting('return_days'),
    'returns', jsonb_build_object(
      'address', coalesce(nullif(private.shop_setting('return_address') #>> '{}', ''), case when private.shop_setting('seller_address') #>> '{}' <> '' then
        concat_ws(E'\n', private.shop_setting('seller_name') #>> '{}', private.shop_setting('seller_address') #>> '{}',
          (select c.name from public.countries c where c.code = private.shop_setting('seller_country') #>> '{}')) end, ''),
      'send_days', private.shop_setting('return_send_days'), 'payer', private.shop_setting('return_payer'),
      'label', private.shop_setting('return_label')),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'countries', (select coalesce(jsonb_agg(c.name order by c.name), '[]') from public.countries c where c.code = any (z.countries)),
        'methods', m.all) order by z.countries = '{}', z.created_at, z.id), '[]')
      from public.shipping_zones z cross join lateral (
        select jsonb_agg(jsonb_build_object('name', s.name, 'free_from', s.free_from, 'max_weight', s.max_weight,
          'price', least(s.price, w.price), 'varies', w.price is not null, 'days_from', s.days_from, 'days_to', s.days_to)
          order by s.position, s.price, s.id) as all
        from public.shipping_methods s cross join lateral (
          select min((b ->> 'price')::numeric) as price from jsonb_array_elements(s.weight_bands) b) w
        where s.zone_id = z.id) m
      where m.all is not null));
end;
$$;
comment on function public.shop_promises() is
  'What the shop promises to shoppers: {return_days, returns: {address, send_days, payer, label}, zones: [{countries: their names, empty for all others, methods: [{name, price: the least, varies: whether heavier orders cost another, free_from, max_weight in grams, days_from, days_to}]}]}; without zones, shipping is free';
grant execute on function public.shop_promises() to anon, authenticated;

create or replace function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'send_by', r.send_by, 'received_at', r.received_at, 'refunded_at', r.refunded_at,
      'sending', case when r.status = 'approved' then public.shop_promises() -> 'returns' end,
      'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position), '[]')
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
comment on function public.returns_of(uuid) is
  'The returns of an order that the caller may read, oldest first: [{id, status, reason, note, requested_at, answered_at, send_by, received_at, refunded_at, sending: for approved ones what shop_promises says of returns, lines: [{item, quantity, received, restocked}]}]';

create or replace function office.change_return(
  p_id uuid, p_status public.return_status, p_note text default null, p_lines jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select r.order_id from public.returns r where r.id = p_id);
  before public.return_status;
begin
  perform private.lock_to_send(array[ordered]);
  select r.status into before from public.returns r where r.id = p_id for update;
  if (before, p_status) not in (
    ('requested', 'approved'), ('requested', 'refused'), ('approved', 'refused'), ('approved', 'received')) then
    raise exception 'This return is % already.', before using detail = 'return_moved';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these were to come back.', array(
    select concat('lines.', w.place - 1, '.received') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_id and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'received')::int > coalesce(l.quantity, 0) order by w.place));
  update public.returns set status = p_status, note = coalesce(p_note, note),
    answered_at = case when p_status = 'received' then answered_at else now() end,
    send_by = case p_status when 'approved' then private.day_of(now()) + private.shop_setting('return_send_days')::int else send_by end,
    received_at = case when p_status = 'received' then now() end
    where id = p_id;
  if p_status = 'received' then
    update public.return_lines l set received = w.received, restocked = w.restocked
      from jsonb_to_recordset(p_lines) w (item uuid, received int, restocked int)
      where l.return_id = p_id and l.order_item_id = w.item;
    -- What was sent has left the stock: what does not go back into it is written off.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, sum(l.restocked), 'returned', ordered
    from public.return_lines l join public.order_items i on i.id = l.order_item_id
    cross join lateral (
      select s.id, s.policy from public.product_variants s where s.id = i.variant_id
      -- A product in the trash comes back with the stock that the ledger has.
      union all select s.id, s.policy
      from public.trash t, jsonb_populate_recordset(null::public.product_variants, t.contents -> 'variants') s
      where i.product_id is null and t.kind = 'products' and t.contents -> 'order_items' ? i.id::text and s.id = i.variant_id) v
    where l.return_id = p_id and v.policy <> 'untracked' group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
  else
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;
comment on function office.change_return(uuid, public.return_status, text, jsonb) is
  'Approves or refuses a return with a word to the customer, or receives it: lines as [{item, received, restocked}]. Returns its order; null when there is no return. Errors (in detail): not_an_administrator, return_moved, not_returnable (with the paths of what is wrong as hint).';

-- Answers that nobody has changed follow the settings.
update public.faqs set answer = '{shipping}' where answer =
  'Parcels leave the mill from Monday to Friday. Within the country they take two to four days, elsewhere five to ten. Shipping is free on orders over $200. Smaller orders currently ship free as well.';
update public.faqs set answer = 'Yes. {returns} We refund your card within a week after your parcel arrives.' where answer =
  'Yes, within 30 days, unworn and with its label. Select Return next to the order in your account, so that we know to expect it. We refund your card within a week after your parcel arrives.';
