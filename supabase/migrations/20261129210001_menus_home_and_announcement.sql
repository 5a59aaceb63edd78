-- Menus, sections of the home page and an announcement, set in the back office.

create function public.is_link(p_link jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_link) = 'string' and length(p_link #>> '{}') <= 500 and p_link #>> '{}' ~ '^(/($|[^/\\])|https://)', false);
$$;
comment on function public.is_link(jsonb) is 'Whether this is a path of the shop or an address that begins with https://';
grant execute on function public.is_link(jsonb) to authenticated;

create function public.is_label(p_text jsonb, p_most int) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_text) = 'string' and length(p_text #>> '{}') <= p_most and public.is_visible(p_text #>> '{}'), false);
$$;
comment on function public.is_label(jsonb, int) is 'Whether this is a text of at most so many characters that can be seen';
grant execute on function public.is_label(jsonb, int) to authenticated;

create function public.are_menu_links(p_links jsonb, p_most int) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_links) = 'array' and jsonb_array_length(p_links) <= p_most
    and not exists (select from jsonb_array_elements(p_links) l
      where not (public.is_label(l -> 'label', 40) and public.is_link(l -> 'href') and l - '{label,href}'::text[] = '{}')), false);
$$;
comment on function public.are_menu_links(jsonb, int) is 'Whether these are links of a menu, [{label, href}], at most so many';
grant execute on function public.are_menu_links(jsonb, int) to authenticated;

