-- Two shoppers who change their carts at once no longer meet a deadlock: the orders that are replaced are cancelled last.

-- Whoever comes back to the same cart pays the order that is open.
create function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
language plpgsql stable set search_path = '' as $$
begin
  return (
    select o from public.orders o
    where o.user_id = p_buyer.id and o.status = 'Pending' and o.idempotency_digest = p_digest
      and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
        = (p_buyer.firstname, p_buyer.lastname, p_buyer.phone, p_buyer.address, p_buyer.postcode, p_buyer.state, p_buyer.country)
    order by o.created_at desc limit 1);
end;
$$;
comment on function private.same_open_order(public.profiles, text) is
  'The newest Pending order of a customer with this digest, to the address of today; null when there is none';

-- A payment on its way should not find its order cancelled, so whoever calls asks the provider first.
create function private.lock_open_orders(p_customer uuid, p_replaces uuid[]) returns uuid[]
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
  return unpaid;
end;
$$;
comment on function private.lock_open_orders(uuid, uuid[]) is
  'Locks the Pending orders from the cart of a customer and returns them. Refuses (open_order, their ids as hint) where one is not among p_replaces.';

create or replace function private.place_order(
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
  replaced uuid[] := '{}';
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
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, p_replaces);
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, status, payment_reference, idempotency_key, idempotency_digest, from_cart, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country, p_amount, case when p_amount = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or p_amount = 0 then new_id || '.1' end, key, digest, p_checkout,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if p_amount > 0 then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  if p_amount = 0 then
    insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
    values (placed.payment_reference, placed.id, 0, placed.currency, 'paid');
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;

drop function private.replace_open_orders(uuid, uuid[], jsonb);
