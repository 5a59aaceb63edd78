-- A new shop has a door until an administrator opens it; shops that have goods are open.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(regexp_replace(regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number'), '^(shop_.*)_dark$', '\1'), '^shop_(paper|accent)$', 'shop_color')
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
    when 'shop_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60 and public.is_visible(p_value #>> '{}') and p_value #>> '{}' !~ '[\n\r\t]'
    when 'shop_email' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 254 and p_value #>> '{}' ~ '^([^@\s]+@[^@\s]+)?$'
    when 'shop_phone' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 30 and p_value #>> '{}' ~ '^(\+?[\d\s().-]*\d[\d\s().-]*)?$'
    when 'shop_description' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'shop_hours' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100
    when 'shop_social_links' then jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^(https://\S{3,190}(\n(?=https)|$)){0,8}$'
    when 'shop_logo' then p_value #>> '{}' ~ '^(shop/\d{1,5}x\d{1,5}-[0-9a-f-]{36}\.(png|jpeg|gif|webp|avif))?$'
    when 'shop_color' then p_value #>> '{}' ~ '^(#[0-9a-f]{6})?$'
    when 'shop_typefaces' then p_value #>> '{}' in ('bodoni-hanken', 'archivo', 'cormorant-jost', 'fraunces-work-sans', 'fredoka-nunito', 'space-grotesk-inter')
    when 'shop_copyright_year' then p_value::text ~ '^(19|20)\d\d$'
    when 'menus' then public.are_menus(p_value)
    when 'home_sections' then public.are_home_sections(p_value)
    when 'announcement' then public.is_announcement(p_value)
    when 'currency' then p_value #>> '{}' ~ '^[A-Z]{3}$'
    when 'shop_open' then jsonb_typeof(p_value) = 'boolean'
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

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name (the legal entity), seller_address and seller_tax_id (the seller as new invoices name it; pages show the address too), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC), currency (ISO 4217 code of the currency of all prices, which stays the same from the first order on), who_may_order (customers with an account, or everybody), shop_name (as pages, emails and titles show it), shop_email, shop_phone, shop_hours (when somebody answers), shop_description (of the shop in a sentence or two, for the footer and search engines), shop_social_links (addresses of its pages elsewhere, one a line), shop_copyright_year (in the footer), shop_paper, shop_accent, shop_paper_dark and shop_accent_dark (colors of pages in light and dark, as #1f3b33; empty for that of the design), shop_logo and shop_logo_dark (path of the picture in the bucket, which begins with its size; empty for the name), shop_typefaces (those of headings and of text), menus (of header and footer), home_sections (of the home page, in their order) and announcement (above the header), all three as the functions that check them describe them, and null for what the design has, shop_open (whether visitors see the shop, and not its door)';
insert into public.shop_settings (name, value) select 'shop_open', to_jsonb(exists (select from public.products));
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';

insert into public.mail_texts (kind, subject, opening)
values ('shop_opened', '{shop} is open', 'You asked us to email you when {shop} opens. It is open now.');

create or replace function public.shop_details() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', s.of -> 'shop_name', 'legal_name', s.of -> 'seller_name', 'address', s.of -> 'seller_address',
      'country', coalesce((select c.name from public.countries c where c.code = s.of ->> 'seller_country'), ''),
      'email', s.of -> 'shop_email', 'phone', s.of -> 'shop_phone', 'hours', s.of -> 'shop_hours', 'description', s.of -> 'shop_description',
      'social_links', s.of -> 'shop_social_links', 'copyright_year', s.of -> 'shop_copyright_year',
      'paper', s.of -> 'shop_paper', 'accent', s.of -> 'shop_accent', 'paper_dark', s.of -> 'shop_paper_dark', 'accent_dark', s.of -> 'shop_accent_dark',
      'logo', s.of -> 'shop_logo', 'logo_dark', s.of -> 'shop_logo_dark', 'typefaces', s.of -> 'shop_typefaces', 'currency', s.of -> 'currency', 'open', s.of -> 'shop_open')
    from (select jsonb_object_agg(n.name, n.value) as of from public.shop_settings n) s);
end;
$$;
comment on function public.shop_details() is
  'Who the shop is, as its pages and emails show it: {name, legal_name, address, country: its name, email, phone, hours, description, social_links: one a line, copyright_year, paper, accent, paper_dark, accent_dark: its colors, logo and logo_dark: paths in the bucket, typefaces: name of the pair, currency: ISO 4217 code of that of all prices, open: whether visitors see the shop and not its door}; empty texts where the shop has not said it';

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
  perform private.require_shopper();
  buyer := private.deliver_to(private.buyer(auth.uid()), options.deliver_to);

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  perform private.require_open_shop();
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
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in the currency of the shop that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded, shop_closed; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create or replace function public.finish_mail(p_id uuid, p_error text default null, p_is_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    -- Who asked for one mail was promised that the address is deleted with it.
    delete from public.mail_outbox where id = p_id and kind in ('back_in_stock', 'shop_opened');
    update public.mail_outbox set state = 'sent', sent_at = public.clock(), last_error = '' where id = p_id;
  else
    update public.mail_outbox
    set last_error = left(p_error, 500), state = case when p_is_final or attempts >= 13 then 'failed' else state end
    where id = p_id and state = 'queued';
  end if;
end;
$$;
comment on function public.finish_mail(uuid, text, boolean) is
  'Notes that a mail was sent, or why not: it is tried again for a day, unless the error is final';

create table public.opening_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  created_at timestamptz not null default public.clock()
);
comment on table public.opening_requests is 'Email addresses to write to, once, when the shop opens; deleted when the mail is queued';
comment on column public.opening_requests.id is 'Identifies the request';
comment on column public.opening_requests.email is 'Where the mail goes, in lower case';
comment on column public.opening_requests.created_at is 'When it was asked for';

create function private.is_open() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.shop_setting('shop_open') = 'true';
end;
$$;
comment on function private.is_open() is 'Whether visitors see the shop, and not its door';

-- Only the API writes this claim, for an administrator who looks at the shop before it opens.
create function private.require_open_shop() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_open()
    and (nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'sees_closed_shop') is distinct from 'true' then
    raise exception 'The shop is not open yet.' using detail = 'shop_closed';
  end if;
end;
$$;
comment on function private.require_open_shop() is 'Refuses an order before the shop is open (shop_closed), unless an administrator places it to try the shop';

create function public.add_opening_request(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  if private.is_open() then
    raise exception 'The shop is open.' using detail = 'already_open';
  end if;
  -- Nobody learns whether an address is on the list already.
  insert into public.opening_requests (email) values (lower(btrim(p_email))) on conflict do nothing;
end;
$$;
comment on function public.add_opening_request(text) is
  'Notes that somebody wants a mail when the shop opens. For the service role: the API counts requests first. Errors (in detail): already_open.';

create function office.open_shop(p_open boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  queued int := 0;
begin
  perform private.require_admin();
  update public.shop_settings set value = to_jsonb(p_open) where name = 'shop_open' and value <> to_jsonb(p_open);
  if p_open then
    with claimed as (delete from public.opening_requests r returning r.id, r.email)
    insert into public.mail_outbox (record_id, recipient, kind) select c.id, c.email, 'shop_opened' from claimed c;
    get diagnostics queued = row_count;
  end if;
  return queued;
end;
$$;
comment on function office.open_shop(boolean) is
  'Opens the shop, and queues a mail to everybody who asked for it, or closes it. Returns the number of mails. Administrators only (not_an_administrator).';

create function office.opening() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  s constant jsonb := (select jsonb_object_agg(n.name, n.value) from public.shop_settings n);
  -- Where the first currency of a shop is the usual one.
  dollar_countries constant text[] := '{US,PR,GU,VI,AS,MP,UM,EC,SV,PA,TL,FM,MH,PW,TC,VG,BQ,IO}';
begin
  perform private.require_admin();
  return jsonb_build_object('open', private.is_open(), 'waiting', (select count(*) from public.opening_requests),
    'done', jsonb_build_object(
      'name', s ->> 'shop_name' <> 'My shop',
      'address', s ->> 'seller_address' <> '',
      'country', s ->> 'seller_country' <> '',
      'currency', s ->> 'currency' <> 'USD' or s ->> 'seller_country' = any (dollar_countries) or private.currency_is_fixed(),
      'timeZone', s ->> 'time_zone' <> '',
      'taxes', exists (select from public.tax_rates),
      'shipping', exists (select from public.shipping_methods),
      'legalPages', not exists (select from public.pages p
        where p.slug in ('terms', 'privacy', 'imprint') and not (p.filled and public.is_current(p.published, p.publish_at, null))),
      'product', exists (select from public.products p where p.status = 'published'),
      'testOrder', exists (select from public.orders o where o.paid_at is not null)),
    'ways', (select coalesce(jsonb_agg(m.provider order by m.position), '[]') from public.payment_methods m where m.is_on));
end;
$$;
comment on function office.opening() is
  'Whether the shop is open, how many addresses wait for it, which steps of setting it up are done as its data show, and the payment providers that are on: {open, waiting, done: {name, address, …: boolean}, ways}. Administrators only (not_an_administrator).';

alter table public.opening_requests enable row level security;
create policy opening_requests_nobody on public.opening_requests for all to anon, authenticated
  using (false) with check (false);

-- The goods, customers and texts of the demo shop, which an administrator can remove to begin an own one.

create table private.demo_records (
  kind text not null,
  record_id text not null,
  value jsonb,
  primary key (kind, record_id)
);
comment on table private.demo_records is 'What came with the demo, noted by its seed; empty in a shop without it';
comment on column private.demo_records.kind is 'The table, users for customers, or shop_settings';
comment on column private.demo_records.record_id is 'The id of the record, or the name of the setting';
comment on column private.demo_records.value is 'What the demo set a setting to';

create function private.note_demo(p_settings text[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.demo_records (kind, record_id)
  select 'products', id from public.products union all select 'categories', id from public.categories
  union all select 'banners', id from public.banners union all select 'advertisements', id from public.advertisements
  union all select 'faqs', id from public.faqs union all select 'price_lists', id from public.price_lists
  union all select 'companies', id from public.companies union all select 'contact_messages', id from public.contact_messages
  union all select 'pages', id from public.pages where saved_by = '' and slug in ('about', 'privacy', 'imprint')
  union all select 'orders', id from public.orders
  union all select 'users', u.id from auth.users u where not exists (select from public.administrators a where a.id = u.id);
  insert into private.demo_records (kind, record_id, value)
  select 'shop_settings', s.name, s.value from public.shop_settings s where s.name = any (p_settings);
end;
$$;
comment on function private.note_demo(text[]) is 'Notes all that the seed of the demo has added, and the settings that it has set';

create function private.demo_ids(p_kind text) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select d.record_id::uuid from private.demo_records d where d.kind = p_kind);
end;
$$;
comment on function private.demo_ids(text) is 'The records of a kind that came with the demo';

create function private.demo_orders() returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  goods constant uuid[] := private.demo_ids('products');
begin
  return private.demo_ids('orders') || array(
    select i.order_id from public.order_items i
    where i.order_id <> all (private.demo_ids('orders'))
    group by i.order_id having bool_and(i.product_id = any (goods)) is true);
end;
$$;
comment on function private.demo_orders() is 'The orders of the demo, and those of its goods alone, which can only have been tries';

create function office.demo() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select case when exists (select from private.demo_records) then jsonb_build_object(
      'products', (select count(*) from public.products p where p.id = any (private.demo_ids('products'))),
      'orders', (select count(*) from public.orders o where o.id = any (private.demo_orders())),
      'customers', (select count(*) from public.profiles c where c.id = any (private.demo_ids('users'))),
      'others', (
        select count(*) from private.demo_records d
        where d.kind in ('categories', 'banners', 'advertisements', 'faqs', 'price_lists', 'companies', 'contact_messages')
          and exists (select from public.categories x where x.id = d.record_id::uuid union all select from public.banners x where x.id = d.record_id::uuid
            union all select from public.advertisements x where x.id = d.record_id::uuid union all select from public.faqs x where x.id = d.record_id::uuid
            union all select from public.price_lists x where x.id = d.record_id::uuid union all select from public.companies x where x.id = d.record_id::uuid
            union all select from public.contact_messages x where x.id = d.record_id::uuid))) end);
end;
$$;
comment on function office.demo() is
  'How much of the demo is left, {products, orders: with those of its goods alone, customers, others: categories, banners, questions and the like}; null in a shop without it. Administrators only (not_an_administrator).';

create function office.remove_demo(p_orders int) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  products constant uuid[] := private.demo_ids('products');
  categories constant uuid[] := private.demo_ids('categories');
  orders constant uuid[] := private.demo_orders();
  paths constant text[] := array(select '/product/' || id from unnest(products) id) || array(select '/category/' || id from unnest(categories) id);
  pictures text[];
begin
  perform private.require_admin();
  lock table private.demo_records in exclusive mode;
  if (office.demo() ->> 'orders')::int is distinct from p_orders then
    raise exception 'Meanwhile there are other orders, or the demo is gone. Please look again.' using detail = 'changed_meanwhile';
  end if;
  pictures := array(
    select distinct it.path from (
      select unnest(p.images) as path from public.products p where p.id = any (products)
      union all select c.image from public.categories c where c.id = any (categories)
      union all select unnest(b.images) from public.banners b where b.id = any (private.demo_ids('banners'))
      union all select a.image from public.advertisements a where a.id = any (private.demo_ids('advertisements'))) it
    where it.path <> '');

  delete from public.payment_events e using public.payment_attempts a where a.reference = e.reference and a.order_id = any (orders);
  delete from public.invoices i where i.order_id = any (orders);
  delete from public.mail_outbox m where m.order_id is null and m.record_id = any (
    private.demo_ids('contact_messages') || private.demo_ids('companies')
    || array(select q.id from public.quotes q where q.company_id = any (private.demo_ids('companies'))));
  delete from public.orders o where o.id = any (orders);
  delete from public.companies c where c.id = any (private.demo_ids('companies'));
  delete from auth.users u where u.id = any (private.demo_ids('users'))
    and not exists (select from public.administrators a where a.id = u.id);
  delete from public.products p where p.id = any (products);
  delete from public.categories c where c.id = any (categories);
  delete from public.banners b where b.id = any (private.demo_ids('banners'));
  delete from public.advertisements a where a.id = any (private.demo_ids('advertisements'));
  delete from public.faqs f where f.id = any (private.demo_ids('faqs'));
  delete from public.price_lists l where l.id = any (private.demo_ids('price_lists'));
  delete from public.contact_messages m where m.id = any (private.demo_ids('contact_messages'));
  delete from public.redirects r where r.source = 'deleted' and r.from_path = any (paths);
  delete from public.trash t where t.record_id = any (orders) or t.record_id::text in (select d.record_id from private.demo_records d)
    or t.kind = 'redirects' and t.contents #>> '{row,from_path}' = any (paths);

  -- What an administrator has written since stays.
  update public.pages p set published = false, description = '', body = '{"type":"doc","content":[]}'
    where p.id = any (private.demo_ids('pages')) and p.saved_by = '';
  update public.shop_settings s set value = case when s.name in ('shop_name', 'seller_name') then '"My shop"' else '""' end::jsonb
    from private.demo_records d where d.kind = 'shop_settings' and d.record_id = s.name and d.value = s.value;
  if not exists (select from public.invoices) then
    update private.invoice_counters set last = 0;
  end if;
  if not exists (select from public.products) then
    perform office.open_shop(false);
  end if;
  delete from private.demo_records;
  return pictures;
end;
$$;
comment on function office.remove_demo(int) is
  'Removes what is left of the demo for good, with orders of its goods alone, and closes the shop if it then has no goods; what administrators have added stays, as do they. Returns the paths of the pictures, which the caller removes. p_orders is the number of orders that the administrator was told. Errors (in detail): not_an_administrator, changed_meanwhile.';

alter table private.demo_records enable row level security;
create policy demo_records_nobody on private.demo_records for all to anon, authenticated
  using (false) with check (false);
