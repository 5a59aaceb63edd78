-- Orders on terms: ordered up to a credit limit, sent at once, and paid by transfer until they are due.

alter type private.order_options add attribute terms boolean;
alter table public.orders add column due_at timestamptz,
  add constraint orders_due_check check (status <> 'OnTerms' or due_at is not null);
alter table public.payment_attempts add column transfer text check (length(transfer) <= 200);
drop index public.orders_to_send_idx;
drop trigger orders_invoice on public.orders;
drop function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text, text);
insert into public.mail_texts (kind, subject, opening) values
  ('order_on_terms', 'Thank you for your order', E'Dear {name},\n\nThank you. We are preparing your order. Please pay it by transfer until the day below, and name its number.');

comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company; terms for an order that it pays within its terms';

create or replace function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_options private.order_options) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_options.method, upper(btrim(p_options.voucher)), btrim(p_options.po_number), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text || case when p_options.terms then ' on terms' else '' end, 'utf8')), 'hex');
end;
$$;

create or replace function public.price_cart(p_method uuid default null, p_voucher text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  company constant public.companies := private.company_of(auth.uid());
  country constant text := (select p.country from public.profiles p where p.id = auth.uid());
  price jsonb;
  voucher text := nullif(btrim(p_voucher), '');
  method uuid := p_method;
  problem text := '';
  reason text;
begin
  perform private.require_customer();
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
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;

comment on function public.price_cart(uuid, text) is
  'What the cart of the signed-in customer costs, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of the customer''s, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in dollars} on which it orders or null, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';

comment on column public.orders.status is 'Pending: not paid yet. OnTerms: sent before it is paid, by due_at. Paid: settled. Held: paid with a wrong amount or currency, after it was cancelled, or after its pieces were sold; somebody must look. Refunded: money returned. Cancelled: given up before it was paid, by its customer, by a newer order of the same cart, or in the back office.';

comment on column public.orders.fulfilment is 'How far its parcels are; kept by triggers. What is to be sent is Paid or OnTerms, and to_send or packed.';

comment on column public.orders.due_at is 'Until when an order on terms is to be paid; kept when it is paid, empty for others';

create index orders_to_send_idx on public.orders (created_at, id) where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed');

create index orders_on_terms_idx on public.orders (company_id, due_at) include (total_price) where status = 'OnTerms';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at,
        public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;

create or replace function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;

comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create or replace function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean, p_options jsonb
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
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products, buyer.id);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  perform private.require_order_quantities(lines, company);
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
    case when p_to_pay or p_amount = 0 then new_id || '.1' end);
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

comment on function public.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw, and {method, voucher, po_number, terms} as options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

comment on table public.payment_attempts is 'Attempts to pay an order through the payment provider, one row each, and payments by bank transfer';

comment on column public.payment_attempts.transfer is 'Of a payment by bank transfer: what the office noted of it; empty for payments through the provider';

comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, for an order that costs nothing, which is Paid, and for one on terms. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as those of place_order, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';

create or replace function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null, p_not_to_send boolean default true,
  p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
  rest bigint;
  wanted bigint := p_amount_minor;
  shipping bigint := 0;
  wrong int;
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor
    where reference = p_reference and status in ('paid', 'held', 'duplicate')
      and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or (rest = 0 and attempt.refunded_minor = 0) then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  if (p_lines is not null or p_shipping) and attempt.status <> 'paid' then
    raise exception 'Pieces and shipping cannot be refunded from this payment, only an amount.' using detail = 'not_refundable';
  end if;
  select * into refund from public.refunds where id = p_id;
  if found and (refund.reference <> p_reference or refund.amount_minor <> p_amount_minor) then
    raise exception 'This key was used for another refund.' using detail = 'key_reused';
  elsif refund.status = 'failed' and refund.amount_minor <= rest
      and refund.provider_id is null and refund.provider_reference is null
    or refund.status = 'requested' and refund.asked_at < clock_timestamp() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong
    from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_shipping or (p_lines is null and wanted is null and attempt.status = 'paid') then
    shipping := private.shipping_to_refund(attempt.order_id);
    if p_shipping and coalesce(shipping, 0) = 0 then
      raise exception 'There is no shipping left to refund.' using detail = 'shipping_refunded';
    end if;
  end if;
  if wanted is null and (p_lines is not null or p_shipping) then
    wanted := coalesce(shipping, 0) + (
      select coalesce(sum(private.price_of_pieces(i, w.quantity)), 0)
      from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item);
  end if;
  wanted := coalesce(wanted, rest);
  if wanted not between 1 and rest then
    raise exception 'Between 0.01 and %', trim_scale(rest / 100.0) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, shipping_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, least(coalesce(shipping, 0), wanted), p_currency, p_asked_by, clock_timestamp())
  returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor, not_to_send)
  select p_id, i.id, w.quantity, private.price_of_pieces(i, w.quantity),
    case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id);
  return case when attempt.transfer is null then refund else public.update_refund(p_id, 'processed') end;
