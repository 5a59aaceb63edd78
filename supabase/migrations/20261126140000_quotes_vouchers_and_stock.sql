-- Quotes keep their order and say whether their prices have tax in them; tries of vouchers count; nothing that is being refunded is sent.

alter table public.quotes drop constraint quotes_order_id_fkey;
alter table public.quotes add column tax_free boolean not null default false;
comment on column public.quotes.order_id is 'The order that it became; stays when that is deleted, so that nobody accepts the quote again and it is there when the order is restored';
comment on column public.quotes.tax_free is 'Whether its prices are without tax, as tax_off had it for its member when they were written';
drop function private.availability_of(public.products, text, text);

create or replace function public.delete_account(p_customer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  abandoned uuid[];
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  -- A card page that was opened within the hour may still be paid: that order must exist for its payment.
  abandoned := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.status = 'Pending' and not exists (
      select 1 from public.payment_attempts a
      where a.order_id = o.id and a.created_at > now() - interval '1 hour')
    order by o.id for update);
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (abandoned)));
  perform private.lock_vouchers(abandoned, null);
  update public.quotes set order_id = null where order_id = any (abandoned);
  delete from public.orders where id = any(abandoned);
  update public.audit_log
    set label = '', before = private.erased(before), after = private.erased(after)
    where table_name = 'orders' and record_id = any(abandoned::text[]);
  -- A trigger removes their data from the trash when the profile is deleted.
  delete from auth.users where id = p_customer;
end;
$$;
comment on function public.delete_account(uuid) is
  'Deletes this customer: login, profile, cart, reviews and orders that were never paid. Paid orders stay, for the accounts. For the service role: the API asks for the password first. Error (in detail): not_a_customer.';

create or replace function private.lock_products(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested int := (select count(distinct i) from unnest(p_ids) i);
  existing int;
begin
  perform private.require_admin();
  select count(*) into existing from (
    select 1 from public.products where id = any (p_ids) order by id for no key update) locked;
  if existing < requested then
    raise exception '% of these products no longer exist. Nothing was changed.', requested - existing
      using detail = 'unknown_product';
  end if;
  return existing;
end;
$$;
comment on function private.lock_products(uuid[]) is
  'Locks products and returns their number; refuses anybody but administrators, and lists with products that do not exist';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform private.lock_variants(array(
      select v.id from public.product_variants v join jsonb_array_elements(p_rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for no key update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass"
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass"
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
    where j.product_id is null
    order by j.line;
  end if;

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb)), '[]');
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

create or replace function private.sync_variants(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.shop_setting('sku_pattern') #>> '{}';
begin
  with numbered as materialized (
    select p.id, p.sizes, p.colors, coalesce(
      (select v.number from public.product_variants v where v.product_id = p.id limit 1),
      nextval('private.sku_number')::int) as number
    from public.products p where p.id = any (p_products)),
  wanted as (
    select n.id, s.size, c.color, n.number,
      private.make_sku(pattern, n.number, s.size, c.color) as sku,
      row_number() over (partition by n.number, private.make_sku(pattern, n.number, s.size, c.color)) as same
    from numbered n
    cross join lateral (select distinct nullif(btrim(e), '') as size from unnest(n.sizes || case when n.sizes = '{}' then '{""}' end::text[]) e) s
    cross join lateral (select distinct nullif(btrim(e), '') as color from unnest(n.colors || case when n.colors = '{}' then '{""}' end::text[]) e) c)
  insert into public.product_variants as v (product_id, size, color, number, sku)
  select w.id, w.size, w.color, w.number,
    case when w.same > 1 or exists (select from public.product_variants o
        where o.sku = w.sku and (o.product_id, o.size, o.color) is distinct from (w.id, w.size, w.color))
      then left(w.sku, 50) || '-' || nextval('private.sku_number') else w.sku end
  from wanted w
  on conflict on constraint product_variants_choice_key do update set archived_at = null,
    -- The price may have fallen meanwhile.
    price_delta = case when v.price_delta + (select p.price from public.products p where p.id = v.product_id) < 0 then 0 else v.price_delta end
    where v.archived_at is not null;

  update public.product_variants v set archived_at = now()
  from public.products p
  where p.id = any (p_products) and v.product_id = p.id and v.archived_at is null
    and ((v.size is null and p.sizes = '{}' or v.size = any (select btrim(e) from unnest(p.sizes) e))
      and (v.color is null and p.colors = '{}' or v.color = any (select btrim(e) from unnest(p.colors) e))) is not true;
  perform private.update_availability(p_products);
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, those that are gone are archived, those that are back are used again';

create or replace function private.availability_of(p_product public.products, p_size text, p_color text, p_customer uuid default auth.uid())
returns public.availability
language plpgsql stable security definer set search_path = '' as $$
declare
  variant public.product_variants;
begin
  select * into variant from public.product_variants v
    where v.product_id = p_product.id and v.size is not distinct from p_size and v.color is not distinct from p_color
      and v.policy <> 'untracked' and v.archived_at is null;
  if found then
    return case when p_product.status = 'published' and (variant.policy = 'backorder' or variant.held < variant.on_hand or exists (
        select from public.stock_holds h join public.orders o on o.id = h.order_id
        where h.variant_id = variant.id and h.expires_at is not null and o.user_id = p_customer and o.status = 'Pending'))
      then 'InStock' else 'OutofStock' end;
  end if;
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
      and p_product.status = 'published'
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text, uuid) is
  'Whether a product can be bought by a customer in this size and colour; null where none was chosen';

create or replace function private.update_availability(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set availability = private.counted_availability(p.id)
    where p.id = any (p_products) and p.availability <> private.counted_availability(p.id);
end;
$$;
comment on function private.update_availability(uuid[]) is 'Writes the availability of products that follows from their stock';

create or replace function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid[] := array(
    select distinct n.product_id from new_rows n join old_rows o using (id)
    where (n.price_delta, n.archived_at is null, n.policy = 'untracked', private.stock_level(n.policy, n.on_hand - n.held))
      is distinct from (o.price_delta, o.archived_at is null, o.policy = 'untracked', private.stock_level(o.policy, o.on_hand - o.held)));
begin
  if changed <> '{}' then
    perform private.update_availability(changed);
    perform private.purge_product_pages(changed);
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose stock shoppers see changed, and updates their availability';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color and v.archived_at is null);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product, the sizes and colours to choose from, and whether there are enough pieces; prices in dollars';

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
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v.variant, a.of_product)),
      'availability', private.availability_of(p, a.size, a.color, p_customer),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v as variant from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color
        and v.archived_at is null limit 1) v on true);
