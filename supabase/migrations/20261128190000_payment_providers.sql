-- Orders can be paid with several providers, also by bank transfer or on delivery, and disputes of payments are kept.

alter table public.payment_attempts
  add column provider text not null default '',
  add column provider_id text check (length(provider_id) <= 255);
update public.payment_attempts set provider = case when transfer is not null then 'transfer' else 'paystack' end where amount_minor > 0;
-- Payments of orders in the trash, too.
update public.trash t set contents = jsonb_set(t.contents, '{attempts}', (
  select jsonb_agg(a || jsonb_build_object('provider', case when (a ->> 'amount_minor')::bigint = 0 then '' when a ->> 'transfer' is not null then 'transfer' else 'paystack' end))
  from jsonb_array_elements(t.contents -> 'attempts') a))
  where t.kind = 'orders' and jsonb_array_length(t.contents -> 'attempts') > 0;
alter table public.payment_events
  add column provider text not null default '',
  add column amount_minor bigint,
  add column currency text;
update public.payment_events e set provider = 'paystack',
  amount_minor = case when e.event in ('charge.success', 'verify') and coalesce(e.payload #>> '{data,amount}', e.payload ->> 'amount') ~ '^\d{1,18}$'
    then coalesce(e.payload #>> '{data,amount}', e.payload ->> 'amount')::bigint end,
  currency = case when e.event in ('charge.success', 'verify') then left(coalesce(e.payload #>> '{data,currency}', e.payload ->> 'currency'), 20) end;
comment on table public.payment_attempts is 'Attempts to pay an order, one row each, and the payments that came of them';
comment on column public.payment_attempts.reference is 'Reference, which the payment provider has too';
comment on column public.payment_attempts.order_id is 'The order to be paid';
comment on column public.payment_attempts.provider is 'The payment provider; empty where nothing was to be paid';
comment on column public.payment_attempts.provider_id is 'Its id at the provider, where that is not the reference; empty before it is known';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency (cents)';
comment on column public.payment_attempts.currency is 'Currency asked for, three letters';
comment on column public.payment_attempts.authorization_url is 'Address of the provider''s page; for one use';
comment on column public.payment_attempts.status is 'started, authorized (the provider''s page is open), awaited (a transfer, or payment on delivery), paid, held (wrong amount or currency), duplicate (order was paid already: refund it), or what the provider said when it failed';
comment on column public.payment_attempts.created_at is 'When the attempt began';
comment on column public.payment_attempts.asked_at is
  'When the provider was last asked about it because its end was not known; empty before the first time';
comment on column public.payment_attempts.paid_minor is 'What was paid, in the smallest unit; empty before it is paid, and where the amount is not known';
comment on column public.payment_attempts.refunded_minor is
  'What was refunded of it, or is on its way, in the smallest unit; kept by triggers';
comment on column public.payment_attempts.transfer is 'Of a payment that the office recorded: what it noted of it; empty for others';
comment on table public.payment_events is 'Messages of the payment providers about payments. Kept even when no order fits, so that money without an order can be found.';
comment on column public.payment_events.id is 'Unique key of the message; a repeated message is stored once';
comment on column public.payment_events.reference is 'Payment reference the message is about';
comment on column public.payment_events.event is 'Kind of message, for instance charge.success';
comment on column public.payment_events.provider is 'The provider that sent it; empty for what the office recorded';
comment on column public.payment_events.amount_minor is 'What was paid, in the smallest unit; empty for messages about anything else';
comment on column public.payment_events.currency is 'Currency of the amount as the provider wrote it';
comment on column public.payment_events.payload is 'The message as it came';
comment on column public.payment_events.created_at is 'When it first came';

delete from private.function_settings where name = 'PAYMENT_MINIMUMS';
insert into private.function_settings (name, value)
values ('PAYMENT_PROVIDERS', '{"paystack": {"kind": "page", "mode": "test", "currencies": null, "countries": null, "minimums": {"USD": 2}}}');

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

create table public.payment_disputes (
  provider text not null,
  provider_id text not null check (length(provider_id) between 1 and 255),
  reference text not null references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  reason text not null default '' check (length(reason) <= 200),
  amount_minor bigint not null,
  currency text not null,
  respond_by timestamptz,
  created_at timestamptz not null default public.clock(),
  closed_at timestamptz,
  primary key (provider, provider_id)
);
comment on table public.payment_disputes is 'Payments that the bank of a customer disputes; answered at the provider';
comment on column public.payment_disputes.provider is 'The payment provider';
comment on column public.payment_disputes.provider_id is 'Its id of the dispute';
comment on column public.payment_disputes.reference is 'The disputed payment';
comment on column public.payment_disputes.order_id is 'The order that it paid';
comment on column public.payment_disputes.status is 'open (the shop can answer at the provider), won, or lost: the money is with the customer';
comment on column public.payment_disputes.reason is 'The reason as the provider calls it';
comment on column public.payment_disputes.amount_minor is 'What is disputed, in the smallest unit of the currency';
comment on column public.payment_disputes.currency is 'Currency, three letters';
comment on column public.payment_disputes.respond_by is 'Until when the shop can answer; empty where the provider does not say';
comment on column public.payment_disputes.created_at is 'When the provider first told of it';
comment on column public.payment_disputes.closed_at is 'When it was won or lost';
create index payment_disputes_order_idx on public.payment_disputes (order_id);
create index payment_disputes_reference_idx on public.payment_disputes (reference);
create index payment_disputes_open_idx on public.payment_disputes (respond_by) where status = 'open';

drop function public.start_payment_attempt(uuid, text);
drop function public.save_authorization(text, text);
drop function public.settle_payment(text, text, text, bigint, text, jsonb);
drop function public.settle_refund(text, text, text, bigint, text, jsonb, text);
drop function office.mark_paid(uuid, text);

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
    'ways', private.ways_to_pay((price ->> 'total_price')::numeric, private.shop_currency(), country),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text, text) is
  'What the cart of the signed-in customer costs when it is sent to a country, else to the customer''s, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of that one, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in dollars} on which it orders or null, ways: the providers with which it can be paid, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text, text) to authenticated;

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to,
        o.recipient, o.invoice_address, o.gift_message, public.hold_end_of(o.id) as held_until,
        public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, public.exchange_of(o.id) as exchange, private.payment_of(o) as payment, (
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

create or replace function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  options constant jsonb := case jsonb_typeof(p_options) when 'object' then p_options - 'quote' end;
  with_voucher constant boolean := nullif(btrim(options ->> 'voucher'), '') is not null;
  placed public.orders;
  attempt public.payment_attempts;
  problem text;
  reason text;
  way text;
  refusal text;
begin
  if with_voucher then
    perform private.require_shopper();
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  begin
    placed := private.place_order(p_products, p_amount, p_email, p_idempotency_key, options);
  exception when raise_exception then
    get stacked diagnostics problem = message_text, reason = pg_exception_detail;
    if not with_voucher or reason not in ('amount_differs', 'voucher_refused') then
      raise;
    end if;
    -- Returned, since raising it would roll back the count above and let anybody guess codes.
    return json_build_object('problem', json_build_object('message', problem, 'details', reason));
  end;
  if placed.status = 'Pending' then
    way := coalesce(options ->> 'pay_with', (private.ways_to_pay(placed.total_price, placed.currency, placed.country))[1]);
    refusal := private.payment_refusal(way, placed.total_price, placed.currency, placed.country);
    if refusal is null then
      -- Of two requests for the same order only one begins its first payment.
      attempt := private.begin_payment(placed, way, placed.id || '.1');
    end if;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id), 'refusal', refusal,
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as private.place_order does and begins its first payment, with the provider pay_with among the options, else with the first that takes it: {order, attempt, refusal: why it cannot be paid so, as payment_refusal says}; attempt is null when it was begun before, with a refusal, for an order that costs nothing, which is Paid, and for one on terms. With a voucher, amount_differs and voucher_refused are returned as {problem: {message, details}}, and each try counts as in price_cart. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as there, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) to authenticated;

create function public.start_payment_attempt(p_order_id uuid, p_reference text, p_provider text default null)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
  way text := p_provider;
begin
  -- Attempts and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' or ordered.exchange_of is not null and not ordered.by_office then
    raise exception 'This order needs no payment.' using detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    way := coalesce(way, (private.ways_to_pay(ordered.total_price, ordered.currency, ordered.country))[1]);
    perform private.require_way(way, ordered), private.require_order_rate('payment', ordered.user_id);
  end if;
  perform private.require_stock(ordered);
  perform private.require_voucher(ordered);
  if exists (select from public.payment_attempts a where a.reference = p_reference) then
    raise unique_violation using message = 'This payment was begun already.';
  end if;
  update public.orders set payment_reference = p_reference where id = ordered.id returning * into ordered;
  if ordered.total_price > 0 then
    return private.begin_payment(ordered, way, p_reference);
  end if;
  perform private.settle_free_order(ordered);
  update public.orders set status = 'Paid' where id = ordered.id;
  select * into attempt from public.payment_attempts a where a.reference = p_reference;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text, text) is
  'Starts an attempt to pay an order with a provider, or with the first that takes it; one that costs nothing is Paid by it. Its pieces are held anew, and the use of its voucher. Errors (in detail): unknown_order, not_pending, below_minimum, way_refused, out_of_stock, voucher_refused; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create function public.save_authorization(p_reference text, p_url text, p_provider_id text default null)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
begin
  update public.payment_attempts
    set authorization_url = p_url, provider_id = p_provider_id, status = case status when 'started' then 'authorized' else status end
    where reference = p_reference returning * into attempt;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  return attempt;
end;
$$;
comment on function public.save_authorization(text, text, text) is
  'Saves the address of the provider''s page of a payment, and its id there. Error (in detail): unknown_payment.';

create or replace function public.fail_payment_attempt(p_reference text, p_status text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = left(coalesce(nullif(p_status, ''), 'failed'), 50)
    where reference = p_reference and status not in ('paid', 'held', 'duplicate', 'awaited');
  return found;
end;
$$;
comment on function public.fail_payment_attempt(text, text) is
  'Records that a payment attempt failed; true when it was still open. The order stays Pending.';

create or replace function public.unconfirmed_payments(p_older_than interval)
returns setof public.payment_attempts
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An abandoned card page can still be paid for a while, also when the order was deleted: the provider repeats itself for 72 hours.
  return query
    select a.* from (
      select p.* from public.payment_attempts p
      union all
      select p.* from public.trash t, jsonb_populate_recordset(null::public.payment_attempts, t.contents -> 'attempts') p
      where t.kind = 'orders' and t.deleted_at > public.clock() - interval '7 days') a
    where a.status not in ('paid', 'held', 'duplicate', 'awaited')
      and a.created_at < public.clock() - p_older_than and a.created_at > public.clock() - interval '7 days'
      and (a.asked_at is null
        or a.asked_at < public.clock() - greatest(p_older_than, (public.clock() - a.created_at) / 12))
    order by coalesce(a.asked_at, a.created_at) limit 200;
end;
$$;
comment on function public.unconfirmed_payments(interval) is
  'Payment attempts that began longer ago than this, up to a week, whose end is not known, those of orders in the trash too, and about which the provider was not asked lately; the longest unasked first, 200 at most';

create or replace function public.payment_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', coalesce((
      select jsonb_object_agg(status, count) from (
        select o.status, count(*) from public.orders o
        where o.created_at > public.clock() - interval '24 hours' group by o.status) by_status), '{}'),
    'payments', coalesce((
      select jsonb_object_agg(outcome, count) from (
        select case
            when a.status in ('started', 'authorized', 'awaited') then 'open'
            when a.status in ('paid', 'held', 'duplicate', 'refunded') then a.status
            else 'failed'
          end as outcome, count(*)
        from public.payment_attempts a
        where a.created_at > public.clock() - interval '24 hours' group by 1) by_outcome), '{}'),
    'quiet', (select count(*) from public.unconfirmed_payments('15 minutes')));
