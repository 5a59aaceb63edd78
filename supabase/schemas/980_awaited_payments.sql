-- Money that the office waits for and records by hand, or from a file of the bank: by transfer, on delivery, and on terms.

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
    when p_order.status = 'OnTerms' then p_order.total_price - private.units(coalesce(p_attempt.paid_minor, 0), p_order.currency)
    when p_order.status = 'Pending' and p_attempt.status = 'awaited' then private.units(p_attempt.amount_minor, p_order.currency)
    -- Held, since only a part has arrived.
    when p_order.status = 'Held' and p_attempt.status = 'held' and p_attempt.transfer is not null and p_attempt.refunded_minor = 0
      then private.units(greatest(0, p_attempt.amount_minor - p_attempt.paid_minor), p_order.currency)
    else 0 end;
end;
$$;
comment on function private.due_of(public.orders, public.payment_attempts) is
  'What the office can record of an order as paid, in units of its currency: what is still to come by transfer, on delivery or on terms';

create function private.receive_money(p_order public.orders, p_amount numeric, p_key text, p_event text, p_note text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts := private.newest_payment(p_order);
  arrived constant bigint := private.minor(p_amount, p_order.currency);
  received constant bigint := coalesce(attempt.paid_minor, 0) + arrived;
  more bigint;
begin
  if attempt.reference is null then
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status)
    values (p_order.id || '.transfer', p_order.id, 'transfer', private.minor(p_order.total_price, p_order.currency), p_order.currency, 'awaited')
    returning * into attempt;
  end if;
  more := received - attempt.amount_minor;
  perform public.note_payment_event(p_key, p_event, attempt.reference, '{}', attempt.provider, arrived, attempt.currency);
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