end;
$$;
comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off, each with its path in the request';

create or replace function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  options constant jsonb := case jsonb_typeof(p_options) when 'object' then p_options - 'quote' end;
  with_voucher constant boolean := nullif(btrim(options ->> 'voucher'), '') is not null;
  placed public.orders;
  attempt public.payment_attempts;
  problem text;
  reason text;
begin
  if with_voucher then
    perform private.require_customer();
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  begin
    placed := private.place_order(p_products, p_amount, p_email, p_idempotency_key, options);
  exception when raise_exception then
    get stacked diagnostics problem = message_text, reason = pg_exception_detail;
    if not with_voucher or reason not in ('amount_differs', 'voucher_refused') then
      raise;
    end if;
    -- Returned, since raising it would roll back the count above and let anybody guess codes.
    return json_build_object('problem', json_build_object('message', problem, 'details', reason));
  end;
  if placed.status = 'Pending' then
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as private.place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, for an order that costs nothing, which is Paid, and for one on terms. With a voucher, amount_differs and voucher_refused are returned as {problem: {message, details}}, and each try counts as in price_cart. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as there, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';

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
      and private.fits_again(refund)
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
comment on function private.hold_stock(public.orders, timestamptz) is
  'Holds the pieces of an order until a time, or until they are sent where that is null; holds of other unpaid orders of the customer give way. Returns the title of what there is too little of, and then holds nothing; null when all is held.';

create or replace function private.is_being_refunded(p_order uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.payment_attempts a where a.order_id = p_order and a.status = 'paid' and a.refunded_minor > 0
      and a.refunded_minor >= coalesce(a.paid_minor, a.amount_minor));
