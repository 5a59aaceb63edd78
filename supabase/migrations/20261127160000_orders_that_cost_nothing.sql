-- Limits compare prices before tax is taken off; a voucher for once per customer knows the mail address; orders and pieces that cost
-- nothing are cancelled, refunded and returned like others; what is paid after its order was deleted is told; pieces that are not there
-- are told.
alter table public.refunds drop constraint refunds_amount_minor_check;
alter table public.refunds add constraint refunds_amount_minor_check check (amount_minor >= 0);
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency (cents); 0 for pieces that cost nothing';
update public.mail_texts set opening = E'Dear {name},\n\nThank you for your order. It is fully paid, and we are preparing it.'
  where kind = 'order_paid' and opening = E'Dear {name},\n\nThank you. We have received your payment and are preparing your order.';
create index trash_payments_idx on public.trash using gin ((contents -> 'attempts') jsonb_path_ops)
  where kind = 'orders';
comment on column public.orders.status is 'Pending: not paid yet. OnTerms: sent before it is paid, by due_at. Paid: settled. Held: paid with a wrong amount or currency, after it was cancelled or deleted, or after its pieces were sold; somebody must look. Refunded: money returned. Cancelled: given up before it was paid, or though it cost nothing, by its customer, by a newer order of the same cart, or in the back office.';
comment on column public.companies.order_minimum is 'What the goods of an order have to cost at least, in dollars, before tax is taken off';
comment on column public.shipping_methods.free_from is 'Free for orders whose goods cost this much after discounts, in dollars, before tax is taken off for companies that pay none; empty when never free';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in dollars, before tax is taken off for companies that pay none';
alter table public.voucher_uses add column address_key text;
comment on column public.voucher_uses.address_key is
  'Keyed hash of the customer''s mail address where a customer could use the voucher once only: it outlives the account, so that nobody registers again to use the voucher again';
create table private.address_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.address_keys is 'The key of the hashes of mail addresses, from the first use of a voucher for once per customer on';
comment on column private.address_keys.only_row is 'There is one row';
comment on column private.address_keys.key is 'Random bytes, different in each shop';

comment on function private.shipping_price(public.shipping_methods, numeric, bigint) is
  'What a method costs, in dollars, for goods of this price after discounts, in dollars, before tax is taken off, and this weight in grams';

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create or replace function private.price_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
  tax_off constant jsonb := private.tax_off(p_customer);
begin
  return (
    with lines as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3),
    asked as (
      select *, (sum(quantity) over (partition by product_id))::int as of_product from lines)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, u.price), 'taxed_price', u.price,
      'availability', private.availability_of(p, a.size, a.color, p_customer),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    cross join lateral (select private.choice_price(list, p, a.size, a.color, a.of_product) as price) u);
end;
$$;
comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off (taxed_price: before that), each with its path in the request';

-- Limits ask for the same goods of everybody, whether tax was taken off their prices or not.
create or replace function private.taxed_lines(p_lines jsonb, p_off jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_agg(l || jsonb_build_object('unit_price', coalesce((l ->> 'taxed_price')::numeric,
      round((l ->> 'unit_price')::numeric * (100 + coalesce((p_off ->> (l ->> 'tax_class'))::numeric, 0)) / 100, 2))) order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place));
end;
$$;
comment on function private.taxed_lines(jsonb, jsonb) is
  'Lines as price_lines returns them at the prices before tax was taken off; at a fixed price, with the tax that tax_off returned';

create or replace function private.voucher_for(p_code text, p_lines jsonb, p_customer uuid) returns public.vouchers
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  goods numeric;
  problem text;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(p_code));
  goods := (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(p_lines) l
    where voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (voucher.categories));
  problem := case
    when voucher.id is null then 'We do not know this voucher code.'
    when voucher.starts_at > now() then 'This voucher is not valid yet.'
    when voucher.ends_at <= now() then 'This voucher is no longer valid.'
    when goods is null then 'This voucher is for other products.'
    when goods < voucher.minimum then format('This voucher is for products worth $%s or more.', to_char(voucher.minimum, 'FM9,999,990.00'))
    when voucher.once_per_customer and private.has_used(voucher.id, p_customer, null, false) then 'You have used this voucher before.'
  end;
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
  return voucher;