$$;
comment on function public.payment_figures() is
  'Counts for monitoring: orders by status and payments by outcome of the last 24 hours, and unconfirmed payments (200 at most)';

create function public.note_payment_event(
  p_key text, p_event text, p_reference text, p_payload jsonb, p_provider text, p_amount_minor bigint default null, p_currency text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events (id, reference, event, payload, provider, amount_minor, currency)
  values (p_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'), coalesce(p_provider, ''), p_amount_minor, left(p_currency, 20))
  on conflict (id) do nothing;
  return found;
end;
$$;
comment on function public.note_payment_event(text, text, text, jsonb, text, bigint, text) is
  'Keeps a message of a provider; false for one that was kept before';

create function public.note_refused_message(p_provider text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events as e (id, event, provider, payload)
  values (concat_ws(':', 'refused', p_provider, p_reason, to_char(date_trunc('hour', public.clock()), 'YYYY-MM-DD"T"HH24')), 'refused.' || p_reason, p_provider, '{"times": 1}')
  on conflict (id) do update set payload = jsonb_build_object('times', (e.payload ->> 'times')::int + 1);
end;
$$;
comment on function public.note_refused_message(text, text) is
  'Counts a message that no provider has signed, or too long ago: one row for each provider, reason and hour, since anybody can send these';

create function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
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
  is_due := ordered.status in ('Pending', 'OnTerms') and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  if is_due and private.hold_stock(ordered, null) is not null then
    is_due := false;
  elsif is_due and private.use_voucher(ordered, null) is not null then
    is_due := false;
    perform private.end_holds_of(array[ordered.id]);
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'OnTerms', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = public.clock()
    where id = ordered.id and status in ('Pending', 'OnTerms') returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb, text) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled or deleted, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment of this provider (null: of any)';

create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (select jsonb_object_agg(w.variant, w.quantity) from private.pieces_to_hold(p_order.id) w);
  earlier uuid[];
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  -- An unpaid order of the same customer must not block this one.
  earlier := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or (p_until is not null or p_order.status = 'OnTerms' or p_order.total_price = 0) and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null
        and not exists (select from public.payment_attempts a where a.order_id = o.id and a.status = 'awaited'));
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)), (select max(w.value::int) from jsonb_each_text(wanted) w));
  update public.stock_holds h set expires_at = p_until
    where h.order_id = p_order.id and wanted @> jsonb_build_object(h.variant_id, h.quantity);
  get diagnostics same = row_count;
  if same = (select count(*) from jsonb_object_keys(wanted)) then
    return null;
  end if;
  -- Holds of orders that were paid in the meantime stay.
  if earlier <> '{}' then
    delete from public.stock_holds h
      where h.order_id = any (earlier) and (h.order_id = p_order.id or h.expires_at is not null);
  end if;
  select p.title into short
    from jsonb_each_text(wanted) w
    join public.product_variants v on v.id = w.key::uuid join public.products p on p.id = v.product_id
    where v.policy = 'deny' and v.on_hand - v.held < w.value::int limit 1;
  if not found then
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select p_order.id, w.key::uuid, w.value::int, p_until from jsonb_each_text(wanted) w;
  end if;
  return short;
