-- Wholesale: lines of orders keep their SKU, and the shop names the account that orders on terms are paid to.
alter table public.order_items add column sku text;
update public.order_items i set sku = coalesce((select v.sku from public.product_variants v where v.id = i.variant_id), '');
alter table public.order_items alter column sku set not null;
comment on table public.order_items is 'Lines of orders, with title, SKU and price as they were when ordering';
comment on column public.order_items.sku is 'SKU of the variant when ordering; empty where none was chosen';

create or replace function private.set_item_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.variant_id := coalesce(new.variant_id, (
    select v.id from public.product_variants v where v.product_id = new.product_id
      and v.size is not distinct from new.size and v.color is not distinct from new.color));
  new.sku := coalesce(new.sku, (select v.sku from public.product_variants v where v.id = new.variant_id), '');
  return new;
end;
$$;
comment on function private.set_item_variant() is 'Finds the variant of a line by its size and colour, and its SKU, when it is ordered';

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
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC)';
-- No page shows it, so none is purged.
alter table public.shop_settings disable trigger user;
insert into public.shop_settings (name, value) values ('bank_account', '""');
alter table public.shop_settings enable trigger user;

create function public.bank_account() returns text
language sql stable security definer set search_path = '' as $$
  select private.shop_setting('bank_account') #>> '{}';
$$;
comment on function public.bank_account() is 'The account, in lines, that orders on terms are paid to; empty where the shop has named none';
grant execute on function public.bank_account() to authenticated;

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
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

create function private.require_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account jsonb;
begin
  -- Locked, so that nobody empties it meanwhile.
  select s.value into account from public.shop_settings s where s.name = 'bank_account' for share;
  perform private.refuse_at('no_bank_account', 'First add the bank account that companies pay to, in Settings → Taxes and invoices.',
    array(select 'termsDays' where account = '""'));
  return new;
end;
$$;
comment on function private.require_bank_account() is
  'Refuses payment terms while the shop names no account to pay to. Error (in detail): no_bank_account.';

create function private.keep_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_at('bank_account_used', 'Companies with payment terms pay to this account. You can change it, but not remove it.',
    array(select 'bankAccount' where exists (select from public.companies c where c.terms_days > 0)));
  return new;
end;
$$;
comment on function private.keep_bank_account() is
  'Refuses to empty the account that companies with payment terms pay to. Error (in detail): bank_account_used.';

create trigger companies_require_bank_account before update of terms_days on public.companies
  for each row when (old.terms_days = 0 and new.terms_days > 0) execute function private.require_bank_account();
create trigger shop_settings_keep_bank_account before update of value on public.shop_settings
  for each row when (new.name = 'bank_account' and new.value = '""' and old.value <> '""') execute function private.keep_bank_account();

create function private.pieces_left(p_variant public.product_variants, p_customer uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  free constant int := private.free_pieces(p_variant, p_customer);
begin
  return case when (private.company_of(p_customer)).id is not null or private.stock_level(p_variant.policy, free) <> 'in' then greatest(free, 0) end;
end;
$$;
comment on function private.pieces_left(public.product_variants, uuid) is
  'How many pieces of a variant are left, for a customer who wants more; null where there are not few, which only companies are told';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color, 'sku', v.sku,
        'enough', e.enough, 'left', case when not e.enough then private.pieces_left(v, p_user) end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, c.size, c.color, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color and v.archived_at is null
    cross join lateral (select case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end as enough) e);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its SKU, null where size or colour is not chosen, its product, the sizes and colours to choose from, whether there are enough pieces, and how many are left where not; prices in dollars';