end;
$$;
comment on function private.voucher_for(text, jsonb, uuid) is
  'The voucher with this code, in whatever letters, for lines as taxed_lines returns them. Refuses (voucher_refused) one that is not valid for them and this customer.';

create or replace function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  included constant boolean := private.shop_setting('prices_include_tax')::boolean;
  tax_off constant jsonb := private.tax_off(p_customer);
  country text;
  voucher public.vouchers;
  lines jsonb := p_lines;
  taxed jsonb := private.taxed_lines(p_lines, tax_off);
  sums record;
  taxed_goods numeric;
  methods jsonb := '[]';
  method jsonb;
  free constant boolean := not exists (select from public.shipping_methods);
  shipping jsonb := '{"unit_price": 0, "tax_rate": 0, "tax": 0}';
  tax numeric := 0;
begin
  if nullif(btrim(p_voucher), '') is not null then
    voucher := private.voucher_for(p_voucher, taxed, p_customer);
    lines := private.discount_lines(lines, voucher);
    taxed := private.discount_lines(taxed, voucher);
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) as goods, sum(coalesce((l ->> 'discount')::numeric, 0)) as discount,
    sum((l ->> 'weight')::bigint * (l ->> 'quantity')::int)::bigint as weight into sums from jsonb_array_elements(lines) l;
  taxed_goods := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int - coalesce((l ->> 'discount')::numeric, 0)) from jsonb_array_elements(taxed) l);
  if not free then
    country := private.country_code(p_country);
    methods := (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('price', private.price_for(tax_off, 'standard', m.price))), '[]')
      from private.shipping_methods_for(country, taxed_goods, sums.weight) m);
    method := private.shipping_method_of(methods, p_method);
    shipping := shipping || jsonb_build_object('unit_price', coalesce(method -> 'price', '0'));
  end if;
  if tax_off is null and exists (select from public.tax_rates) then
    lines := private.tax_lines(lines || (shipping || '{"quantity": 1, "tax_class": "standard"}'),
      coalesce(country, private.country_code(p_country)), included);
    shipping := lines -> -1;
    lines := lines - -1;
    tax := (shipping ->> 'tax')::numeric + (select sum((l ->> 'tax')::numeric) from jsonb_array_elements(lines) l);
  end if;
  return jsonb_build_object('lines', lines, 'goods', sums.goods, 'discount', sums.discount, 'voucher_id', voucher.id,
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included, 'tax_free', tax_off is not null,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;

create or replace function private.wholesale_problem(p_lines jsonb, p_company public.companies, out problem text, out at text)
language plpgsql stable security definer set search_path = '' as $$
declare
  goods constant numeric := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(private.taxed_lines(p_lines, null)) l);
begin
  if p_company.id is null then
    return;
  end if;
  select case when s.quantity < q.minimum then format('Please order at least %s pieces of %s, of all sizes and colors together.', q.minimum, s.title)
      else format('%s comes in packs of %s. You have %s pieces of it.', s.title, q.multiple, s.quantity) end, s.at
    into problem, at
    from (
      select l ->> 'product_id' as product, min(l ->> 'title') as title, sum((l ->> 'quantity')::int) as quantity, min(l ->> 'at') as at, min(place) as place
      from jsonb_array_elements(p_lines) with ordinality line (l, place) group by 1) s
    cross join lateral private.order_quantity(p_company.price_list_id, s.product::uuid) q
    where s.quantity < q.minimum or s.quantity % q.multiple <> 0
    order by s.place limit 1;
  if problem is null and goods < p_company.order_minimum then
    problem := format('The products of an order have to cost $%s or more.', to_char(p_company.order_minimum, 'FM9,999,999,990.00'));
    at := 'products';
  end if;
end;
$$;