end;
$$;

comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. What was paid by transfer is paid back by transfer, so this is processed at once. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

comment on table public.stock_holds is 'Pieces that orders hold: those of unpaid orders for a time, those of orders that are paid or on terms until they are sent';

comment on column public.stock_holds.expires_at is 'Until when; empty once the order is paid or on terms';

-- The last thing that placing an order does, so that a popular variant is locked for the shortest time.
create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      left join lateral (
        select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0) w);
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
      or (p_until is not null or p_order.status = 'OnTerms') and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)));
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

create or replace function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and old.status not in ('Paid', 'Refunded') then
      perform private.end_voucher_uses(array[new.id]);
    end if;
  elsif new.status = 'Paid' and old.status <> 'OnTerms' then
    -- Settled by settle_payment, which has taken the stock and the voucher, or by hand.
    perform private.require_stock(new);
    perform private.require_voucher(new);
  end if;
  return null;
end;
$$;

-- The mail about an unpaid order waits, and is dropped when the order is paid or cancelled meanwhile: whoever pays at once gets one mail.
create or replace function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  -- An order on terms that is paid may be long sent: that needs no mail.
  if (new.status in ('Pending', 'OnTerms', 'Refunded') or new.status = 'Paid' and new.due_at is null) and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case new.status
      when 'Pending' then 'order_placed' when 'OnTerms' then 'order_on_terms' when 'Paid' then 'order_paid' else 'order_refunded' end::public.mail_kind,
      case when new.status = 'Pending' then now() + interval '10 minutes' else now() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;

comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, paid or refunded';

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
  'Packs pieces of an order that is Paid or OnTerms into a new parcel and returns its id; lines as [{item, quantity}], all that is left where they are null. Errors (in detail): not_an_administrator, not_paid, packed_already.';

create or replace function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
      order by o.id) o);
end;
$$;

comment on function office.pack_orders(uuid[]) is
  'Packs all that is left of these orders, those that are Paid or OnTerms, each into one parcel, and returns how many orders that were. Error (in detail): not_an_administrator.';

create or replace function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  leaving uuid[];
begin
  perform office.pack_orders(p_ids);
  leaving := array(
    select p.id from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and p.status = 'packed');
  update public.parcels set status = 'sent', sent_at = now() where id = any (leaving);
  perform private.take_out_of_stock(leaving);
  perform private.update_fulfilment(o.id) from public.orders o where o.id = any (p_ids);
  return (select count(distinct p.order_id) from public.parcels p where p.id = any (leaving));
end;
$$;

comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, those that are Paid or OnTerms, and returns how many orders that were. Error (in detail): not_an_administrator.';

-- The variants keep their ids, which the ledger names. What the holds need is there: nothing of a deleted product can be sold.
create or replace function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  perform private.insert_rows('public.stock_holds', (
    select jsonb_agg(h || jsonb_build_object('expires_at', case o.status when 'Pending' then h ->> 'expires_at' end))
    from jsonb_array_elements(p_holds) h join public.orders o on o.id = (h ->> 'order_id')::uuid
    where o.status in ('Pending', 'OnTerms', 'Paid')));
  update public.products p set availability = private.counted_availability(p.id)
    where p.id = p_product and p.availability <> private.counted_availability(p.id);
end;
$$;

comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them; an SKU that another variant has by now gets a number, such a barcode is left out';

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
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid') and jsonb_array_length(p_contents -> 'holds') > 0;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;

comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces and uses its voucher again if it is Paid or OnTerms and they are still there; customers, products and administrators that were deleted since are left out';