create or replace function private.cart_batch(p_lines jsonb, p_customer uuid)
returns table (n int, product_id uuid, size text, color text, quantity int, at text, code text, message text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with asked as (
    select e, (place - 1)::int as n, left(e ->> 'title', 300) as title, upper(btrim(e ->> 'sku')) as sku, private.as_uuid(e ->> 'product') as product,
      nullif(left(btrim(e ->> 'size'), 100), '') as size, nullif(left(btrim(e ->> 'color'), 100), '') as color,
      case when private.has_bad_quantity(jsonb_build_array(e)) then null else (e ->> 'quantity')::numeric::int end as quantity
    from jsonb_array_elements(p_lines) with ordinality line (e, place)),
  found as (
    select a.n, a.sku, a.title, a.quantity, p, v, case when a.sku is null then a.size else v.size end as size,
      case when a.sku is null then a.color else v.color end as color
    from asked a
    left join public.product_variants s on s.sku = a.sku collate "C"
    left join public.products p on p.id = coalesce(s.product_id, a.product) and p.status = 'published'
    left join public.product_variants v on v.product_id = p.id and v.archived_at is null
      and case when a.sku is null then v.size is not distinct from a.size and v.color is not distinct from a.color else v.id = s.id end),
  summed as (
    select f.*, (sum(f.quantity) over (partition by (f.v).id order by f.n) + coalesce((
        select c.quantity from public.cart_items c where c.user_id = p_customer and c.product_id = (f.p).id
          and c.size is not distinct from f.size and c.color is not distinct from f.color), 0))::int as in_cart,
      concat_ws(', ', (f.p).title, f.color, f.size) as name
    from found f),
  judged as (
    select s.*, case
      when s.sku is not null and (s.v).id is null then array['sku', 'unknown_product', 'There is no article ' || left(s.sku, 64) || '.']
      when (s.p).id is null then array['product', 'unknown_product', coalesce(nullif(s.title, ''), 'This product') || ' is no longer available.']
      when (s.v).id is null and (s.size is null and (s.p).sizes <> '{}' or s.color is null and (s.p).colors <> '{}')
        then array['size', 'choice_missing', format('Please choose size and color of %s.', (s.p).title)]
      when (s.v).id is null then array['size', 'unknown_variant', format('There is no %s.', s.name)]
      when s.quantity is null or s.in_cart > 999 then array['quantity', 'bad_quantity', 'The quantity must be between 1 and 999.']
      when private.availability_of(s.p, s.size, s.color) <> 'InStock' then array['quantity', 'out_of_stock', s.name || ' is out of stock.']
      when (s.v).policy = 'deny' and private.free_pieces(s.v, p_customer) < s.in_cart then array['quantity', 'out_of_stock', 
        coalesce('Only ' || private.pieces_left(s.v, p_customer) || format(' left of %s.', s.name), format('Fewer than %s pieces of %s are left.', s.in_cart, s.name))]
      end as problem
    from summed s)
  select j.n, (j.p).id, j.size, j.color, j.quantity, concat('lines.', j.n, '.', j.problem[1]), j.problem[2], j.problem[3]
  from judged j;
end;
$$;
comment on function private.cart_batch(jsonb, uuid) is
  'Lines for a cart, [{product, size?, color?, quantity, title?: for who reads that it is gone}] or [{sku, quantity}], with what is wrong with each: the path of its field, a code and a text; null where it can be added';

drop function public.find_articles(text);

create function public.find_articles(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  beginning constant text := upper(btrim(p_query));
  skus text[];
begin
  -- Every sign of an SKU sorts before ~.
  skus := array(
    select v.sku from public.product_variants v join public.products p on p.id = v.product_id and p.status = 'published'
    where beginning <> '' and v.sku >= beginning collate "C" and v.sku < (beginning || '~') collate "C" and v.archived_at is null
    order by v.sku limit 10);
  if skus = '{}' and beginning <> '' then
    skus := array(
      select v.sku from unnest(private.search_ids(p_query, 5)) with ordinality f (id, place)
      join public.product_variants v on v.product_id = f.id and v.archived_at is null
      order by f.place, v.sku limit 50);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('sku', v.sku, 'title', p.title, 'size', v.size, 'color', v.color) order by s.place), '[]')
    from unnest(skus) with ordinality s (sku, place)
    join public.product_variants v on v.sku = s.sku join public.products p on p.id = v.product_id);
end;
$$;
comment on function public.find_articles(text) is
  'The first ten articles whose SKU begins so; where there is none, up to fifty of the five products that the search finds first: [{sku, title, size, color}]';
grant execute on function public.find_articles(text) to authenticated;
