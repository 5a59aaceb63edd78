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

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price + coalesce(v.price_delta, 0),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v.price_delta from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true);
end;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue, each with its path in the request';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text) is
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

create function private.require_payable(p_total numeric, p_currency text) returns void
language plpgsql stable set search_path = '' as $$
declare
  least constant numeric := (private.function_setting('PAYMENT_MINIMUMS') ->> p_currency)::numeric;
begin
  if p_total < least then
    raise exception 'The smallest amount that can be paid by card is %.',
      case p_currency when 'USD' then '$' else p_currency || ' ' end || to_char(least, 'FM9999999990.00')
      using detail = 'below_minimum';
  end if;
end;
$$;
comment on function private.require_payable(numeric, text) is
  'Refuses a total that the payment provider would not take (below_minimum)';

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

create function private.validate_order_lines(p_products jsonb, p_amount numeric) returns jsonb
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
  if p_amount is distinct from (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(lines) l) then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, numeric) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought, and an amount that is not their sum.';

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
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[]) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart, in the place of those in p_replaces, and none that could not be sent';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false, '{}');
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
grant execute on function public.place_order(jsonb, numeric, text, text) to authenticated;