create function public.are_menus(p_menus jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_menus = 'null' or coalesce(public.are_menu_links(p_menus -> 'header', 8) and p_menus - '{header,footer}'::text[] = '{}'
    and jsonb_typeof(p_menus -> 'footer') = 'array' and jsonb_array_length(p_menus -> 'footer') <= 4
    and not exists (select from jsonb_array_elements(p_menus -> 'footer') g
      where not (public.is_label(g -> 'title', 40) and public.are_menu_links(g -> 'links', 12) and g - '{title,links}'::text[] = '{}')), false);
$$;
comment on function public.are_menus(jsonb) is 'Whether these are menus, {header: links, footer: [{title, links}]}; null for those of the design';
grant execute on function public.are_menus(jsonb) to authenticated;

create function public.are_home_sections(p_sections jsonb) returns boolean
language sql immutable set search_path = '' as $$
  with s as (select e as it, e ->> 'kind' as kind from jsonb_array_elements(
    case jsonb_typeof(p_sections) when 'array' then p_sections else '[]' end) e)
  select p_sections = 'null' or coalesce((
    select count(*) <= 30 and count(distinct s.it ->> 'id') = count(*)
      and count(*) filter (where s.kind not in ('text', 'products')) = 6
      and bool_and(s.it ->> 'id' ~ '^[a-z0-9-]{1,40}$' and jsonb_typeof(s.it -> 'shown') = 'boolean'
        and jsonb_typeof(s.it -> 'heading') = 'string' and length(s.it ->> 'heading') <= 100
        and case s.kind
          when 'text' then public.is_label(s.it -> 'heading', 100) and public.is_label(s.it -> 'text', 2000)
            and s.it ->> 'image' ~ '^(shop/[0-9a-f-]{36}\.(png|jpeg|gif|webp|avif))?$'
            and (s.it -> 'link' = '""' or public.is_link(s.it -> 'link')) and length(s.it ->> 'linkText') <= 100
          when 'products' then public.is_label(s.it -> 'heading', 100) and jsonb_array_length(s.it -> 'products') between 1 and 12
            and not exists (select from jsonb_array_elements_text(s.it -> 'products') p where p !~ '^[0-9a-f-]{36}$')
          else s.kind in ('banners', 'promises', 'categories', 'newest', 'advertisement', 'recommended') and s.it ->> 'id' = s.kind
        end)
    from s), false);
$$;
comment on function public.are_home_sections(jsonb) is
  'Whether these are the sections of the home page in their order, [{id, kind, shown, heading}], the six of the design once each, with those that were added: text with text, image, link and linkText, and products with their ids; null for those of the design';
grant execute on function public.are_home_sections(jsonb) to authenticated;

create function public.is_announcement(p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_value = 'null' or (
    public.is_label(p_value -> 'text', 200) and (p_value -> 'link' = '""' or public.is_link(p_value -> 'link'))
    and length(p_value ->> 'linkText') <= 60 and jsonb_typeof(p_value -> 'shown') = 'boolean'
    and coalesce((p_value ->> 'from')::timestamptz < (p_value ->> 'until')::timestamptz, true)
    and p_value ?& '{from,until}' and p_value - '{text,link,linkText,shown,from,until}'::text[] = '{}'), false);
end;
$$;
comment on function public.is_announcement(jsonb) is
  'Whether this is an announcement, {text, link, linkText, shown, from, until}, times as ISO 8601 or null; null for none';
grant execute on function public.is_announcement(jsonb) to authenticated;

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
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'bank_account' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
      and (p_value = '""' or public.is_visible(p_value #>> '{}'))
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name (the legal entity), seller_address and seller_tax_id (the seller as new invoices name it; pages show the address too), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC), currency (ISO 4217 code of the currency of all prices, which stays the same from the first order on), who_may_order (customers with an account, or everybody), shop_name (as pages, emails and titles show it), shop_email, shop_phone, shop_hours (when somebody answers), shop_description (of the shop in a sentence or two, for the footer and search engines), shop_social_links (addresses of its pages elsewhere, one a line), shop_copyright_year (in the footer), shop_paper, shop_accent, shop_paper_dark and shop_accent_dark (colors of pages in light and dark, as #1f3b33; empty for that of the design), shop_logo and shop_logo_dark (path of the picture in the bucket, which begins with its size; empty for the name), shop_typefaces (those of headings and of text), menus (of header and footer), home_sections (of the home page, in their order) and announcement (above the header), all three as the functions that check them describe them, and null for what the design has';
insert into public.shop_settings (name, value) values ('menus', 'null'), ('home_sections', 'null'), ('announcement', 'null');
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';

create function public.shop_frame() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'menus', nullif(private.shop_setting('menus'), 'null'),
    'hiddenPages', (
      select coalesce(jsonb_agg(p.slug), '[]') from public.pages p
      where p.built_in and not (p.filled and public.is_current(p.published, p.publish_at, null))),
    'announcement', (
      select s.value - '{shown,from,until}'::text[] from public.shop_settings s
      where s.name = 'announcement' and s.value <> 'null'
        and public.is_current((s.value -> 'shown')::boolean, (s.value ->> 'from')::timestamptz, (s.value ->> 'until')::timestamptz)));
end;
$$;
comment on function public.shop_frame() is
  'What stands around every page: {menus, or null for those of the design, hiddenPages: addresses of the built-in ones that are not shown, announcement: {text, link, linkText}, or null without one now}';
grant execute on function public.shop_frame() to anon, authenticated;

create function public.home_sections() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(private.shop_setting('home_sections'), 'null');
end;
$$;
comment on function public.home_sections() is 'The sections of the home page in their order, as are_home_sections describes them; null for those of the design';
grant execute on function public.home_sections() to anon, authenticated;

create or replace function private.planned_changes() returns table (id bigint, tag text)
language sql stable set search_path = '' as $$
  select distinct (extract(epoch from at) * -1000)::bigint, 'banners'
  from public.banners b, unnest(array[b.shown_from, b.shown_until]) at
  where b.shown and at between public.clock() - interval '1 day' and public.clock()
  union all
  select distinct (extract(epoch from p.publish_at) * -1000)::bigint, 'pages'
  from public.pages p
  where p.published and p.publish_at between public.clock() - interval '1 day' and public.clock()
  union all
  select distinct (extract(epoch from at::timestamptz) * -1000)::bigint, 'shop_settings'
  from public.shop_settings s, unnest(array[s.value ->> 'from', s.value ->> 'until']) at
  where s.name = 'announcement' and (s.value -> 'shown')::boolean and at::timestamptz between public.clock() - interval '1 day' and public.clock()
  union all
  select (extract(epoch from private.day_start(private.day_of(public.clock()))) * -1000)::bigint, 'days'
  where exists (select from public.shipping_methods s where s.days_to > 0);
$$;
