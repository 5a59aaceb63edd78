-- Bank transfers and payment on delivery: what is due, money by hand and from files of the bank, mails, and the account to pay to.

comment on column public.payment_attempts.status is 'started, authorized (the provider''s page is open), awaited (a transfer, or payment on delivery), paid, held (wrong amount or currency, or a part), duplicate (order was paid already, or more than its total: refund it), ended (an awaited payment of an order that was cancelled or paid otherwise), or what the provider said when it failed';
comment on column public.payment_attempts.paid_minor is 'What was paid so far, in the smallest unit; empty before it is paid, and where the amount is not known';

insert into public.mail_texts (kind, subject, opening) values
  ('order_to_transfer', 'Please transfer the amount of your order {number}', E'Dear {name},\n\nThank you for your order. We will start preparing it as soon as your bank transfer has arrived. Please quote the order number.'),
  ('transfer_part', 'A part of your payment for order {number} has arrived', E'Dear {name},\n\nThank you. We have received a part of the amount of your order. Please transfer the rest below, and quote the order number.'),
  ('transfer_ended', 'We have not received your bank transfer for order {number}', E'Dear {name},\n\nYour bank transfer has not arrived in time, so we no longer hold the items below for you. You can still pay for them while they are in stock. If you have sent the money already, you do not need to do anything: we will send your order if the items are in stock when it arrives, and otherwise refund you.'),
  ('order_on_delivery', 'Thank you for your order {number}', E'Dear {name},\n\nThank you for your order. We are preparing it. You pay when it arrives.'),
  ('order_paid_on_delivery', 'Your payment for order {number} has arrived', E'Dear {name},\n\nThank you. We have received what you paid on delivery, and your order is paid.');

-- It says now what came of the payment.
drop function office.mark_paid(uuid, text, numeric);

create function private.newest_payment(p_order public.orders) returns public.payment_attempts
language plpgsql stable security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
begin
  -- Instructions stay valid when the customer opens a page of a provider too, and leaves it.
  select * into attempt from public.payment_attempts a
    where a.order_id = p_order.id and (a.reference = p_order.payment_reference or a.status = 'awaited' and p_order.status in ('Pending', 'OnTerms'))
    order by a.status = 'awaited' desc, a.created_at desc limit 1;
  return attempt;
end;
$$;
comment on function private.newest_payment(public.orders) is 'The awaited payment of an order, else its newest one; null where none was begun';

create function private.is_on_delivery(p_order public.orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.payment_attempts a
    where a.reference = p_order.payment_reference and private.provider_facts(a.provider) ->> 'kind' = 'on_delivery');
end;
$$;
comment on function private.is_on_delivery(public.orders) is 'Whether an order is paid, or was, when it arrives';

create function private.due_of(p_order public.orders, p_attempt public.payment_attempts) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_order.status = 'OnTerms' then p_order.total_price - coalesce(p_attempt.paid_minor, 0) / 100.0
    when p_order.status = 'Pending' and p_attempt.status = 'awaited' then p_attempt.amount_minor / 100.0
    -- Held, since only a part has arrived.
    when p_order.status = 'Held' and p_attempt.status = 'held' and p_attempt.transfer is not null and p_attempt.refunded_minor = 0
      then greatest(0, p_attempt.amount_minor - p_attempt.paid_minor) / 100.0
    else 0 end::numeric(12, 2);
end;
$$;
comment on function private.due_of(public.orders, public.payment_attempts) is
  'What the office can record of an order as paid, in units of its currency: what is still to come by transfer, on delivery or on terms';