-- The older an attempt is, the longer until the provider is asked again. Attempts of paid orders too: who had two card pages
-- open may have paid on both.
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
      where t.kind = 'orders' and t.deleted_at > now() - interval '7 days') a
    where a.status not in ('paid', 'held', 'duplicate')
      and a.created_at < now() - p_older_than and a.created_at > now() - interval '7 days'
      and (a.asked_at is null
        or a.asked_at < now() - greatest(p_older_than, (now() - a.created_at) / 12))
    order by coalesce(a.asked_at, a.created_at) limit 200;
end;
$$;
comment on function public.unconfirmed_payments(interval) is
  'Payment attempts that began longer ago than this, up to a week, whose end is not known, those of orders in the trash too, and about which the provider was not asked lately; the longest unasked first, 200 at most';

create or replace function public.claim_unconfirmed_payments(p_older_than interval, p_limit int)
returns setof public.payment_attempts
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant text[] := array(select q.reference from public.unconfirmed_payments(p_older_than) q limit p_limit);
begin
  return query
    update public.payment_attempts a set asked_at = now()
    from (
      select l.reference from public.payment_attempts l where l.reference = any (due)
      -- What is being settled right now is skipped.
      for update skip locked) free
    where a.reference = free.reference
    returning a.*;
  return query
    with deleted as (
      update public.trash t set contents = jsonb_set(t.contents, '{attempts}', (
        select jsonb_agg(case when e ->> 'reference' = any (due) then e || jsonb_build_object('asked_at', now()) else e end)
        from jsonb_array_elements(t.contents -> 'attempts') e))
      where t.kind = 'orders' and t.contents -> 'attempts' @> any (array(
        select jsonb_build_array(jsonb_build_object('reference', r)) from unnest(due) r))
      returning t.contents -> 'attempts' as attempts)
    select p.* from deleted d, jsonb_populate_recordset(null::public.payment_attempts, d.attempts) p where p.reference = any (due);
end;
$$;

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
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled or deleted, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment';

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
  wanted bigint;
  shipping bigint := 0;
  wrong int;
  is_paid boolean;
  some_pieces constant boolean := jsonb_path_exists(p_lines, '$[*] ? (@.quantity > 0)');
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  select o.status = 'Paid' into is_paid from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor where reference = p_reference
    and status in ('paid', 'held', 'duplicate') and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or attempt.amount_minor = 0 and p_amount_minor > 0 then
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
      and private.fits_again(refund)
    or refund.status = 'requested' and refund.asked_at < clock_timestamp() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 and (not is_paid or attempt.amount_minor > 0 and some_pieces is not true) then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_shipping or (p_lines is null and p_amount_minor is null and attempt.status = 'paid') then
    shipping := coalesce(private.shipping_to_refund(attempt.order_id), 0);
    if p_shipping and shipping = 0 then
      raise exception 'There is no shipping left to refund.' using detail = 'shipping_refunded';
    end if;
  end if;
  wanted := coalesce(p_amount_minor, case when p_lines is not null or p_shipping then shipping + (
    select coalesce(sum(private.price_of_pieces(i, w.quantity)), 0)
    from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item) end, rest);
  -- What cost nothing is refunded too: that closes the pieces and the return.
  if rest = 0 and (wanted > 0 or some_pieces is false) then
    raise exception 'Nothing is left to refund.' using detail = 'already_refunded';
  elsif wanted not between 0 and rest or wanted = 0 and rest > 0 and (p_amount_minor = 0 or some_pieces is not true) then
    raise exception 'Between 0.01 and %', trim_scale(rest / 100.0) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, shipping_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, least(shipping, wanted), p_currency, p_asked_by, clock_timestamp())
  returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor, not_to_send)
  select p_id, i.id, w.quantity, private.price_of_pieces(i, w.quantity),
    case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id);
  return case when attempt.transfer is null and wanted > 0 then refund else public.update_refund(p_id, 'processed') end;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. What was paid by transfer is paid back by transfer, and what cost nothing needs no provider, so this is processed at once. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