end;
$$;
comment on function private.hold_stock(public.orders, timestamptz) is
  'Holds the pieces of an order until a time, or until they are sent where that is null; holds of other unpaid orders of the customer give way. Returns the title of what there is too little of, and then holds nothing; null when all is held.';

create or replace function office.pack_order(
  p_order uuid, p_lines jsonb default null, p_carrier text default '', p_tracking_number text default '',
  p_tracking_url text default ''
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  parcel uuid;
  packed int;
begin
  perform private.lock_to_send(array[p_order]);
  if not exists (select from public.orders o where o.id = p_order and o.status in ('OnTerms', 'Paid')) then
    raise exception 'Only what is paid or on terms can be packed.' using detail = 'not_paid';
  end if;
  perform private.require_sendable(p_order);
  if exists (select from jsonb_to_recordset(p_lines) w (item uuid, quantity int)
    left join private.left_to_pack(p_order) l on l.item = w.item where w.quantity > coalesce(l.quantity, 0)) then
    raise exception 'There is not so much left to pack of this order.' using detail = 'packed_already';
  end if;
  insert into public.parcels (order_id, carrier, tracking_number, tracking_url)
  values (p_order, p_carrier, p_tracking_number, p_tracking_url) returning id into parcel;
  insert into public.parcel_lines (parcel_id, order_item_id, quantity)
  select parcel, l.item, coalesce(w.quantity, l.quantity) from private.left_to_pack(p_order) l
  left join jsonb_to_recordset(p_lines) w (item uuid, quantity int) on w.item = l.item
  where case when p_lines is null then l.quantity else w.quantity end > 0;
  get diagnostics packed = row_count;
  if packed = 0 then
    raise exception 'Nothing is left to pack of this order.' using detail = 'packed_already';
  end if;
  perform private.update_fulfilment(p_order);
  return parcel;
end;
$$;
comment on function office.pack_order(uuid, jsonb, text, text, text) is
  'Packs pieces of an order that is Paid or OnTerms into a new parcel and returns its id; lines as [{item, quantity}], all that is left where they are null. Errors (in detail): not_an_administrator, not_paid, disputed, packed_already.';

create or replace function office.change_parcel(
  p_id uuid, p_status public.parcel_status default null, p_carrier text default null, p_tracking_number text default null,
  p_tracking_url text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select p.order_id from public.parcels p where p.id = p_id);
  before public.parcels;
begin
  perform private.lock_to_send(array[ordered]);
  select * into before from public.parcels where id = p_id for update;
  if p_status is distinct from before.status and (before.status, p_status) not in (
    ('packed', 'sent'), ('packed', 'cancelled'), ('sent', 'delivered'), ('delivered', 'sent')) then
    raise exception 'This parcel is % already.', before.status using detail = 'parcel_moved';
  end if;
  if before.status = 'packed' and p_status = 'sent' then
    perform private.require_sendable(ordered);
  end if;
  update public.parcels set status = coalesce(p_status, status), carrier = coalesce(p_carrier, carrier),
    tracking_number = coalesce(p_tracking_number, tracking_number), tracking_url = coalesce(p_tracking_url, tracking_url),
    sent_at = case when p_status = 'sent' then coalesce(sent_at, public.clock()) else sent_at end,
    delivered_at = case p_status when 'delivered' then public.clock() when 'sent' then null else delivered_at end
    where id = p_id;
  if before.status = 'packed' and p_status = 'sent' then
    perform private.take_out_of_stock(array[p_id]);
  end if;
  perform private.update_fulfilment(ordered);
  return ordered;
end;
$$;
comment on function office.change_parcel(uuid, public.parcel_status, text, text, text) is
  'Changes the given fields of a parcel and returns its order; null when there is no parcel. A packed one can be sent or cancelled, a sent one delivered, and a delivered one is sent again if that was a mistake. What is sent leaves the stock. Errors (in detail): not_an_administrator, parcel_moved, not_paid, disputed.';

create or replace function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and not private.is_being_refunded(o.id) and not private.is_disputed(o.id)
        and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
      order by o.id) o);