create function private.receive_money(p_order public.orders, p_amount numeric, p_key text, p_event text, p_note text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts := private.newest_payment(p_order);
  received constant bigint := coalesce(attempt.paid_minor, 0) + (p_amount * 100)::bigint;
  more bigint;
begin
  if attempt.reference is null then
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status)
    values (p_order.id || '.transfer', p_order.id, 'transfer', (p_order.total_price * 100)::bigint, p_order.currency, 'awaited')
    returning * into attempt;
  end if;
  more := received - attempt.amount_minor;
  perform public.note_payment_event(p_key, p_event, attempt.reference, '{}', attempt.provider, (p_amount * 100)::bigint, attempt.currency);
  update public.payment_attempts set paid_minor = least(received, amount_minor),
    transfer = left(concat_ws('; ', nullif(transfer, ''), nullif(btrim(p_note), '')), 200) where reference = attempt.reference;
  if more < 0 then
    -- One on terms stays so: it is sent before it is paid.
    update public.payment_attempts set status = 'held' where reference = attempt.reference and p_order.status = 'Pending';
    update public.orders set status = 'Held', payment_reference = attempt.reference where id = p_order.id and status = 'Pending';
    if not private.is_on_delivery(p_order) then
      perform private.queue_transfer_mail(p_order, 'transfer_part', gen_random_uuid());
    end if;
    return 'part';
  elsif more > 0 then
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status, paid_minor, transfer)
    values (attempt.reference || '.more', p_order.id, attempt.provider, more, attempt.currency, 'duplicate', more, left(btrim(p_note), 200));
  end if;
  return public.settle_payment(p_key, p_event, attempt.reference, attempt.amount_minor, attempt.currency, '{}', attempt.provider);
end;
$$;
comment on function private.receive_money(public.orders, numeric, text, text, text) is
  'Records money, in units of the currency, for an order that the caller has locked and of which something is due: part where that is not all (a Pending order is Held then), else paid or held as settle_payment says. What is too much is a payment of its own, to refund.';

