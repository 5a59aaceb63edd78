-- Placing an order: priced here, in one transaction.

create function private.require_order_rate(p_what text, p_customer uuid) returns void
language plpgsql set search_path = '' as $$
declare
  wait constant int := public.consume_rate_limit(
    concat(p_what, ':account:', p_customer), private.function_setting('LIMIT_ORDER')::int, '1 minute');
begin
  if wait > 0 then
    raise exception 'Too many tries. Please wait a moment!'
      using errcode = 'PT429', detail = 'too_many_tries', hint = wait::text;
  end if;
end;
$$;
comment on function private.require_order_rate(text, uuid) is
  'Counts an order or a payment attempt of a customer; refuses it (PT429, seconds to wait as hint) beyond LIMIT_ORDER a minute';

-- Whoever comes back to the same cart pays the order that is open. Locked, since it may be paid at this moment.
create function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  return (
    select o from public.orders o
    where o.user_id = p_buyer.id and o.status = 'Pending' and o.idempotency_digest = p_digest
      and (o.firstname, o.lastname, o.phone, o.address, o.city, o.postcode, o.state, o.country)
        = (p_buyer.firstname, p_buyer.lastname, p_buyer.phone, p_buyer.address, p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country)
      and o.invoice_address is not distinct from private.invoice_address(p_buyer)
    order by o.created_at desc limit 1 for no key update);
end;
$$;
comment on function private.same_open_order(public.profiles, text) is
  'Locks the newest Pending order of a customer with this digest, to the address of today, and returns it; null when there is none';

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

create function private.settle_free_order(p_order public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_order.payment_reference, p_order.id, 0, p_order.currency, 'paid');
  perform private.remove_bought_from_cart(p_order);
end;
$$;
comment on function private.settle_free_order(public.orders) is 'Notes that nothing is to be paid for an order';

create function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  method constant jsonb := jsonb_path_query_first(p_price -> 'methods', '$[*] ? (@.id == $id)', jsonb_build_object('id', p_price -> 'shipping_method_id'));
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, city, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, days_from, days_to,
    recipient, invoice_address, gift_message, by_guest, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    coalesce((method ->> 'days_from')::int, 0), coalesce((method ->> 'days_to')::int, 0),
    coalesce(btrim(p_options.deliver_to ->> 'recipient'), ''), private.invoice_address(p_buyer), p_options.gift,
    exists (select from public.visitors v where v.id = p_buyer.id), 'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create function private.add_order_lines(p_order uuid, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, discount, tax_rate, tax, position)
  select p_order, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', coalesce((l ->> 'discount')::numeric, 0),
    coalesce((l ->> 'tax_rate')::numeric, 0), coalesce((l ->> 'tax')::numeric, 0), n
  from jsonb_array_elements(p_lines) with ordinality as line (l, n);
end;
$$;
comment on function private.add_order_lines(uuid, jsonb) is 'Adds lines, as price_order returns them, to an order';

-- One attempt at a time per customer and key; a repeat finds what the first one made.
create function private.order_of_key(p_customer uuid, p_key text, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
begin
  if p_key is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_customer || ' ' || p_key, 0));
  select * into placed from public.orders where user_id = p_customer and idempotency_key = p_key;
  if placed.idempotency_digest <> p_digest then
    raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
      using detail = 'key_reused';
  end if;
  return placed;
end;
$$;
comment on function private.order_of_key(uuid, text, text) is
  'The order that a customer placed under an idempotency key, if any; refuses a digest of other contents (key_reused)';

create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_options jsonb
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  checkout constant boolean := coalesce(options.checkout, false);
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or checkout then
    private.order_digest(p_products, p_amount, p_email, options) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  company public.companies;
  lines jsonb;
  price jsonb;
  replaced uuid[] := '{}';
begin
  perform private.require_shopper();
  buyer := private.deliver_to(private.buyer(auth.uid()), options.deliver_to);

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  perform private.require_open_shop();
  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.quoted_lines(private.validate_order_lines(p_products, buyer.id, buyer.country), options.quote);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  if options.quote is null then
    perform private.require_order_quantities(lines, company);
  end if;
  price := private.price_order(lines, buyer.country, options.method, options.voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      perform private.require_voucher(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, coalesce(options.replaces, '{}'));
  end if;

  placed := private.add_order(new_id, buyer, company, p_email, price, options, key, digest,
    case when options.quote is null or p_amount = 0 then new_id || '.1' end);
  -- Checked after the insert, since the currency is the default of the table.
  if placed.status = 'Pending' then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  elsif placed.status = 'OnTerms' then
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in the currency of the shop that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded, shop_closed; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create function public.order_count() returns int
language sql stable security invoker set search_path = '' as $$
  select count(*)::int from public.orders where user_id = (select auth.uid());
$$;
comment on function public.order_count() is 'How many orders the signed-in customer has placed';
grant execute on function public.order_count() to authenticated;
