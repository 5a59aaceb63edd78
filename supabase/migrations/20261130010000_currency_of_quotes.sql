create or replace function private.currency_is_fixed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.orders) or exists (select from public.trash t where t.kind = 'orders')
    or exists (select from public.quotes q where q.status <> 'requested');
end;
$$;

comment on function private.currency_is_fixed() is 'Whether the shop has an order, also in the trash, or has offered a quote';

create or replace function private.change_currency() returns trigger
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