end;
$$;
comment on function private.is_being_refunded(uuid) is
  'Whether all that was paid for an order is refunded or on its way back, so that nothing of it may be sent';

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
  if private.is_being_refunded(p_order) then
    raise exception 'This order is being refunded.' using detail = 'not_paid';
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

create or replace function office.change_parcel(
  p_id uuid, p_status public.parcel_status default null, p_carrier text default null, p_tracking_number text default null,
  p_tracking_url text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select p.order_id from public.parcels p where p.id = p_id);
  before public.parcels;
begin
  perform private.lock_to_send(array[ordered]);
  select * into before from public.parcels where id = p_id for update;
  if p_status is distinct from before.status and (before.status, p_status) not in (
    ('packed', 'sent'), ('packed', 'cancelled'), ('sent', 'delivered'), ('delivered', 'sent')) then
    raise exception 'This parcel is % already.', before.status using detail = 'parcel_moved';
  end if;
  if before.status = 'packed' and p_status = 'sent' and private.is_being_refunded(ordered) then
    raise exception 'This order is being refunded.' using detail = 'not_paid';
  end if;
  update public.parcels set status = coalesce(p_status, status), carrier = coalesce(p_carrier, carrier),
    tracking_number = coalesce(p_tracking_number, tracking_number), tracking_url = coalesce(p_tracking_url, tracking_url),
    sent_at = case when p_status = 'sent' then coalesce(sent_at, now()) else sent_at end,
    delivered_at = case p_status when 'delivered' then now() when 'sent' then null else delivered_at end
    where id = p_id;
  if before.status = 'packed' and p_status = 'sent' then
    perform private.take_out_of_stock(array[p_id]);
  end if;
  perform private.update_fulfilment(ordered);
  return ordered;
end;
$$;
comment on function office.change_parcel(uuid, public.parcel_status, text, text, text) is
  'Changes the given fields of a parcel and returns its order; null when there is no parcel. A packed one can be sent or cancelled, a sent one delivered, and a delivered one is sent again if that was a mistake. What is sent leaves the stock. Errors (in detail): not_an_administrator, parcel_moved, not_paid.';

create or replace function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and not private.is_being_refunded(o.id)
        and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
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
    where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and p.status = 'packed' and not private.is_being_refunded(o.id));
  update public.parcels set status = 'sent', sent_at = now() where id = any (leaving);
  perform private.take_out_of_stock(leaving);
  perform private.update_fulfilment(o.id) from public.orders o where o.id = any (p_ids);
  return (select count(distinct p.order_id) from public.parcels p where p.id = any (leaving));
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, those that are Paid or OnTerms, and returns how many orders that were. Error (in detail): not_an_administrator.';

create or replace function private.fits_again(p_refund public.refunds) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (p_refund.shipping_minor = 0 or private.shipping_to_refund(p_refund.order_id) is not null)
    and not exists (select from public.refund_lines l join public.order_items i on i.id = l.order_item_id
      where l.refund_id = p_refund.id and l.quantity > i.quantity - i.refunded);
end;
$$;
comment on function private.fits_again(public.refunds) is 'Whether nobody has refunded the shipping and the pieces of a failed refund meanwhile';

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
    select held.order_id, held.variant_id, held.quantity, held.until where held.quantity > 0;
  end loop;
  perform private.update_availability(array[p_product]);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them; an SKU that another variant has by now gets a number, such a barcode is left out';