create or replace function public.update_refund(p_id uuid, p_status text, p_note text default '', p_provider_id text default null)
returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  reached public.refund_status := p_status;
begin
  perform 1 from public.orders o join public.refunds r on r.order_id = o.id where r.id = p_id for update of o;
  update public.refunds set provider_id = p_provider_id
    where id = p_id and provider_id is distinct from p_provider_id and p_provider_id is not null
      and not exists (select from public.refunds r where r.provider_id = p_provider_id);
  select * into refund from public.refunds where id = p_id;
  if not found then
    raise exception 'This refund does not exist.' using detail = 'unknown_refund';
  end if;
  -- A refund that is processed stays so, and late messages never move it backwards.
  if refund.status = 'processed' or refund.status = reached
    or (reached not in ('processed', 'failed')
      and (refund.status = 'failed' or reached <= refund.status))
  then
    return refund;
  end if;
  if refund.status = 'failed' then
    -- It was done after all, when the rest may have been refunded otherwise.
    if exists (select from public.payment_attempts a where a.reference = refund.reference
      and refund.amount_minor > coalesce(a.paid_minor, a.amount_minor) - a.refunded_minor) then
      return refund;
    end if;
    delete from public.refund_lines l using public.order_items i
      where l.refund_id = p_id and i.id = l.order_item_id and l.quantity > i.quantity - i.refunded;
  end if;
  update public.refunds
    set status = reached, note = left(coalesce(p_note, ''), 500),
      processed_at = case when reached = 'processed' then now() end
    where id = p_id returning * into refund;
  if reached = 'processed' then
    perform private.end_holds_of_refund(p_id);
    if refund.amount_minor > 0 then
      perform private.queue_refund_mail(p_id);
    end if;
    -- The order stays Paid when a part or a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and (o.total_price > 0 or not exists (select from public.refund_lines l where l.refund_id = p_id)
          or not exists (select from public.order_items i where i.order_id = o.id and i.quantity > i.refunded))
        and not exists (
          select 1 from public.payment_attempts a
          where a.order_id = o.id and a.status in ('paid', 'held') and coalesce(a.paid_minor, a.amount_minor) > coalesce((
            select sum(r.amount_minor) from public.refunds r where r.reference = a.reference and r.status = 'processed'), 0));
  end if;
  perform private.update_fulfilment(refund.order_id);
  return refund;
end;
$$;
comment on function public.update_refund(uuid, text, text, text) is
  'Moves a refund forward, never back, and saves its id at the provider; when all that was paid, or all pieces of an order that cost nothing, are refunded the order is Refunded. Error (in detail): unknown_refund.';

create or replace function private.pieces_to_hold(p_order uuid) returns table (variant uuid, item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select v.id, (array_agg(i.id order by i.position))[1], sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0))::int
    from public.order_items i join public.product_variants v
      on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
    left join lateral (
      select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
    where i.order_id = p_order and v.policy <> 'untracked'
    group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0;
end;
$$;
comment on function private.pieces_to_hold(uuid) is 'The counted pieces of an order that are not sent yet, by variant, each with its first line';

-- The last thing that placing an order does, so that a popular variant is locked for the shortest time.
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
      or (p_until is not null or p_order.status = 'OnTerms' or p_order.total_price = 0) and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
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

create or replace function private.hold_what_is_left(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.hold_stock(p_order, null) is not null then
    insert into public.stock_holds (order_id, variant_id, quantity)
    select p_order.id, v.id, least(w.quantity, case v.policy when 'deny' then v.on_hand - v.held end)
    from private.pieces_to_hold(p_order.id) w join public.product_variants v on v.id = w.variant
    where v.policy <> 'deny' or v.on_hand > v.held;
  end if;
end;
$$;
comment on function private.hold_what_is_left(public.orders) is 'Holds the pieces of an order until they are sent, as far as there are any';

create or replace function private.missing_pieces(p_orders uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('order', o.id, 'number', o.number, 'item', i.id, 'title', i.title, 'size', i.size,
      'color', i.color, 'quantity', w.quantity - a.there) order by o.created_at, o.id, i.position), '[]')
    from public.orders o cross join lateral private.pieces_to_hold(o.id) w
    join public.order_items i on i.id = w.item join public.product_variants v on v.id = w.variant
    left join public.stock_holds h on h.order_id = o.id and h.variant_id = v.id
    cross join lateral (
      select greatest(0, v.on_hand - case v.policy when 'deny' then v.held - coalesce(h.quantity, 0) else 0 end) as there) a
    where o.id = any (p_orders) and o.status in ('OnTerms', 'Paid') and w.quantity > a.there);
