-- Uses of vouchers are counted by a trigger, end with the holds of an order that is not paid, and come back from the trash.

alter table public.voucher_uses add column expires_at timestamptz;
comment on table public.voucher_uses is 'The orders that use a voucher: unpaid ones for a time, paid ones for good';
comment on column public.voucher_uses.expires_at is 'Until when; empty once the order is paid';
comment on column public.vouchers.uses is 'How many orders use it: its rows in voucher_uses; kept by a trigger';
create index voucher_uses_expires_idx on public.voucher_uses (expires_at) where expires_at is not null;
update public.voucher_uses u set expires_at = private.hold_until()
  from public.orders o where o.id = u.order_id and o.status = 'Pending';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, search_synonyms, vouchers, contact_messages, customer_notes';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, products and size guide of a category, lines, payments, refunds, parcels, returns, holds and voucher of an order, orders that used a voucher';

create or replace function private.count_voucher_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vouchers set uses = uses + case tg_op when 'INSERT' then 1 else -1 end
    where id = case tg_op when 'INSERT' then new.voucher_id else old.voucher_id end;
  return null;
end;
$$;
comment on function private.count_voucher_uses() is 'Keeps how many orders use a voucher';

create or replace function private.lock_vouchers(p_orders uuid[], p_code text) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.vouchers v
    where v.code = p_code or v.id in (select u.voucher_id from public.voucher_uses u where u.order_id = any (p_orders))
    order by v.id for no key update;
end;
$$;
comment on function private.lock_vouchers(uuid[], text) is 'Locks the voucher with a code and those that orders use';

create or replace function private.end_voucher_uses(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_orders, null);
  delete from public.voucher_uses where order_id = any (p_orders);
end;
$$;
comment on function private.end_voucher_uses(uuid[]) is 'Gives back the uses of vouchers by orders';

create or replace function private.use_voucher(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  if p_order.voucher_code = '' then
    return null;
  end if;
  perform private.lock_vouchers(array[p_order.id], p_order.voucher_code);
  update public.voucher_uses set expires_at = p_until where order_id = p_order.id;
  if found then
    return null;
  end if;
  select * into voucher from public.vouchers v where v.code = p_order.voucher_code;
  if voucher.uses >= voucher.max_uses then
    return 'This voucher has been used up.';
  end if;
  if voucher.once_per_customer and exists (
    select from public.voucher_uses u where u.voucher_id = voucher.id and u.user_id = p_order.user_id) then
    return 'You have used this voucher before.';
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once, expires_at)
  select p_order.id, voucher.id, p_order.user_id, voucher.once_per_customer, p_until where voucher.id is not null;
  return null;
end;
$$;
comment on function private.use_voucher(public.orders, timestamptz) is
  'Counts the use of its voucher by an order until a time, or for good where that is null. Returns why it cannot, and then counts nothing; null when it is counted, or there is no voucher.';

create or replace function private.require_voucher(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.use_voucher(p_order, case when p_order.status = 'Pending' then private.hold_until() end);
begin
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.require_voucher(public.orders) is
  'Counts the use of its voucher by an order, for a time while it is Pending; refuses it where none is left (voucher_refused)';

create or replace function private.take_voucher(p_order public.orders, p_voucher uuid, p_replaces uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_replaces, p_order.voucher_code);
  if p_order.voucher_code <> '' and not exists (
    select from public.vouchers v where v.id = p_voucher and v.code = p_order.voucher_code) then
    raise exception 'We do not know this voucher code.' using detail = 'voucher_refused';
  end if;
  delete from public.voucher_uses where order_id = any (p_replaces);
  perform private.require_voucher(p_order);
end;
$$;
comment on function private.take_voucher(public.orders, uuid, uuid[]) is
  'Counts the use of a voucher by a new order, after those of the orders that it replaces are given back. Error (in detail): voucher_refused.';

create or replace function private.end_expired_voucher_uses() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select u.order_id from public.voucher_uses u where u.expires_at < now() order by u.expires_at limit 1000);
begin
  perform private.lock_vouchers(due, null);
  -- Uses of orders that were paid in the meantime stay.
  delete from public.voucher_uses u where u.order_id = any (due) and u.expires_at < now();
end;
$$;
comment on function private.end_expired_voucher_uses() is 'Gives back the uses of vouchers by orders that were not paid in time';

create or replace function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
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