create or replace function private.left_to_return(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz :=
    date_trunc('day', now(), 'UTC') - make_interval(days => private.shop_setting('return_days')::int);
begin
  return query
    select i.id, greatest(0,
      -- Pieces that were refunded without being sent back stay with the customer.
      least(sent.lately - returned.lately, sent.pieces - returned.pieces - greatest(0, i.refunded - i.not_to_send - coalesce((
        select sum(f.quantity) from public.returns r join public.refunds x on x.id = r.refund_id and x.status <> 'failed'
        join public.refund_lines f on f.refund_id = x.id
        where r.order_id = p_order and f.order_item_id = i.id), 0))))::int
    from public.order_items i join (
      select l.order_item_id, sum(l.quantity) as pieces,
        coalesce(sum(l.quantity) filter (where coalesce(p.delivered_at, p.sent_at) >= since), 0) as lately,
        min(p.sent_at) filter (where coalesce(p.delivered_at, p.sent_at) >= since) as first_sent
      from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
      where p.order_id = p_order and p.status in ('sent', 'delivered') group by 1) sent on sent.order_item_id = i.id
    cross join lateral (
      select coalesce(sum(pieces), 0) as pieces, coalesce(sum(pieces) filter (where requested_at >= sent.first_sent), 0) as lately
      from (
        select case when r.status in ('requested', 'approved') then l.quantity else l.received end as pieces, r.requested_at
        from public.return_lines l join public.returns r on r.id = l.return_id
        where l.order_item_id = i.id and r.status <> 'refused') back) returned
    order by i.position;
end;
$$;
comment on function private.left_to_return(uuid) is
  'The lines of an order of which something was sent, with the pieces that may still be sent back: for return_days after the day on which their parcel was delivered, or sent where that is not known';

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
    where o.id = any (p_ids) and (o.status = 'Pending' or o.status = 'OnTerms' and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms with nothing sent, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create or replace function office.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  starts constant timestamptz[] := array(
    select day at time zone 'UTC'
    from generate_series(date_trunc(unit, p_from::timestamp), p_to::timestamp, ('1 ' || unit)::interval) day);
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with paid as (
        -- A search among the starts takes a third of what date_trunc takes.
        select width_bucket(o.paid_at, starts) as place, sum(o.total_price) as income, count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', to_char(p.start at time zone 'UTC', 'YYYY-MM-DD'),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by p.start)
      from unnest(starts) with ordinality p (start, place) left join paid using (place)), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces,
          (s.cents / 100)::numeric(12, 2) as income
        from (
          -- Lines of a deleted product go by the title that they keep. Whole cents as float8 are exact, and added up in half
          -- the time that numeric takes.
          select i.product_id, case when i.product_id is null then i.title end as title, sum(i.quantity)::int as pieces,
            sum(i.quantity * round(i.unit_price::float8 * 100) - round(i.discount::float8 * 100)) as cents
          from public.orders o
          join public.order_items i on i.order_id = o.id
          where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
          group by 1, 2 order by 3 desc, 4 desc, 2, 1 limit 8) s
        left join public.products p on p.id = s.product_id) b), '[]'));
end;
$$;
comment on function office.sales_figures(date, date, text) is
  'What was paid from one day to another (UTC), by day or month, in dollars, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';

create or replace function office.sales_by_month(p_product uuid default null, p_category uuid default null)
returns table (month date, pieces bigint, income numeric, orders bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
begin
  perform private.require_admin();
  return query
    select date_trunc('month', o.paid_at at time zone 'UTC')::date, sum(i.quantity)::bigint,
      sum(i.unit_price * i.quantity - i.discount), count(distinct o.id)
    from public.order_items i
    join public.orders o on o.id = i.order_id
    where o.status = 'Paid' and o.paid_at is not null
      and i.product_id in (select p.id from public.products p where p.id = p_product or p.category_id = p_category)
    group by 1 order by 1;
end;
$$;
comment on function office.sales_by_month(uuid, uuid) is
  'Pieces, income in dollars and orders of a product, or of the products now in a category, for each month (UTC) in which one was paid. Error (in detail): not_an_administrator.';

create or replace function private.quote_member(p_company uuid, p_asked uuid default null) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select m.user_id from public.company_members m where m.company_id = p_company
    order by m.user_id is not distinct from p_asked desc, m.role desc, m.created_at, m.user_id limit 1);
end;
$$;
comment on function private.quote_member(uuid, uuid) is
  'The member of a company to whom its quotes go: who asked, or else a manager, or else whoever is a member for longest; null without members';