end;
$$;
comment on function private.missing_pieces(uuid[]) is
  'What these orders, those that are Paid or OnTerms, are to send and what is neither held for them nor free in stock: [{order, number, item, title, size, color, quantity}]';

create or replace function office.missing_pieces(p_orders uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.missing_pieces(p_orders);
end;
$$;
comment on function office.missing_pieces(uuid[]) is 'As private.missing_pieces. Administrators only (not_an_administrator).';

create or replace function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and (new.total_price = 0 or old.status not in ('Paid', 'Refunded')) then
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

create or replace function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  leaving uuid[];
  sent int := 0;
begin
  perform private.lock_to_send(p_ids);
  for its_id in select o.id from public.orders o where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid')
      and not private.is_being_refunded(o.id) order by o.created_at, o.id loop
    continue when private.missing_pieces(array[its_id]) <> '[]';
    perform office.pack_orders(array[its_id]);
    leaving := array(select p.id from public.parcels p where p.order_id = its_id and p.status = 'packed');
    update public.parcels set status = 'sent', sent_at = now() where id = any (leaving);
    perform private.take_out_of_stock(leaving);
    perform private.update_fulfilment(its_id);
    sent := sent + (leaving <> '{}')::int;
  end loop;
  return sent;
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, one after the other, those that are Paid or OnTerms and of which no counted piece is missing, and returns how many orders that were. Error (in detail): not_an_administrator.';

-- A deleted customer is deleted from the trash too.
create or replace function private.delete_customer_from_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A card page that was opened within the hour may still be paid, as delete_account says.
  delete from public.trash
    where kind in ('orders', 'customer_notes') and contents #>> '{row,user_id}' = old.id::text
      and not (kind = 'orders' and contents #>> '{row,status}' = 'Pending' and exists (
        select from jsonb_to_recordset(contents -> 'attempts') a (created_at timestamptz) where a.created_at > now() - interval '1 hour'));
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' <> old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;

-- The variants keep their ids, which the ledger names. Nothing of a deleted product can be sold, so what its holds need is there; those
-- of orders that were restored meanwhile come last, and get what is left.
create or replace function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held record;
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  for held in
    select h.order_id, h.variant_id, case o.status when 'Pending' then h.expires_at end as until,
      case when o.status = 'Pending' then h.quantity when o.status in ('OnTerms', 'Paid') then least(h.quantity, i.to_send) else 0 end as quantity,
      least(h.quantity - i.to_send, i.sent + coalesce((select sum(m.quantity) from public.stock_movements m
        where m.variant_id = h.variant_id and m.order_id = h.order_id and m.reason = 'sent'), 0))::int as gone
    from jsonb_to_recordset(p_holds) h (order_id uuid, variant_id uuid, quantity int, expires_at timestamptz)
    join public.orders o on o.id = h.order_id
    join public.product_variants v on v.id = h.variant_id
    cross join lateral (
      select coalesce(sum(i.quantity - i.not_to_send), 0) - coalesce(sum(s.sent), 0) as to_send, coalesce(sum(s.sent), 0) as sent
      from public.order_items i left join lateral (
        select sum(l.quantity) as sent from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) s on true
      where i.order_id = h.order_id and i.product_id = v.product_id
        and i.size is not distinct from v.size and i.color is not distinct from v.color) i
  loop
    -- What was sent meanwhile left no movement, and is held no longer.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, -least(held.gone, v.on_hand), 'sent', held.order_id from public.product_variants v
      where v.id = held.variant_id and least(held.gone, v.on_hand) > 0;
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select held.order_id, v.id, h.quantity, held.until from public.product_variants v
    cross join lateral (select least(held.quantity, case v.policy when 'deny' then v.on_hand - v.held end) as quantity) h
    where v.id = held.variant_id and h.quantity > 0 on conflict do nothing;
  end loop;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (select h ->> 'order_id' as id, jsonb_agg(h) as rows from jsonb_array_elements(p_holds) h group by 1) h
  where t.kind = 'orders' and t.record_id = h.id::uuid;
  perform private.update_variant_facts(array[p_product]);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them, as far as it is there; an SKU that another variant has by now gets a number, such a barcode is left out';

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

