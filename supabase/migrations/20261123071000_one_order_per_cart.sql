-- A changed cart leaves no second Pending order; administrators cancel Pending orders.

alter table public.orders add column from_cart boolean not null default false;
comment on column public.orders.from_cart is
  'Placed at the shop''s own checkout, from the cart; a customer has one such order that is Pending at most';
comment on column public.orders.status is 'Pending: not paid yet. Paid: settled. Held: paid with a wrong amount or currency or after it was cancelled, somebody must look. Refunded: money returned. Cancelled: given up before it was paid, by its customer, by a newer order of the same cart, or in the back office.';
comment on column public.orders.idempotency_digest is
  'Digest of what was ordered under the idempotency key or at the checkout; empty for other orders and those from before there were digests';

create function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  update public.orders set status = 'Cancelled', idempotency_key = null
    where id = any (p_ids) and status = 'Pending';
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

-- A payment on its way should not find its order cancelled, so whoever calls asks the provider first.
create function private.replace_open_orders(p_customer uuid, p_replaces uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  unpaid constant uuid[] := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.from_cart and o.status = 'Pending'
    order by o.id for no key update);
begin
  if not unpaid <@ p_replaces then
    raise exception 'An order of this cart is still open. Please try again!'
      using detail = 'open_order', hint = array_to_string(unpaid, ',');
  end if;
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (unpaid);
end;
$$;
comment on function private.replace_open_orders(uuid, uuid[]) is
  'Cancels the Pending orders from the cart of a customer. Refuses (open_order, their ids as hint) where one is not among p_replaces.';

drop function private.place_order(jsonb, numeric, text, text, boolean, boolean);
create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean,
  p_checkout boolean, p_replaces uuid[]
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or p_checkout then
    private.order_digest(p_products, p_amount, p_email) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  lines jsonb;
  total constant numeric := p_amount;
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  -- One attempt at a time per customer and key; a repeat finds what the first one made.
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(buyer.id || ' ' || key, 0));
    select * into placed from public.orders where user_id = buyer.id and idempotency_key = key;
    if found then
      if placed.idempotency_digest <> digest then
        raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
          using detail = 'key_reused';
      end if;
      return placed;
    end if;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products, p_amount);
  if p_checkout then
    perform private.require_deliverable(buyer, lines);
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    -- Whoever comes back to the same cart pays the order that is open.
    select * into placed from public.orders o
      where o.user_id = buyer.id and o.status = 'Pending' and o.idempotency_digest = digest
        and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
          = (buyer.firstname, buyer.lastname, buyer.phone, buyer.address, buyer.postcode, buyer.state, buyer.country)
      order by o.created_at desc limit 1;
    if found then
      return placed;
    end if;
    perform private.replace_open_orders(buyer.id, p_replaces);
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, status, payment_reference, idempotency_key, idempotency_digest, from_cart, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country, total, case when total = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or total = 0 then new_id || '.1' end, key, digest, p_checkout,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if total > 0 then
    perform private.require_payable(total, placed.currency);
  end if;

  insert into public.order_items (
    order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  if total = 0 then
    insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
    values (placed.payment_reference, placed.id, 0, placed.currency, 'paid');
    perform private.remove_bought_from_cart(placed);
  end if;
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[]) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart, in the place of those in p_replaces, and none that could not be sent';

create or replace function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false, '{}');
end;
$$;

drop function public.place_order_to_pay(jsonb, numeric, text, text, boolean);
create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_checkout boolean default false, p_replaces uuid[] default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key, true, p_checkout, p_replaces);
  attempt public.payment_attempts;
begin
  if placed.status = 'Pending' then
    -- An order of place_order has no payment reference yet.
    if placed.payment_reference is null then
      update public.orders set payment_reference = placed.id || '.1'
        where id = placed.id and payment_reference is null;
    end if;
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, boolean, uuid[]) is
  'Places an order as place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, and for an order that costs nothing, which is Paid. p_checkout, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if p_replaces names it. Errors as those of place_order, and with p_checkout no_address, choice_missing, and open_order with the ids that p_replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, boolean, uuid[]) to authenticated;
