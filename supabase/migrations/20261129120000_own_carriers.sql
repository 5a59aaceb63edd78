-- Carriers of the shop's own, with the pages that follow their parcels.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
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
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax)';
insert into public.shop_settings (name, value) values ('carriers', '""');