create or replace function private.restore_paid_order(p_reference text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  -- A message about money that was known before the order was deleted restores nothing.
  deleted jsonb;
  restored public.orders;
begin
  delete from public.trash t
    where t.kind = 'orders' and t.contents -> 'attempts' @> jsonb_build_array(jsonb_build_object('reference', p_reference))
      and not exists (select from jsonb_to_recordset(t.contents -> 'attempts') a (reference text, status text)
        where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate'))
    returning t.contents into deleted;
  if found then
    perform private.restore_order(jsonb_set(deleted, '{row}', (deleted -> 'row')
      || jsonb_build_object('status', 'Held', 'payment_reference', p_reference)));
  end if;
  select o.* into restored from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  return restored;
end;
$$;
comment on function private.restore_paid_order(text) is
  'Restores an order that was deleted while its card page was open, as Held, for a payment that has arrived; null when there is none';

drop function office.restore_trash(uuid[]);
create function office.restore_trash(p_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
  orders uuid[] := '{}';
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
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
    orders := orders || deleted.record_id || array(select (h ->> 'order_id')::uuid from jsonb_array_elements(deleted.contents -> 'holds') h);
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return jsonb_build_object('restored', restored, 'missing', private.missing_pieces(orders));
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none, and returns {restored: their number, missing: pieces of their orders that are not in stock, as missing_pieces has them}. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

-- Case, Unicode forms and what follows a + make no other customer. Dots do: only some providers ignore them.
create or replace function private.address_key(p_email text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select encode(extensions.hmac(convert_to(regexp_replace(public.name_key(p_email), '^([^+@]+)\+[^@]*@', '\1@'), 'utf8'), k.key, 'sha256'), 'hex')
    from private.address_keys k);
end;
$$;
comment on function private.address_key(text) is
  'Keyed hash of a mail address, the same however it is written; null before there is a key';

create or replace function private.has_used(p_voucher uuid, p_customer uuid, p_address text, p_unpaid boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  its_key constant text := private.address_key(coalesce((select p.email from public.profiles p where p.id = p_customer), p_address));
begin
  return exists (
    select from public.voucher_uses u join public.orders o on o.id = u.order_id
    where u.voucher_id = p_voucher and (u.user_id = p_customer or u.address_key = its_key) and (p_unpaid or o.status <> 'Pending'));
end;
$$;
comment on function private.has_used(uuid, uuid, text, boolean) is
  'Whether a customer, or an earlier account with the same mail address, has used a voucher, with p_unpaid also in an order that is Pending; the address is for orders without a customer';

-- An order that was placed keeps its price: dates and minimum were asked then, and a voucher that is gone has no uses to count.
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
  if voucher.once_per_customer then
    insert into private.address_keys default values on conflict do nothing;
    if private.has_used(voucher.id, p_order.user_id, p_order.email, true) then
      return 'You have used this voucher before.';
    end if;
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once, expires_at, address_key)
  select p_order.id, voucher.id, p_order.user_id, voucher.once_per_customer, p_until, case when voucher.once_per_customer
    then private.address_key(coalesce((select p.email from public.profiles p where p.id = p_order.user_id), p_order.email)) end
  where voucher.id is not null;
  return null;
end;
$$;

create or replace function office.change_return(
  p_id uuid, p_status public.return_status, p_note text default null, p_lines jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select r.order_id from public.returns r where r.id = p_id);
  before public.return_status;
begin
  perform private.lock_to_send(array[ordered]);
  select r.status into before from public.returns r where r.id = p_id for update;
  if (before, p_status) not in (
    ('requested', 'approved'), ('requested', 'refused'), ('approved', 'refused'), ('approved', 'received')) then
    raise exception 'This return is % already.', before using detail = 'return_moved';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these were to come back.', array(
    select concat('lines.', w.place - 1, '.received') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_id and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'received')::int > coalesce(l.quantity, 0) order by w.place));
  update public.returns set status = p_status, note = coalesce(p_note, note),
    answered_at = case when p_status = 'received' then answered_at else now() end,
    received_at = case when p_status = 'received' then now() end
    where id = p_id;
  if p_status = 'received' then
    update public.return_lines l set received = w.received, restocked = w.restocked
      from jsonb_to_recordset(p_lines) w (item uuid, received int, restocked int)
      where l.return_id = p_id and l.order_item_id = w.item;
    -- What was sent has left the stock: what does not go back into it is written off.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, sum(l.restocked), 'returned', ordered
    from public.return_lines l join public.order_items i on i.id = l.order_item_id
    cross join lateral (
      select s.id, s.size, s.color, s.policy from public.product_variants s where s.product_id = i.product_id
      -- A product in the trash comes back with the stock that the ledger has.
      union all select s.id, s.size, s.color, s.policy
      from public.trash t, jsonb_populate_recordset(null::public.product_variants, t.contents -> 'variants') s
      where i.product_id is null and t.kind = 'products' and t.contents -> 'order_items' ? i.id::text) v
    where l.return_id = p_id and v.policy <> 'untracked'
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
  else
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;

