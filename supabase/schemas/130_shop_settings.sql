-- What administrators set for the whole shop, one row for each setting.

create function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
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
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

create table public.shop_settings (
  name text primary key,
  value jsonb not null,
  constraint shop_settings_valid check (public.is_shop_setting(name, value))
);
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name (the legal entity), seller_address and seller_tax_id (the seller as new invoices name it; pages show the address too), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC), currency (ISO 4217 code of the currency of all prices, which stays the same from the first order on), who_may_order (customers with an account, or everybody), shop_name (as pages, emails and titles show it), shop_email, shop_phone, shop_hours (when somebody answers), shop_description (of the shop in a sentence or two, for the footer and search engines), shop_social_links (addresses of its pages elsewhere, one a line), shop_copyright_year (in the footer), shop_paper, shop_accent, shop_paper_dark and shop_accent_dark (colors of pages in light and dark, as #1f3b33; empty for that of the design), shop_logo and shop_logo_dark (path of the picture in the bucket, which begins with its size; empty for the name), shop_typefaces (those of headings and of text), menus (of header and footer), home_sections (of the home page, in their order) and announcement (above the header), all three as the functions that check them describe them, and null for what the design has, shop_open (whether visitors see the shop, and not its door)';
comment on column public.shop_settings.name is 'Name of the setting';
comment on column public.shop_settings.value is 'Its value';
insert into public.shop_settings (name, value)
values ('order_number_pattern', '"HM-{number}"'), ('sku_pattern', '"HM{number}-{color}-{size}"'), ('few_left', '3'), ('running_low', '5'), ('hold_minutes', '30'), ('return_days', '30'), ('return_address', '""'), ('return_send_days', '14'), ('return_payer', '"customer"'), ('return_label', '""'), ('exchange_at_once', 'false'), ('exchange_days', '21'), ('carriers', '""'), ('prices_include_tax', 'true'),
  ('invoice_number_pattern', '"INV-{number}"'), ('credit_note_number_pattern', '"CN-{number}"'), ('seller_name', '"My shop"'), ('seller_address', '""'), ('seller_tax_id', '""'), ('seller_country', '""'), ('time_zone', '""'), ('bank_account', '""'), ('who_may_order', '"customers"'), ('currency', '"USD"'),
  ('shop_name', '"My shop"'), ('shop_email', '""'), ('shop_phone', '""'), ('shop_description', '""'), ('shop_hours', '"Monday to Friday, 8am to 5pm"'), ('shop_social_links', '""'), ('shop_copyright_year', '2023'),
  ('shop_paper', '""'), ('shop_accent', '""'), ('shop_paper_dark', '""'), ('shop_accent_dark', '""'), ('shop_logo', '""'), ('shop_logo_dark', '""'), ('shop_typefaces', '"bodoni-hanken"'),
  ('menus', 'null'), ('home_sections', 'null'), ('announcement', 'null'), ('shop_open', 'false');

create function private.shop_setting(p_name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.value from public.shop_settings s where s.name = p_name);
end;
$$;
comment on function private.shop_setting(text) is 'The value of a setting of the shop';

create function public.shop_time_zone() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(private.shop_setting('time_zone') #>> '{}', '');
end;
$$;
comment on function public.shop_time_zone() is 'The time zone of the shop, as in IANA''s database; null until one is chosen';
grant execute on function public.shop_time_zone() to anon, authenticated;

create function public.shop_details() returns jsonb
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
grant execute on function public.shop_details() to anon, authenticated;

create function private.time_zone() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(public.shop_time_zone(), 'UTC');
end;
$$;
comment on function private.time_zone() is 'The time zone in which the shop counts days: UTC until one is chosen';

create function private.day_of(p_time timestamptz) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (p_time at time zone private.time_zone())::date;
end;
$$;
comment on function private.day_of(timestamptz) is 'The day of a time in the shop''s time zone';

create function private.day_start(p_day date) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  midnight constant timestamptz := p_day::timestamp at time zone private.time_zone();
begin
  -- Where clocks go back over midnight, Postgres takes the second of both.
  return case when private.day_of(midnight - interval '1 hour') = p_day then midnight - interval '1 hour' else midnight end;
end;
$$;
comment on function private.day_start(date) is 'When a day begins in the shop''s time zone';

alter table public.shop_settings enable row level security;
grant select, update (value) on public.shop_settings to authenticated;
create policy shop_settings_select_admin on public.shop_settings for select to authenticated
  using ((select public.is_admin()));
create policy shop_settings_update_admin on public.shop_settings for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