create or replace function private.restore_voucher(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.vouchers', jsonb_build_array(p_contents -> 'row' || '{"uses": 0}'));
  perform private.insert_rows('public.voucher_uses', (
    select jsonb_agg(u || jsonb_build_object('user_id', o.user_id))
    from jsonb_array_elements(p_contents -> 'uses') u join public.orders o on o.id = (u ->> 'order_id')::uuid
    where o.status in ('Pending', 'OnTerms', 'Paid', 'Refunded')));
end;
$$;

comment on table public.voucher_uses is 'The orders that use a voucher: unpaid ones for a time, those that are paid or on terms for good';

create or replace function public.start_refund_of_return(
  p_return uuid, p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null, p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  back public.returns;
  refund public.refunds;
  wrong int;
begin
  perform 1 from public.orders o join public.returns r on r.order_id = o.id where r.id = p_return for update of o;
  select r.* into back from public.returns r join public.payment_attempts a on a.order_id = r.order_id
    where r.id = p_return and a.reference = p_reference;
  if back.status is distinct from 'received' or exists (
    select from public.refunds f where f.id = back.refund_id and f.id <> p_id and f.status <> 'failed') then
    raise exception 'A return is refunded once, after it was received.' using detail = 'return_moved';
  end if;
  select w.place - 1 into wrong
    from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_return and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'quantity')::int > coalesce(l.received, 0) order by w.place limit 1;
  if found then
    raise exception 'Not so many pieces came back.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  refund := public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by, p_amount_minor, coalesce(p_lines, (
    select jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.received))
    from public.return_lines l where l.return_id = p_return)), false, p_shipping);
  update public.returns set refund_id = refund.id where id = p_return;
  perform private.finish_returns(refund.order_id);
  return refund;
end;
$$;

create or replace function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  update public.orders o set status = 'Cancelled', idempotency_key = null
    where o.id = any (p_ids) and (o.status = 'Pending' or o.status = 'OnTerms' and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;

comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms with nothing sent, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  fulfilments constant public.fulfilment[] := string_to_array(nullif(p_fulfilments, ''), ',');
  returned constant public.return_status[] := string_to_array(nullif(p_returns, ''), ',');
  page_size constant int := least(greatest(p_limit, 1), 500);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
  skipped bigint := 0;
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when patterns is null then 'on' else 'off' end, true);
  if p_after_id is null then
    select count(*), false into total, total_is_least
    from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
      and (p_after_id is null or it.created_at <= p_after_at
        and (it.created_at < p_after_at or it.id > p_after_id))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'price-asc' then it.total_price end,
      case when p_sort = 'price-desc' then it.total_price end desc,
      case when p_sort = 'user-asc' then lower(it.firstname) end,
      case when p_sort = 'user-desc' then lower(it.firstname) end desc,
      case when p_sort = 'status-asc' then it.status end,
      case when p_sort = 'status-desc' then it.status end desc,
      case when p_sort in ('created-asc', 'price-desc', 'user-desc') then it.id end desc,
      case when p_sort !~ '^(price|user)' then it.created_at end desc,
      it.id
    limit page_size offset skipped);
  return next;
end;
$$;