create or replace function private.place_order(
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

create or replace function public.start_payment_attempt(p_order_id uuid, p_reference text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
begin
  -- Attempts and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order needs no payment.' using detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    perform private.require_order_rate('payment', ordered.user_id);
  end if;
  perform private.require_stock(ordered);
  perform private.require_voucher(ordered);
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_reference, ordered.id, (ordered.total_price * 100)::bigint, ordered.currency,
    case when ordered.total_price > 0 then 'started' else 'paid' end)
  returning * into attempt;
  update public.orders set payment_reference = p_reference,
    status = case when total_price > 0 then status else 'Paid' end
    where id = ordered.id returning * into ordered;
  if ordered.status = 'Paid' then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text) is
  'Starts an attempt to pay an order; one that costs nothing is Paid by it. Its pieces are held anew, and the use of its voucher. Errors (in detail): unknown_order, not_pending, below_minimum, out_of_stock, voucher_refused; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
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

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

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
  is_due := ordered.status = 'Pending' and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  if is_due and private.hold_stock(ordered, null) is not null then
    is_due := false;
  elsif is_due and private.use_voucher(ordered, null) is not null then
    is_due := false;
    perform private.end_holds_of(array[ordered.id]);
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment';

create or replace function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and old.status not in ('Paid', 'Refunded') then
      perform private.end_voucher_uses(array[new.id]);
    end if;
  elsif new.status = 'Paid' then
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
    select h.order_id from public.stock_holds h where h.expires_at < now() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)));
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < now();
  get diagnostics released = row_count;
  perform private.end_expired_voucher_uses();
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number, and the uses of their vouchers; called by the scheduled task';

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
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
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
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, holds and whether it used a voucher, a voucher with its uses';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,vouchers,contact_messages,customer_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, search_synonyms, vouchers, contact_messages or customer_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
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
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  perform private.insert_rows('public.returns', p_contents -> 'returns');
  perform private.insert_rows('public.return_lines', p_contents -> 'return_lines');
  update public.invoices i set order_id = (ordered ->> 'id')::uuid, refund_id = w.refund_id
    from jsonb_to_recordset(p_contents -> 'invoices') w (id uuid, refund_id uuid) where i.id = w.id;
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status = 'Paid' and jsonb_array_length(p_contents -> 'holds') > 0;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces and uses its voucher again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';

create or replace function private.restore_voucher(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.vouchers', jsonb_build_array(p_contents -> 'row' || '{"uses": 0}'));
  perform private.insert_rows('public.voucher_uses', (
    select jsonb_agg(u || jsonb_build_object('user_id', o.user_id))
    from jsonb_array_elements(p_contents -> 'uses') u join public.orders o on o.id = (u ->> 'order_id')::uuid
    where o.status in ('Pending', 'Paid', 'Refunded')));
end;
$$;
comment on function private.restore_voucher(jsonb) is 'Restores a voucher with its uses by the orders that are still there';

create or replace function office.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > now() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

create or replace function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

create or replace function office.list_admin_vouchers(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, code text, kind public.voucher_kind, value numeric, starts_at timestamptz, ends_at timestamptz, minimum numeric,
  categories uuid[], category_names text[], once_per_customer boolean, max_uses int, uses int, state text, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := upper(btrim(coalesce(p_query, '')));
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.vouchers v where strpos(v.code, looked_for) > 0;
  return query
    select v.id, v.code, v.kind, v.value, v.starts_at, v.ends_at, v.minimum, v.categories,
      array(select c.name from public.categories c where c.id = any (v.categories) order by c.name),
      v.once_per_customer, v.max_uses, v.uses, case
        when v.ends_at <= now() then 'ended'
        when v.uses >= v.max_uses then 'used up'
        when v.starts_at > now() then 'planned'
        else 'valid' end,
      v.created_at, fitting
    from public.vouchers v where strpos(v.code, looked_for) > 0
    order by v.created_at desc, v.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_admin_vouchers(int, int, text) is
  'One page of the vouchers whose codes contain these letters, newest first, each with its state: valid, planned, ended or used up. Administrators only (not_an_administrator).';

create trigger voucher_uses_count after insert or delete on public.voucher_uses
  for each row execute function private.count_voucher_uses();
create trigger vouchers_move_to_trash before delete on public.vouchers
  for each row execute function private.move_to_trash();