create or replace function private.queue_quote_mail(p_quote public.quotes, p_kind public.mail_kind, p_record uuid, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox as m (record_id, recipient, kind, data)
  select p_record, btrim(p.email), p_kind,
    p_data || jsonb_build_object('name', p.firstname, 'quote', p_quote.id, 'number', p_quote.number)
  from public.profiles p where p.id = private.quote_member(p_quote.company_id, p_quote.user_id) and btrim(p.email) <> ''
  -- A corrected offer is another mail.
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = now(), next_try_at = now(), last_error = '';
end;
$$;
comment on function private.queue_quote_mail(public.quotes, public.mail_kind, uuid, jsonb) is 'Queues a mail about a quote to its member';

create or replace function public.request_quote(p_message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  lines jsonb;
  made uuid;
begin
  perform private.require_customer();
  if company.id is null then
    raise exception 'Quotes are for companies that buy wholesale.' using detail = 'no_company';
  end if;
  lines := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  if lines is null then
    raise exception 'Your cart is empty.' using detail = 'empty_order';
  end if;
  perform private.require_order_rate('quote', auth.uid());
  insert into public.quotes (company_id, user_id, tax_free)
  values (company.id, auth.uid(), private.tax_off(auth.uid()) is not null) returning id into made;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select made, (l ->> 'product_id')::uuid, l ->> 'title', l ->> 'size', l ->> 'color', (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(lines) with ordinality line (l, place);
  if public.is_visible(p_message) then
    insert into public.quote_messages (quote_id, from_office, text) values (made, false, p_message);
  end if;
  return made;
end;
$$;
comment on function public.request_quote(text) is
  'Asks the office for prices of what is in the cart of the signed-in member of a company, and returns the id of the quote; the cart stays. Errors (in detail): not_a_customer, no_company, empty_order; with SQLSTATE PT429 too_many_tries.';

create or replace function private.require_acceptable(p_quote public.quotes) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- Who cancelled the order may accept once more; an order that was deleted may be restored.
  if p_quote.status in ('requested', 'declined')
    or p_quote.status = 'accepted' and p_quote.order_id is not null and not exists (select from public.orders o where o.id = p_quote.order_id) then
    raise exception 'This quote cannot be accepted now.' using detail = 'quote_moved';
  end if;
  if p_quote.ends_at <= now() then
    raise exception 'This quote has expired. Please ask for a new one.' using detail = 'quote_expired';
  end if;
end;
$$;
comment on function private.require_acceptable(public.quotes) is 'Refuses a quote that is not offered (quote_moved) or has expired (quote_expired)';

create or replace function public.accept_quote(p_quote uuid, p_options jsonb default '{}') returns json
language plpgsql security definer set search_path = '' as $$
declare
  -- Two who accept at once queue here.
  quote constant public.quotes := private.own_quote(p_quote);
  buyer constant public.profiles := (select p from public.profiles p where p.id = auth.uid());
  placed public.orders;
  products jsonb;
  price jsonb;
begin
  if quote.id is null then
    return null;
  end if;
  select * into placed from public.orders o where o.id = quote.order_id and o.status <> 'Cancelled';
  if placed.id is null then
    perform private.require_acceptable(quote);
    products := private.quote_products(quote.id);
    perform private.require_deliverable(buyer, private.validate_order_lines(products, buyer.id));
    price := private.price_quote(quote.id, buyer.id, private.as_uuid(p_options ->> 'method'));
    if (price ->> 'total_price')::numeric <> coalesce((p_options ->> 'amount')::numeric, (price ->> 'total_price')::numeric) then
      raise exception 'This quote has changed. Please look at it again.' using detail = 'amount_differs';
    end if;
    if (price ->> 'tax_free')::boolean <> quote.tax_free then
      raise exception 'These prices are % tax, which your address has changed. Please ask for a new offer.',
        case when quote.tax_free then 'without' else 'with' end using detail = 'quote_moved';
    end if;
    placed := private.place_order(products, (price ->> 'total_price')::numeric, buyer.email, null,
      p_options - array['checkout', 'replaces', 'voucher'] || jsonb_build_object('quote', quote.id));
    update public.quotes set status = 'accepted', to_answer = false, order_id = placed.id where id = quote.id;
  elsif placed.user_id is distinct from buyer.id then
    raise exception 'A colleague has accepted this quote.' using detail = 'quote_moved';
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function public.accept_quote(uuid, jsonb) is
  'Makes an order of a quote of the company of the signed-in customer, at exactly its prices and whatever minimums and packs there are, once: the order, as order_with_lines has it, and the same when repeated; null when there is no such quote. Options: amount (the total in dollars that the customer saw), method, po_number, and what else private.place_order takes. Errors (in detail): as there, no_address, choice_missing, quote_moved, quote_expired, amount_differs.';

create or replace function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end,
      'to_answer', q.to_answer, 'ends_at', q.ends_at, 'note', q.note, 'created_at', q.created_at,
      'tax_free', case when for_office then private.tax_off(private.quote_member(q.company_id, q.user_id)) is not null else q.tax_free end,
      'company', json_build_object('id', c.id, 'name', c.name), 'terms', private.terms_of(private.company_of(auth.uid())),
      'customer', case when p.id is not null then json_build_object('id', p.id, 'name', btrim(p.firstname || ' ' || p.lastname), 'email', p.email) end,
      'order', (select json_build_object('id', o.id, 'number', o.number, 'status', o.status) from public.orders o where o.id = q.order_id),
      'price', private.price_quote(q.id, case when for_office then private.quote_member(q.company_id, q.user_id) else auth.uid() end) - 'lines',
      'lines', (
        select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
          'unit_price', l.unit_price, 'product', case when g.id is not null then
            json_build_object('id', g.id, 'title', g.title, 'images', g.images, 'sizes', g.sizes, 'colors', g.colors, 'price', g.price) end) order by l.position, l.id), '[]')
        from public.quote_lines l left join public.products g on g.id = l.product_id where l.quote_id = q.id),
      'messages', (
        select coalesce(json_agg(json_build_object('id', m.id, 'from_office', m.from_office, 'text', m.text, 'created_at', m.created_at)
          order by m.created_at, m.id), '[]')
        from public.quote_messages m where m.quote_id = q.id))
    from public.quotes q join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
    where q.id = p_id and (for_office or q.company_id = public.own_company()));