create function office.mark_paid(p_order uuid, p_note text default '', p_amount numeric default null, p_due numeric default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  due numeric;
begin
  perform private.require_admin();
  select * into ordered from public.orders where id = p_order for no key update;
  if not found then
    return 'unknown';
  end if;
  due := private.due_of(ordered, private.newest_payment(ordered));
  if due = 0 then
    raise exception 'This order does not wait for a payment that you could record, or has been paid already.' using detail = 'not_on_terms';
  elsif p_due <> due then
    raise exception 'Another payment of this order was recorded meanwhile.' using detail = 'changed_meanwhile';
  end if;
  return private.receive_money(ordered, coalesce(p_amount, due), 'office:' || gen_random_uuid(), 'office', p_note);
end;
$$;
comment on function office.mark_paid(uuid, text, numeric, numeric) is
  'Records that an order on terms, by transfer or on delivery was paid, all that is due or another amount in units of its currency, with what the office notes of it: paid, part or held as receive_money says, unknown without such an order. p_due: what was due as the caller saw it, so that nothing is recorded twice. Errors (in detail): not_an_administrator, not_on_terms, changed_meanwhile.';

create function private.match_transfer(p_line jsonb, p_taken jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  amount constant numeric := p_line ->> 'amount';
  found uuid[] := array(
    select o.id from public.orders o where o.number = any (array(select jsonb_array_elements_text(p_line -> 'numbers'))) limit 2);
  booked public.payment_events;
  ordered public.orders;
  due numeric;
begin
  select * into booked from public.payment_events e where e.id = p_line ->> 'key';
  if booked.id is not null then
    found := array(select a.order_id from public.payment_attempts a where a.reference = booked.reference);
  end if;
  select * into ordered from public.orders o where o.id = found[1] and cardinality(found) = 1;
  due := private.due_of(ordered, private.newest_payment(ordered)) - coalesce((p_taken ->> ordered.id::text)::numeric, 0);
  return jsonb_build_object('row', p_line -> 'row', 'order', ordered.id, 'number', ordered.number, 'due', due, 'currency', ordered.currency,
    'total', ordered.total_price, 'fate', case
      when booked.id is not null then 'booked'
      when cardinality(found) > 1 then 'several'
      when ordered.id is null then 'unknown'
      when ordered.status = 'Cancelled' then 'cancelled'
      when due <= 0 then case when ordered.status in ('Paid', 'Refunded') or p_taken ? ordered.id::text then 'paid' else 'not_awaited' end
      when ordered.currency <> p_line ->> 'currency' then 'currency'
      when amount = due then 'exact' when amount < due then 'part' else 'more' end);
end;
$$;
comment on function private.match_transfer(jsonb, jsonb) is
  'The order that a line of a bank''s file pays, {row, key, amount, currency or null, numbers: of orders, in its text}, and its fate: exact, part, more, booked (by an earlier file), several (orders), unknown (none), cancelled, paid, not_awaited or currency (another one). p_taken: what earlier lines of the file pay, by order.';

create function office.match_transfers(p_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  line jsonb;
  match jsonb;
  taken jsonb := '{}';
  matches jsonb[] := '{}';
begin
  perform private.require_admin();
  for line in select e from jsonb_array_elements(p_lines) with ordinality l (e, place) order by l.place loop
    match := private.match_transfer(line, taken);
    if match ->> 'fate' in ('exact', 'part', 'more') then
      taken := taken || jsonb_build_object(match ->> 'order', coalesce((taken ->> (match ->> 'order'))::numeric, 0) + (line ->> 'amount')::numeric);
    end if;
    matches := matches || match;
  end loop;
  return to_jsonb(matches);
end;
$$;
comment on function office.match_transfers(jsonb) is
  'What each line of a bank''s file would do, as match_transfer says, after the lines before it; changes nothing. Administrators only (not_an_administrator).';

create function office.book_transfers(p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line jsonb;
  match jsonb;
  ordered public.orders;
  results jsonb[] := '{}';
  ids constant uuid[] := array(
    select o.id from jsonb_array_elements(p_lines) l, jsonb_array_elements_text(l -> 'numbers') n join public.orders o on o.number = n);
begin
  perform private.require_admin();
  -- All at once and in the order of everybody else, to avoid deadlocks.
  perform from public.orders o where o.id = any (ids) order by o.id for no key update;
  perform private.lock_variants(array(select i.variant_id from public.order_items i where i.order_id = any (ids)));
  perform private.lock_vouchers(ids, null);
  for line in select e from jsonb_array_elements(p_lines) with ordinality l (e, place) order by l.place loop
    match := private.match_transfer(line, '{}');
    if match ->> 'fate' in ('exact', 'part', 'more') and match ->> 'fate' = line ->> 'fate' then
      begin
        select * into ordered from public.orders o where o.id = (match ->> 'order')::uuid;
        match := jsonb_set(match, '{fate}', to_jsonb('now_' || private.receive_money(ordered, (line ->> 'amount')::numeric, line ->> 'key', 'bank', line ->> 'note')));
      exception when raise_exception then
        match := jsonb_set(match, '{fate}', '"failed"');
      end;
    end if;
    results := results || match;
  end loop;
  return to_jsonb(results);
end;
$$;
comment on function office.book_transfers(jsonb) is
  'Records the lines of a bank''s file, {…, as for match_transfers, fate: exact, part or more, as it was shown, note}, each wholly or not at all: as match_transfer says, where the fate is now_paid, now_part or now_held for what was recorded, failed where that was refused, and what match_transfer says now where it is not what was shown. Administrators only (not_an_administrator).';

create function private.end_awaited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = case when paid_minor > 0 then 'held' else 'ended' end
    where order_id = new.id and status = 'awaited' and (new.status <> 'Paid' or reference <> new.payment_reference);
  return null;
end;
$$;
comment on function private.end_awaited() is 'Ends the awaited payments of an order that was cancelled, or paid otherwise; what has arrived of them is to be refunded';

create trigger orders_end_awaited after update of status on public.orders
  for each row when (new.status in ('Paid', 'Refunded', 'Cancelled') and new.status <> old.status) execute function private.end_awaited();

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

create trigger payment_methods_require_account before insert or update of is_on on public.payment_methods
  for each row when (new.is_on) execute function private.require_account_of_transfers();

create function private.ways_of(p_order public.orders) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select w from unnest(private.ways_to_pay(p_order.total_price, p_order.currency, p_order.country)) w
    where p_order.exchange_of is null or private.provider_facts(w) ->> 'kind' <> 'on_delivery');
end;
$$;
comment on function private.ways_of(public.orders) is 'The providers with which an order can be paid: an exchange is paid before it is sent';

comment on column public.mail_outbox.record_id is 'The parcel, refund, return, part of a payment, company, invitation, contact message, stock request, quote or message of a quote that it is about; empty where that is the order';

create function private.queue_transfer_mail(p_order public.orders, p_kind public.mail_kind, p_record uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.mail_outbox m where m.order_id = p_order.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  insert into public.mail_outbox (order_id, record_id, recipient, kind)
  select p_order.id, p_record, btrim(p_order.email), p_kind where btrim(p_order.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_transfer_mail(public.orders, public.mail_kind, uuid) is 'Queues a mail that says what is to be paid by bank transfer: of the order, or of the rest after a part';

create function private.queue_ended_transfers(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, recipient, kind)
  select o.id, btrim(o.email), 'transfer_ended' from public.orders o
  where o.id = any (p_orders) and o.status = 'Pending' and btrim(o.email) <> ''
    and exists (select from public.payment_attempts a where a.order_id = o.id and a.status = 'awaited')
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_ended_transfers(uuid[]) is 'Queues a mail, once, about those of these orders whose bank transfer has not arrived while their pieces were held';

create or replace function private.require_way(p_provider text, p_order public.orders) returns void
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

create or replace function private.begin_payment(p_order public.orders, p_provider text, p_reference text) returns public.payment_attempts
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
      perform private.queue_transfer_mail(ordered, 'order_to_transfer');
    end if;
    perform private.remove_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;
comment on function private.begin_payment(public.orders, text, text) is
  'Begins a payment with a provider. With a bank transfer the order waits for the money and holds its pieces for some days; with payment on delivery it is sent before it is paid. Null where the reference is taken.';

create or replace function private.payment_of(p_order public.orders) returns json
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

create or replace function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  -- A return has mails of its own.
  if (new.status in ('Pending', 'OnTerms') and new.exchange_of is null or new.status = 'Paid') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.exchange_of is not null then 'exchange_confirmed' when new.status = 'Pending' then 'order_placed'
      when new.status = 'OnTerms' then case when private.is_on_delivery(new) then 'order_on_delivery' else 'order_on_terms' end
      -- One on terms may be long sent.
      when new.due_at is null then 'order_paid' when private.is_on_delivery(new) then 'order_paid_on_delivery'
      else 'order_paid_by_transfer' end::public.mail_kind,
      case when new.status = 'Pending' then public.clock() + interval '10 minutes' else public.clock() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;
comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, or paid';

create or replace function private.require_stock(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short constant text := private.hold_stock(p_order, case when p_order.status = 'Pending' and p_order.exchange_of is null
    -- The longer time of a bank transfer stays.
    then greatest(private.hold_until(), public.hold_end_of(p_order.id)) end);
begin
  if short is not null then
    raise exception '% is out of stock.', short using detail = 'out_of_stock';
  end if;
end;
$$;
comment on function private.require_stock(public.orders) is
  'Holds the pieces of an order, for a time while it is Pending, unless it is an exchange; refuses it where there are too few (out_of_stock)';

create or replace function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and (new.total_price = 0 or old.status not in ('Paid', 'Refunded')) then
      perform private.end_voucher_uses(array[new.id]);
    end if;
  elsif new.status = 'Paid' and new.due_at is null then
    -- Settled by settle_payment, which has taken the stock and the voucher, or by hand.
    perform private.require_stock(new);
    perform private.require_voucher(new);
  end if;
  return null;
end;
$$;
comment on function private.end_holds() is
  'Gives back what a cancelled or refunded order held, and its voucher where it was never paid; keeps what a paid one holds until it is sent';

create or replace function public.release_expired_holds() returns int
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select h.order_id from public.stock_holds h where h.expires_at < public.clock() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)), 0);
  perform private.queue_ended_transfers(due);
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < public.clock();
  get diagnostics released = row_count;
  perform private.end_expired_voucher_uses();
  perform private.end_exchanges();
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number, the uses of their vouchers, and exchanges whose time is over; called by the scheduled task';

create or replace function private.require_voucher(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.use_voucher(p_order, case when p_order.status = 'Pending' then
    greatest(private.hold_until(), (select u.expires_at from public.voucher_uses u where u.order_id = p_order.id)) end);
begin
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.require_voucher(public.orders) is
  'Counts the use of its voucher by an order, for a time while it is Pending; refuses it where none is left (voucher_refused)';

create or replace function private.keep_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_at('bank_account_used', 'Companies with payment terms pay to this account. You can change it, but not remove it.',
    array(select 'bankAccount' where exists (select from public.companies c where c.terms_days > 0)));
  perform private.refuse_at('bank_account_used', 'Bank transfers are paid to this account. You can change it, but not remove it.',
    array(select 'bankAccount' where exists (select from public.payment_methods m where m.is_on and private.is_transfer(m.provider))
      or exists (select from public.payment_attempts a where a.status = 'awaited' and private.is_transfer(a.provider))));
  return new;
end;
$$;
comment on function private.keep_bank_account() is
  'Refuses to empty the account that companies with payment terms and bank transfers are paid to. Error (in detail): bank_account_used.';

create or replace function public.bank_account() returns text
language sql stable security definer set search_path = '' as $$
  select private.shop_setting('bank_account') #>> '{}';
$$;
comment on function public.bank_account() is 'The account, in lines, that orders on terms and by transfer are paid to; empty where the shop has named none';

create or replace function public.start_payment_attempt(p_order_id uuid, p_reference text, p_provider text default null)
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
    way := coalesce(way, (private.ways_of(ordered))[1]);
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

create or replace function public.fail_payment_attempt(p_reference text, p_status text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = left(coalesce(nullif(p_status, ''), 'failed'), 50)
    where reference = p_reference and status not in ('paid', 'held', 'duplicate', 'awaited', 'ended');
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
    where a.status not in ('paid', 'held', 'duplicate', 'awaited', 'ended')
      and a.created_at < public.clock() - p_older_than and a.created_at > public.clock() - interval '7 days'
      and (a.asked_at is null
        or a.asked_at < public.clock() - greatest(p_older_than, (public.clock() - a.created_at) / 12))
    order by coalesce(a.asked_at, a.created_at) limit 200;
end;
$$;
comment on function public.unconfirmed_payments(interval) is
  'Payment attempts that began longer ago than this, up to a week, whose end is not known, those of orders in the trash too, and about which the provider was not asked lately; the longest unasked first, 200 at most';

create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
  by_hand boolean;
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
  by_hand := (select a.transfer is not null from public.payment_attempts a where a.reference = p_reference);
  is_due := (ordered.status in ('Pending', 'OnTerms') or ordered.status = 'Held' and by_hand) and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  -- One on terms took its pieces and its voucher when it was placed.
  if is_due and ordered.due_at is null then
    if private.hold_stock(ordered, null) is not null then
      is_due := false;
    elsif private.use_voucher(ordered, null) is not null then
      is_due := false;
      perform private.end_holds_of(array[ordered.id]);
    end if;
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'OnTerms', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = public.clock()
    where id = ordered.id returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  -- What the office waited for was removed when the order was placed; the same things may be in the cart again.
  if not by_hand then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb, text) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled or deleted, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment of this provider (null: of any)';
