-- Ways to pay: which providers are on, in which order and for which countries, and what each of them takes.

create table public.payment_methods (
  provider text primary key check (provider ~ '^[a-z_]{1,30}$'),
  position int not null default 0,
  is_on boolean not null default false,
  countries text[] not null default '{}',
  days int not null default 7 check (days between 1 and 90)
);
comment on table public.payment_methods is 'The payment providers that the shop has chosen from those that the edge functions have';
comment on column public.payment_methods.provider is 'Name of the provider, as in the addresses of its messages';
comment on column public.payment_methods.position is 'Place at the checkout; the first is the one for orders that choose none';
comment on column public.payment_methods.is_on is 'Whether orders can be paid with it';
comment on column public.payment_methods.countries is 'Codes of the countries to which such orders are delivered; empty for all';
comment on column public.payment_methods.days is 'Of a bank transfer: for how many days the pieces are held. Of payment on delivery: within how many days the order is to be paid. Unused for pages of a provider.';
insert into public.payment_methods (provider, position, is_on) values ('paystack', 1, true);

create function private.provider_facts(p_provider text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.function_setting('PAYMENT_PROVIDERS') -> p_provider;
end;
$$;
comment on function private.provider_facts(text) is
  'What a provider takes, as the edge functions say: {kind: page, transfer or on_delivery; mode: live, test or off; minimums by currency in units of it; currencies and countries, null for all}; null for an unknown one';

create function private.payment_refusal(p_provider text, p_total numeric, p_currency text, p_country text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  method public.payment_methods;
  facts constant jsonb := private.provider_facts(p_provider);
  country constant text := private.country_code(p_country);
begin
  select * into method from public.payment_methods m where m.provider = p_provider;
  return case
    when facts is null then 'unknown'
    when method.is_on is not true or facts ->> 'mode' = 'off' then 'off'
    when jsonb_typeof(facts -> 'currencies') = 'array' and not facts -> 'currencies' ? p_currency then 'currency'
    when p_total < (facts -> 'minimums' ->> p_currency)::numeric then 'minimum'
    when method.countries <> '{}' and country = any (method.countries) is not true
      or jsonb_typeof(facts -> 'countries') = 'array' and facts -> 'countries' ? country is not true then 'country' end;
end;
$$;
comment on function private.payment_refusal(text, numeric, text, text) is
  'Why an order of this total to this country cannot be paid with a provider: unknown, off, currency, minimum or country; null where it can';

create function private.ways_to_pay(p_total numeric, p_currency text, p_country text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select m.provider from public.payment_methods m
    where m.is_on and private.payment_refusal(m.provider, p_total, p_currency, p_country) is null order by m.position, m.provider);
end;
$$;
comment on function private.ways_to_pay(numeric, text, text) is 'The providers with which an order of this total to this country can be paid, in the order of the checkout';

create function private.least_payable(p_currency text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select min(coalesce((private.provider_facts(m.provider) -> 'minimums' ->> p_currency)::numeric, 0))
    from public.payment_methods m where m.is_on and private.provider_facts(m.provider) ->> 'mode' <> 'off');
end;
$$;
comment on function private.least_payable(text) is 'The smallest total that can be paid with one of the ways to pay, in units of the currency; null without any';

create function private.require_payable(p_total numeric, p_currency text) returns void
language plpgsql stable set search_path = '' as $$
declare
  least constant numeric := private.least_payable(p_currency);
begin
  if p_total < least then
    raise exception 'The smallest amount that can be paid by card is %.', private.price_text(least, p_currency) using detail = 'below_minimum';
  end if;
end;
$$;
comment on function private.require_payable(numeric, text) is 'Refuses a total that no way to pay takes (below_minimum)';

create function private.ways_of(p_order public.orders) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select w from unnest(private.ways_to_pay(p_order.total_price, p_order.currency, p_order.country)) w
    where p_order.exchange_of is null or private.provider_facts(w) ->> 'kind' <> 'on_delivery');
end;
$$;
comment on function private.ways_of(public.orders) is 'The providers with which an order can be paid: an exchange is paid before it is sent';

create function private.require_way(p_provider text, p_order public.orders) returns void
language plpgsql stable set search_path = '' as $$
declare
  refusal constant text := coalesce(private.payment_refusal(p_provider, p_order.total_price, p_order.currency, p_order.country),
    case when p_provider = any (private.ways_of(p_order)) is not true then 'off' end);
begin
  if refusal is not null then
    raise exception '%', case refusal
        when 'currency' then 'This way to pay does not take ' || p_order.currency || '. Please choose another.'
        when 'country' then 'This way to pay is not offered for deliveries to this country. Please choose another.'
        when 'minimum' then 'This order is too small for this way to pay. Please choose another.'
        else 'This way to pay is not offered now. Please choose another.' end
      using detail = 'way_refused', hint = refusal;
  end if;
end;
$$;
comment on function private.require_way(text, public.orders) is 'Refuses a provider with which an order cannot be paid (way_refused, with the reason of payment_refusal as hint)';

create function private.begin_payment(p_order public.orders, p_provider text, p_reference text) returns public.payment_attempts
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
comment on function private.begin_payment(public.orders, text, text) is
  'Begins a payment with a provider. With a bank transfer the order waits for the money and holds its pieces for some days; with payment on delivery it is sent before it is paid. Null where the reference is taken.';

create function private.payment_of(p_order public.orders) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  attempt constant public.payment_attempts := private.newest_payment(p_order);
  kind constant text := private.provider_facts(attempt.provider) ->> 'kind';
  due constant numeric := private.due_of(p_order, attempt);
begin
  return json_build_object('provider', attempt.provider, 'kind', kind, 'due', due, 'awaited', due > 0 and attempt.reference is not null,
    'ways', case when p_order.status = 'Pending' then private.ways_of(p_order) else '{}' end,
    'pay_to', case when due > 0 and kind is distinct from 'on_delivery' then public.bank_account() else '' end,
    'payee', private.shop_setting('seller_name') #>> '{}');
end;
$$;
comment on function private.payment_of(public.orders) is
  'How an order is paid: {provider and kind of its newest payment, awaited: whether its money is on the way, by transfer or on delivery, due: what is still to come so, or on terms, in units of its currency, ways: the providers with which it can be paid, pay_to: the bank account, in lines, that an order on terms or by transfer is paid to, else empty, payee: the name of the seller}';

create function public.payment_of(p_order uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.payment_of(o) from public.orders o
    where o.id = p_order and (private.is_buyer(o) or public.is_admin() or o.id = private.linked_order()));
end;
$$;
comment on function public.payment_of(uuid) is 'As private.payment_of, of an order of the caller; null for the orders of others';
grant execute on function public.payment_of(uuid) to authenticated;

create function office.payment_methods() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(m) order by m.position, m.provider), '[]') from public.payment_methods m);
end;
$$;
comment on function office.payment_methods() is 'The chosen providers, in the order of the checkout. Administrators only (not_an_administrator).';