end;
$$;
comment on function office.pack_orders(uuid[]) is
  'Packs all that is left of these orders, those that are Paid or OnTerms, each into one parcel, and returns how many orders that were. Error (in detail): not_an_administrator.';

create or replace function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  leaving uuid[];
  sent int := 0;
begin
  perform private.lock_to_send(p_ids);
  for its_id in select o.id from public.orders o where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid')
      and not private.is_being_refunded(o.id) and not private.is_disputed(o.id) order by o.created_at, o.id loop
    continue when private.missing_pieces(array[its_id]) <> '[]';
    perform office.pack_orders(array[its_id]);
    leaving := array(select p.id from public.parcels p where p.order_id = its_id and p.status = 'packed');
    update public.parcels set status = 'sent', sent_at = public.clock() where id = any (leaving);
    perform private.take_out_of_stock(leaving);
    perform private.update_fulfilment(its_id);
    sent := sent + (leaving <> '{}')::int;
  end loop;
  return sent;
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, one after the other, those that are Paid or OnTerms and of which no counted piece is missing, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function public.settle_refund(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_status text,
  p_payload jsonb, p_provider_reference text default null, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  alike int;
  waiting uuid[];
begin
  perform public.note_payment_event(p_event_key, p_event, p_reference, p_payload, p_provider);
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  if not exists (select from public.payment_attempts a
    where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate') and (p_provider is null or a.provider = p_provider)) then
    return 'unknown';
  end if;
  select r.id into its_id from public.refunds r
    where r.reference = p_reference and r.provider_reference = p_provider_reference;
  if its_id is null then
    -- Messages do not name our refund: those of the same amount that no message with a reference was about.
    select count(*), array_agg(r.id order by r.asked_at, r.id) filter (where r.status in ('requested', 'pending', 'processing'))
      into alike, waiting from public.refunds r
      where r.reference = p_reference and r.amount_minor = p_amount_minor
        and (r.provider_reference is null or p_provider_reference is null);
    its_id := waiting[1];
    if alike > 0 and (its_id is null or p_provider_reference is null and alike > 1) then
      return 'ambiguous';
    end if;
  end if;
  return private.move_refund(its_id, p_reference, p_amount_minor, p_status, null, p_provider_reference);
end;
$$;
comment on function public.settle_refund(text, text, text, bigint, text, jsonb, text, text) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund; noted when it fits none; ambiguous when it may be about one of several, or be late: its list tells; unknown when there is no such payment';

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
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
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
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, notes, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if not exists (select from public.administrators where id = (ordered ->> 'assigned_to')::uuid) then
    ordered := ordered || '{"assigned_to": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.payment_disputes', p_contents -> 'disputes');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  perform private.insert_rows('public.returns', p_contents -> 'returns');
  perform private.insert_rows('public.return_lines', p_contents -> 'return_lines');
  perform private.insert_rows('public.order_notes', p_contents -> 'notes');
  update public.invoices i set order_id = (ordered ->> 'id')::uuid, refund_id = w.refund_id
    from jsonb_to_recordset(p_contents -> 'invoices') w (id uuid, refund_id uuid) where i.id = w.id;
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_what_is_left(o) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid') and jsonb_array_length(p_contents -> 'holds') > 0;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (
    select t.id, jsonb_agg(h) as rows from jsonb_array_elements(p_contents -> 'holds') h
    join public.trash t on t.kind = 'products' and t.contents -> 'variants' @> jsonb_build_array(jsonb_build_object('id', h -> 'variant_id'))
    group by t.id) h
  where t.id = h.id;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds the pieces and uses the voucher that are still there if it is Paid or OnTerms; customers, products and administrators that were deleted since are left out';

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'overdue', (select count(*) from public.orders where status = 'OnTerms' and due_at < public.clock()),
    'disputed', (select count(distinct order_id) from public.payment_disputes where status = 'open'),
    'toSend', (select count(*) from public.orders o where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed')
      and not exists (select from public.payment_disputes d where d.order_id = o.id and d.status <> 'won')),
    'returnsToAnswer', (select count(distinct order_id) from public.returns where status = 'requested'),
    'companiesToAnswer', (select count(*) from public.companies where status = 'requested'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'quotesToAnswer', (select count(*) from public.quotes where to_answer),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, overdue, disputed, toSend, returnsToAnswer, companiesToAnswer, withoutPictures, lowStock, outOfStock, quotesToAnswer, unreadMessages}. Administrators only (not_an_administrator).';