comment on function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text, text, boolean) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_to exclusive, p_overdue for those on terms whose day has passed, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'overdue', (select count(*) from public.orders where status = 'OnTerms' and due_at < now()),
    'toSend', (select count(*) from public.orders where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed')),
    'returnsToAnswer', (select count(distinct order_id) from public.returns where status = 'requested'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;

comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, overdue, toSend, returnsToAnswer, withoutPictures, lowStock, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';

comment on table public.invoices is 'Invoices, one for each order that was paid or is on terms, and credit notes, one for each refund of it that is done, and one for an order on terms that was cancelled';

comment on column public.invoices.refund_id is 'The refund of a credit note; empty when deleted since, and where an order on terms was cancelled';

create or replace function private.issue_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- At the end of the transaction, when its lines are there.
  select * into ordered from public.orders where id = new.id and status in ('OnTerms', 'Paid');
  if found and not exists (select from public.invoices i where i.order_id = new.id and i.kind = 'invoice') then
    perform private.add_invoice('invoice', ordered, null, private.rates_of(ordered));
  end if;
  return null;
end;
$$;

comment on function private.issue_invoice() is 'Issues the invoice of an order that became Paid or OnTerms, once';

create constraint trigger orders_invoice after insert or update of status on public.orders
  deferrable initially deferred for each row when (new.status in ('OnTerms', 'Paid')) execute function private.issue_invoice();

create function private.credit_left(p_company uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(0, c.credit_limit - coalesce((
      select sum(o.total_price) from public.orders o where o.company_id = c.id and o.status = 'OnTerms'), 0))
    from public.companies c where c.id = p_company);
end;
$$;

comment on function private.credit_left(uuid) is 'What a company may still order on terms, in dollars';

create or replace function private.terms_of(p_company public.companies) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_company.terms_days > 0 then
    jsonb_build_object('days', p_company.terms_days, 'credit_left', private.credit_left(p_company.id)) end;
end;
$$;

comment on function private.terms_of(public.companies) is
  'On which terms an approved company orders: {days, credit_left in dollars}; null where it pays by card only';

create or replace function private.require_credit(p_company public.companies, p_terms boolean, p_total numeric) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  credit numeric;
  days int;
begin
  if p_terms is not true or p_total = 0 then
    return null;
  end if;
  -- Orders on terms of one company queue here, so that together they never exceed its limit.
  select c.terms_days into days from public.companies c
    where c.id = p_company.id and c.status = 'approved' and c.terms_days > 0 for no key update;
  if not found then
    raise exception 'You cannot order on terms. Please pay by card.' using detail = 'no_terms';
  end if;
  credit := private.credit_left(p_company.id);
  if p_total > credit then
    raise exception 'Your credit left is $%. Please order less, or pay by card.', to_char(credit, 'FM9,999,999,990.00')
      using detail = 'credit_exceeded';
  end if;
  return now() + make_interval(days => days);
end;
$$;

comment on function private.require_credit(public.companies, boolean, numeric) is
  'Until when an order on terms of so many dollars is to be paid; null for one that is not. Locks the company. Errors (in detail): no_terms, credit_exceeded.';

create or replace function office.mark_paid(p_order uuid, p_note text default '') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_admin();
  select * into ordered from public.orders where id = p_order for no key update;
  if not found then
    return false;
  end if;
  if ordered.status <> 'OnTerms' then
    raise exception 'This order is not on terms, or has been paid already.' using detail = 'not_on_terms';
  end if;
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status, paid_minor, transfer)
  values (ordered.id || '.transfer', ordered.id, (ordered.total_price * 100)::bigint, ordered.currency, 'paid',
    (ordered.total_price * 100)::bigint, btrim(p_note));
  update public.orders set status = 'Paid', payment_reference = ordered.id || '.transfer', paid_at = now() where id = ordered.id;
  return true;
end;
$$;

comment on function office.mark_paid(uuid, text) is
  'Records that an order on terms was paid by transfer, with what the office notes of it; false when there is no such order. Errors (in detail): not_an_administrator, not_on_terms.';

create or replace function private.credit_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_invoice('credit_note', new, null, i.rates) from public.invoices i
    where i.order_id = new.id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.order_id = new.id and c.kind = 'credit_note');
  return null;
end;
$$;

comment on function private.credit_cancelled() is 'Credits the invoice of an order on terms that was cancelled, in full';

create constraint trigger orders_credit_cancelled after update of status on public.orders
  deferrable initially deferred for each row when (old.status = 'OnTerms' and new.status = 'Cancelled')
  execute function private.credit_cancelled();

create or replace view public.unpaid_orders with (security_invoker = true) as
  select o.id, o.status, o.created_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    a.tries, a.last_status, a.last_try
  from public.orders o
  left join lateral (
    select count(*)::int as tries, max(p.created_at) as last_try,
      (array_agg(p.status order by p.created_at desc))[1] as last_status
    from public.payment_attempts p where p.order_id = o.id) a on true
  where o.status in ('Pending', 'OnTerms', 'Held') order by o.created_at desc;

comment on view public.unpaid_orders is 'Orders that wait for money (Pending, OnTerms) or for a person (Held), newest first, with how often the customer tried to pay';

comment on column public.unpaid_orders.status is 'Pending, OnTerms or Held';

create or replace view public.paid_orders_without_payment with (security_invoker = true) as
  select o.id, o.paid_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    o.payment_reference
  from public.orders o
  where o.status = 'Paid' and o.total_price > 0
    and not exists (
      select 1 from public.payment_events e
      where e.reference = o.payment_reference and e.event in ('charge.success', 'verify'))
    and not exists (select 1 from public.payment_attempts a where a.reference = o.payment_reference and a.transfer is not null)
  order by o.paid_at desc;

comment on view public.paid_orders_without_payment is 'Orders that cost something and are Paid, though not by transfer, of which the payment provider sent no message, for instance because the status was set by hand';