create function office.save_payment_methods(p_methods jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known constant jsonb := private.function_setting('PAYMENT_PROVIDERS');
begin
  perform private.require_admin();
  perform private.refuse_at('validation_failed', 'Has to name each provider once', array(
    select 'methods' where array(select w ->> 'provider' from jsonb_array_elements(p_methods) w order by 1)
      <> array(select k from jsonb_object_keys(known) k order by 1)));
  perform private.refuse_at('no_key', 'A provider without a key cannot be switched on.', array(
    select concat('methods.', w.place - 1, '.isOn') from jsonb_array_elements(p_methods) with ordinality w (method, place)
    where (w.method ->> 'is_on')::boolean and known #>> array[w.method ->> 'provider', 'mode'] = 'off'
      and not exists (select from public.payment_methods m where m.provider = w.method ->> 'provider' and m.is_on)));
  perform private.refuse_at('validation_failed', 'There is no such country.', array(
    select concat('methods.', w.place - 1, '.countries') from jsonb_array_elements(p_methods) with ordinality w (method, place)
    where exists (select from jsonb_array_elements_text(w.method -> 'countries') c where not exists (select from public.countries k where k.code = c))));
  insert into public.payment_methods as m (provider, position, is_on, countries, days)
  select w.method ->> 'provider', w.place, (w.method ->> 'is_on')::boolean,
    array(select jsonb_array_elements_text(w.method -> 'countries')), (w.method ->> 'days')::int
  from jsonb_array_elements(p_methods) with ordinality w (method, place)
  on conflict (provider) do update set position = excluded.position, is_on = excluded.is_on, countries = excluded.countries, days = excluded.days
    where (m.position, m.is_on, m.countries, m.days) is distinct from (excluded.position, excluded.is_on, excluded.countries, excluded.days);
end;
$$;
comment on function office.save_payment_methods(jsonb) is
  'Chooses from all providers in this order, [{provider, is_on, countries, days}]. Errors (in detail): not_an_administrator, validation_failed and no_key (with the path of the field as hint).';

create function private.is_transfer(p_provider text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.provider_facts(p_provider) ->> 'kind' = 'transfer', false);
end;
$$;
comment on function private.is_transfer(text) is 'Whether a provider is a bank transfer to the account of the shop';

create function private.require_account_of_transfers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account jsonb;
begin
  -- Locked, so that nobody empties it meanwhile.
  select s.value into account from public.shop_settings s where s.name = 'bank_account' for share;
  perform private.refuse_at('no_bank_account', 'First add the bank account that customers pay to, in Settings → Taxes and invoices.',
    array(select concat('methods.', new.position - 1, '.isOn') where account = '""' and private.is_transfer(new.provider)));
  return new;
end;
$$;
comment on function private.require_account_of_transfers() is
  'Refuses to switch bank transfers on while the shop names no account to pay to. Error (in detail, with the path of the field as hint): no_bank_account.';

select private.audit_table('public.payment_methods', 'provider');

alter table public.payment_methods enable row level security;
grant select on public.payment_methods to authenticated;
create policy payment_methods_select_admin on public.payment_methods for select to authenticated
  using ((select public.is_admin()));

create trigger payment_methods_require_account before insert or update of is_on on public.payment_methods
  for each row when (new.is_on) execute function private.require_account_of_transfers();