create or replace function public.cancel_order(p_order uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_customer();
  select * into ordered from public.orders where id = p_order and user_id = auth.uid() for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Pending' and (ordered.status <> 'Paid' or ordered.total_price > 0 or exists (
    select from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')) then
    raise exception 'This order can no longer be cancelled.' using detail = 'not_pending';
  end if;
  -- The same lines under the same key are another order from now on.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = ordered.id;
  return private.order_with_lines(ordered.id);
end;
$$;
comment on function public.cancel_order(uuid) is
  'Cancels an order of the signed-in customer that is Pending, or costs nothing and is not packed, and returns it; null when there is no such order. What is paid for it later is Held. Errors (in detail): not_a_customer, not_pending.';

create or replace function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  perform private.lock_vouchers(p_ids, null);
  update public.orders o set status = 'Cancelled', idempotency_key = null
    where o.id = any (p_ids) and (o.status = 'Pending' or (o.status = 'OnTerms' or o.status = 'Paid' and o.total_price = 0) and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms or free with nothing sent, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create or replace function private.fixed_lines(p_lines jsonb, p_fixed jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(case when fixed.price is null then l else l - 'taxed_price' || jsonb_build_object('unit_price', fixed.price) end order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place) left join lateral (
      select (f ->> 'unit_price')::numeric as price from jsonb_array_elements(p_fixed) f
      where (f ->> 'product')::uuid = (l ->> 'product_id')::uuid
        and nullif(btrim(f ->> 'size'), '') is not distinct from l ->> 'size' and nullif(btrim(f ->> 'color'), '') is not distinct from l ->> 'color'
      limit 1) fixed on true);
end;
$$;

-- Uses of before count for their addresses; of several for one address, which the fault allowed, the first.
insert into private.address_keys (only_row) select true where exists (select from public.voucher_uses u where u.once);
update public.voucher_uses u set address_key = first.key
from (
  select distinct on (w.voucher_id, k.key) w.order_id, k.key
  from public.voucher_uses w join public.orders o on o.id = w.order_id left join public.profiles p on p.id = w.user_id
  cross join lateral (select private.address_key(coalesce(p.email, o.email)) as key) k
  where w.once order by w.voucher_id, k.key, o.created_at, w.order_id) first
where u.order_id = first.order_id;
create unique index voucher_uses_address_idx on public.voucher_uses (voucher_id, address_key) where once;
