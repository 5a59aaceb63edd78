-- Placing an order: priced here, in one transaction.

create function private.has_bad_quantity(p_products jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (
    select 1 from jsonb_array_elements(p_products) e
    where case when jsonb_typeof(e -> 'quantity') = 'number'
      then (e ->> 'quantity')::numeric not between 1 and 999
        or (e ->> 'quantity')::numeric <> trunc((e ->> 'quantity')::numeric)
      else true end);
end;
$$;
comment on function private.has_bad_quantity(jsonb) is 'True when a line has no whole quantity from 1 to 999';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_method uuid, p_voucher text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_method, upper(btrim(p_voucher)), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text, uuid, text) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

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

-- What is not counted is taken as it is written; a piece that is counted must be known to be held.
create function private.require_choices(p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select l ->> 'title' as title, l ->> 'at' as at, f.field, l ->> f.field as chosen into wrong
    from jsonb_array_elements(p_lines) l
    cross join lateral (select v.product_id as id from public.product_variants v
      where v.product_id = (l ->> 'product_id')::uuid and v.policy <> 'untracked' and v.archived_at is null limit 1) counted
    cross join lateral (select case when exists (
        select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
          and v.size is not distinct from l ->> 'size') then 'color' else 'size' end as field) f
    where not exists (
      select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
        and v.size is not distinct from l ->> 'size' and v.color is not distinct from l ->> 'color')
    limit 1;
  if found then
    perform private.refuse_at(case when wrong.chosen is null then 'choice_missing' else 'validation_failed' end,
      case when wrong.chosen is null then format('Please choose size and color of %s.', wrong.title)
        else format('%s does not come in this %s.', wrong.title, wrong.field) end,
      array[wrong.at || '.' || wrong.field]);
  end if;
end;
$$;
comment on function private.require_choices(jsonb) is
  'Refuses lines of counted products without size or color (choice_missing), or with one that the product does not have (validation_failed)';

create function private.validate_order_lines(p_products jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
  sold_out text;
begin
  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Locked only against deletion, and in the order of their ids: shoppers never wait for each other.
  perform 1 from public.products
    where id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e))
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.require_choices(lines);
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create function private.require_deliverable(p_buyer public.profiles, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  undecided record;
begin
  if btrim(p_buyer.address) = '' or btrim(p_buyer.country) = '' then
    raise exception 'Please give the address to deliver to.' using detail = 'no_address';
  end if;
  select p.title, concat(l ->> 'at', case when l ->> 'size' is null and cardinality(p.sizes) > 0 then '.size' else '.color' end) as at
    into undecided
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'product_id')::uuid
    where (l ->> 'size' is null and cardinality(p.sizes) > 0)
      or (l ->> 'color' is null and cardinality(p.colors) > 0)
    limit 1;
  if found then
    raise exception 'Please choose size and color of %.', undecided.title using detail = 'choice_missing', hint = undecided.at;
  end if;
end;
$$;
comment on function private.require_deliverable(public.profiles, jsonb) is
  'Refuses an order that could not be sent: without an address (no_address), or with a size or colour that was not chosen (choice_missing)';

-- Whoever comes back to the same cart pays the order that is open. Locked, since it may be paid at this moment.
create function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  return (
    select o from public.orders o
    where o.user_id = p_buyer.id and o.status = 'Pending' and o.idempotency_digest = p_digest
      and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
        = (p_buyer.firstname, p_buyer.lastname, p_buyer.phone, p_buyer.address, p_buyer.postcode, p_buyer.state, p_buyer.country)
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
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean,
  p_checkout boolean, p_replaces uuid[], p_method uuid, p_voucher text
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or p_checkout then
    private.order_digest(p_products, p_amount, p_email, p_method, p_voucher) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  lines jsonb;
  price jsonb;
  replaced uuid[] := '{}';
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products);
  if p_checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  price := private.price_order(lines, buyer.country, p_method, p_voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if p_checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      perform private.require_voucher(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, p_replaces);
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country,
    p_amount, (price ->> 'discount')::numeric, price ->> 'voucher_code', (price ->> 'shipping')::numeric, price ->> 'shipping_method',
    (price ->> 'shipping_tax_rate')::numeric, (price ->> 'shipping_tax')::numeric, (price ->> 'tax')::numeric,
    (price ->> 'tax_included')::boolean, case when p_amount = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or p_amount = 0 then new_id || '.1' end, key, digest, p_checkout,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if p_amount > 0 then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[], uuid, text) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart, in the place of those in p_replaces, and none that could not be sent';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_method uuid default null, p_voucher text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false, '{}', p_method, p_voucher);
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text, uuid, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
grant execute on function public.place_order(jsonb, numeric, text, text, uuid, text) to authenticated;