create function office.mark_paid(p_order uuid, p_note text default '', p_amount numeric default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  awaited public.payment_attempts;
begin
  perform private.require_admin();
  select * into ordered from public.orders where id = p_order for no key update;
  if not found then
    return false;
  end if;
  select * into awaited from public.payment_attempts a where a.order_id = ordered.id and a.status = 'awaited' order by a.created_at desc limit 1;
  if ordered.status <> 'OnTerms' and (ordered.status <> 'Pending' or awaited.reference is null) then
    raise exception 'This order does not wait for a payment that you could record, or has been paid already.' using detail = 'not_on_terms';
  end if;
  if awaited.reference is not null then
    update public.payment_attempts set transfer = btrim(p_note) where reference = awaited.reference;
    perform public.settle_payment('office:' || awaited.reference, 'office', awaited.reference, coalesce((p_amount * 100)::bigint, awaited.amount_minor),
      awaited.currency, '{}', awaited.provider);
    return true;
  end if;
  insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status, paid_minor, transfer)
  values (ordered.id || '.transfer', ordered.id, 'transfer', (ordered.total_price * 100)::bigint, ordered.currency, 'paid',
    (ordered.total_price * 100)::bigint, btrim(p_note));
  update public.orders set status = 'Paid', payment_reference = ordered.id || '.transfer', paid_at = public.clock() where id = ordered.id;
  return true;