end;
$$;
comment on function public.read_quote(uuid) is
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, tax_free: whether its prices are without tax (for the office: those of its next offer), and terms: {days, credit_left in dollars} on which the company may accept it, or null; null when there is none';

create or replace function office.create_quote(p_company uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into public.quotes (company_id, user_id)
  select c.id, private.quote_member(c.id) from public.companies c where c.id = p_company returning id into made;
  return made;
end;
$$;
comment on function office.create_quote(uuid) is
  'Begins a quote for a company and returns its id; null when there is no such company. Administrators only (not_an_administrator).';

create or replace function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz, p_note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if not found then
    return null;
  end if;
  if quote.status = 'accepted' then
    raise exception 'This quote is accepted already.' using detail = 'quote_moved';
  end if;
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where p_ends_at <= now()));
  perform private.refuse_at('validation_failed', 'This product is no longer there', array(
    select concat('lines.', place - 1, '.product') from jsonb_array_elements(p_lines) with ordinality line (l, place)
    where not exists (select from public.products p where p.id = private.as_uuid(l ->> 'product'))));
  delete from public.quote_lines where quote_id = p_id;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select p_id, p.id, p.title, nullif(btrim(l ->> 'size'), ''), nullif(btrim(l ->> 'color'), ''), (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(p_lines) with ordinality line (l, place) join public.products p on p.id = (l ->> 'product')::uuid;
  update public.quotes set status = 'offered', to_answer = false, ends_at = p_ends_at, note = p_note,
    tax_free = private.tax_off(private.quote_member(company_id, user_id)) is not null where id = p_id returning * into quote;
  perform private.queue_quote_mail(quote, 'quote_offered', quote.id, jsonb_build_object('endsAt', p_ends_at, 'note', p_note, 'lines', (
    select jsonb_agg(jsonb_build_object('title', q.title, 'size', q.size, 'color', q.color, 'quantity', q.quantity, 'price', q.unit_price)
      order by q.position) from public.quote_lines q where q.quote_id = p_id)));
  return quote.id;
end;
$$;
comment on function office.save_quote(uuid, jsonb, timestamptz, text) is
  'Offers these lines, [{product, size, color, quantity, unit_price}], until a time, and mails the offer; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved, validation_failed (with the paths of what is wrong as hint).';

update public.quotes set tax_free = true where private.tax_off(private.quote_member(company_id, user_id)) is not null;

-- A product that got sizes or colours kept the variant without them.
select private.sync_variants(array(select id from public.products));
