-- The choice of the shop's currency: before the first order, and only when all amounts that the office has set fit it.

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
  written constant jsonb := to_jsonb(new);
begin
  perform private.refuse_at('validation_failed', case decimals when 0 then 'No decimals' else format('At most %s decimals', decimals) end, array(
    select tg_argv[i] from generate_series(0, tg_nargs - 2, 2) i where exists (
      select from jsonb_path_query(written, tg_argv[i + 1]::jsonpath) n where scale(trim_scale((n #>> '{}')::numeric)) > decimals)));
  return null;
end;
$$;
comment on function private.guard_decimals() is
  'Refuses amounts with more decimals than the currency of the shop has; takes pairs of a field''s name and its path in the row. Error (in detail): validation_failed, with the fields as hint.';

create function private.currency_is_fixed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.orders) or exists (select from public.trash t where t.kind = 'orders')
    or exists (select from public.quotes q where q.status <> 'requested');
end;
$$;
comment on function private.currency_is_fixed() is 'Whether the shop has an order, also in the trash, or has offered a quote';

create function private.change_currency() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  currency constant text := new.value #>> '{}';
  finer constant text := (
    select string_agg(format('%s (%s)', f.place, f.many), ', ' order by f.place)
    from (select a.place, count(*) as many from private.set_amounts a where scale(trim_scale(a.amount)) > private.decimals(currency) group by 1) f);
begin
  perform private.refuse_at('validation_failed', 'There is no such currency.', array(select 'currency' where private.decimals(currency) is null));
  -- No order and no offer comes in between.
  lock table public.orders, public.quotes in share row exclusive mode;
  perform private.refuse_at('currency_fixed', 'The shop has orders or offered quotes, so its currency can no longer change.',
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
-- Whole amounts have too many decimals in no currency.
create trigger products_guard_decimals after insert or update of price, compare_at_price on public.products
  for each row when (scale(trim_scale(new.price)) > 0 or scale(trim_scale(new.compare_at_price)) > 0)
  execute function private.guard_decimals('price', '$.price', 'compareAtPrice', '$.compare_at_price');
create trigger product_variants_guard_decimals after insert or update of price_delta on public.product_variants
  for each row when (scale(trim_scale(new.price_delta)) > 0) execute function private.guard_decimals('priceDelta', '$.price_delta');
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