end;
$$;
comment on function office.mark_paid(uuid, text, numeric) is
  'Records that an order on terms, by transfer or on delivery was paid, with what the office notes of it; an order of which another amount (in units of its currency) than its total was paid is Held. False when there is no such order. Errors (in detail): not_an_administrator, not_on_terms.';

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
    least(round(greatest(0, - c.difference) * w.quantity * (100 + case when opened.tax_included then 0 else i.tax_rate end) / 100, 2),
      private.price_of_pieces(i, w.quantity) / 100.0)
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
comment on function private.open_exchange(public.orders, uuid, jsonb) is
  'Opens the order of what a return is exchanged for, the lines with a variant among [{item, quantity, variant}], and holds its pieces. Errors (in detail): not_exchangeable, out_of_stock (with the paths of what is wrong as hint).';

create function private.shop_currency() returns text
language sql immutable set search_path = '' as $$
  select 'USD';
$$;
comment on function private.shop_currency() is 'The currency of all prices, three letters';

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

create or replace function private.require_payable(p_total numeric, p_currency text) returns void
language plpgsql stable set search_path = '' as $$
declare
  least constant numeric := private.least_payable(p_currency);
begin
  if p_total < least then
    raise exception 'The smallest amount that can be paid by card is %.',
      case p_currency when 'USD' then '$' else p_currency || ' ' end || to_char(least, 'FM9999999990.00')
      using detail = 'below_minimum';
  end if;
end;
$$;
comment on function private.require_payable(numeric, text) is 'Refuses a total that no way to pay takes (below_minimum)';

create function private.require_way(p_provider text, p_order public.orders) returns void
language plpgsql stable set search_path = '' as $$
declare
  refusal constant text := private.payment_refusal(p_provider, p_order.total_price, p_order.currency, p_order.country);
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
  values (p_reference, p_order.id, p_provider, (p_order.total_price * 100)::bigint, p_order.currency,
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
begin
  return (
    select json_build_object('provider', a.provider, 'kind', private.provider_facts(a.provider) ->> 'kind', 'awaited', coalesce(a.status = 'awaited', false),
      'ways', case when p_order.status = 'Pending' then private.ways_to_pay(p_order.total_price, p_order.currency, p_order.country) else '{}' end,
      'pay_to', case when p_order.status = 'OnTerms' and a.reference is null or p_order.status = 'Pending' and a.status = 'awaited' then public.bank_account() else '' end)
    from (select) one left join public.payment_attempts a on a.reference = p_order.payment_reference);
end;
$$;
comment on function private.payment_of(public.orders) is
  'How an order is paid: {provider and kind of its newest payment, awaited: whether its money is on the way, as by transfer or on delivery, ways: the providers with which it can be paid, pay_to: the bank account, in lines, that an order on terms or by transfer is paid to, else empty}';

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
begin
  perform private.require_admin();
  perform private.refuse_at('unknown_country', 'There is no such country.', array(
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
  'Chooses providers in this order, [{provider, is_on, countries, days}]. Errors (in detail): not_an_administrator, unknown_country (with the path of the field as hint).';

create function public.note_dispute(
  p_key text, p_event text, p_reference text, p_payload jsonb, p_provider text, p_dispute jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  dispute public.payment_disputes;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id where a.reference = p_reference for no key update of o;
  perform public.note_payment_event(p_key, p_event, p_reference, p_payload, p_provider);
  insert into public.payment_disputes as d (provider, provider_id, reference, order_id, status, reason, amount_minor, currency, respond_by, closed_at)
  select p_provider, p_dispute ->> 'id', a.reference, a.order_id, p_dispute ->> 'status', left(p_dispute ->> 'reason', 200),
    (p_dispute ->> 'amount')::bigint, upper(p_dispute ->> 'currency'), (p_dispute ->> 'respond_by')::timestamptz,
    case when p_dispute ->> 'status' <> 'open' then public.clock() end
  from public.payment_attempts a where a.reference = p_reference and a.provider = p_provider
  -- Messages may come in any order: what is decided stays decided.
  on conflict (provider, provider_id) do update set status = excluded.status, respond_by = excluded.respond_by, closed_at = excluded.closed_at
    where d.status = 'open'
  returning * into dispute;
  return coalesce(dispute.status, 'unknown');
end;
$$;
comment on function public.note_dispute(text, text, text, jsonb, text, jsonb) is
  'Keeps what a provider says of a dispute, {id, status, reason, amount in the smallest unit, currency, respond_by}: its status; unknown when there is no such payment of this provider, or the dispute was decided before';

create function private.is_disputed(p_order uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.payment_disputes d where d.order_id = p_order and d.status <> 'won');
end;
$$;
comment on function private.is_disputed(uuid) is 'Whether a payment of an order is disputed, or was lost by that';

create function private.require_sendable(p_order uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_being_refunded(p_order) then
    raise exception 'This order is being refunded.' using detail = 'not_paid';
  elsif private.is_disputed(p_order) then
    raise exception 'The payment of this order is disputed. Nothing is sent until you have won.' using detail = 'disputed';
  end if;
end;
$$;
comment on function private.require_sendable(uuid) is 'Refuses to send what is being refunded (not_paid) or disputed (disputed)';


select private.audit_table('public.payment_methods', 'provider');

alter table public.payment_methods enable row level security;
grant select on public.payment_methods to authenticated;
create policy payment_methods_select_admin on public.payment_methods for select to authenticated
  using ((select public.is_admin()));

select private.audit_table('public.payment_disputes', 'provider_id');

alter table public.payment_disputes enable row level security;
grant select on public.payment_disputes to authenticated;
create policy payment_disputes_select_admin on public.payment_disputes for select to authenticated
  using ((select public.is_admin()));

drop view public.payments_without_order;
create view public.payments_without_order with (security_invoker = true) as
  select e.id as event_id, e.reference, e.event, e.created_at,
    e.amount_minor::text as amount_minor, e.currency, e.provider
  from public.payment_events e
  where e.amount_minor is not null
    and not exists (select 1 from public.payment_attempts a where a.reference = e.reference)
  order by e.created_at desc;
comment on view public.payments_without_order is 'Payments without an order, for instance because it was deleted: refund it at the payment provider';
comment on column public.payments_without_order.provider is 'The provider that has the money';
comment on column public.payments_without_order.event_id is 'The message of the provider, in payment_events';
comment on column public.payments_without_order.reference is 'Reference of the payment at the provider';
comment on column public.payments_without_order.event is 'Kind of message';
comment on column public.payments_without_order.created_at is 'When it came';
comment on column public.payments_without_order.amount_minor is 'Amount as the provider wrote it, in the smallest unit (cents)';
comment on column public.payments_without_order.currency is 'Currency as the provider wrote it';

create or replace view public.paid_orders_without_payment with (security_invoker = true) as
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
