-- Refunds know discounts, shipping and tax; paid orders have invoices, and their refunds credit notes.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it)';
insert into public.shop_settings (name, value)
values ('invoice_number_pattern', '"INV-{number}"'), ('credit_note_number_pattern', '"CN-{number}"'), ('seller_name', '"Hemline"'), ('seller_address', '""'), ('seller_tax_id', '""');

drop function private.sums_of;
create function private.sums_of(
  p_order public.orders, out discount numeric, out shipping_tax numeric, out tax numeric, out total numeric
)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(i.discount), 0), coalesce(sum(i.tax), 0), coalesce(sum(i.unit_price * i.quantity - i.discount), 0) + p_order.shipping,
      private.tax_of(coalesce(sum(i.unit_price * i.quantity - i.discount) filter (where i.tax_rate = p_order.shipping_tax_rate), 0),
        p_order.shipping, p_order.shipping_tax_rate, p_order.tax_included)
    into discount, tax, total, shipping_tax from public.order_items i where i.order_id = p_order.id;
  tax := tax + shipping_tax;
  if not p_order.tax_included then
    total := total + tax;
  end if;
end;
$$;
comment on function private.sums_of(public.orders) is 'Discount, tax on shipping, tax and total of an order by its lines, in its currency';

create function private.tax_order_lines(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set tax = t.tax
  from (
    select l.id, private.tax_of(sum(l.price) over (partition by l.order_id, l.tax_rate order by l.position, l.id) - l.price,
      l.price, l.tax_rate, l.tax_included) as tax
    from (
      select s.id, s.order_id, s.position, s.tax_rate, s.unit_price * s.quantity - s.discount as price, o.tax_included
      from public.order_items s join public.orders o on o.id = s.order_id
      where o.id = any (p_orders) and o.status = 'Pending') l) t
  where i.id = t.id and i.tax <> t.tax;
end;
$$;
comment on function private.tax_order_lines(uuid[]) is 'Updates the tax of the lines of Pending orders, which adds up to that of each rate, rounded once';

create or replace function private.update_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into order_ids
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into order_ids from changed c;
  end if;
  perform private.tax_order_lines(order_ids) from changed c where c.tax_rate <> 0 or c.tax <> 0 limit 1;
  update public.orders o set discount = s.discount, shipping_tax = s.shipping_tax, tax = s.tax, total_price = s.total
  from public.orders w cross join lateral private.sums_of(w) s
  where w.id = any (order_ids) and o.id = w.id and o.status = 'Pending'
    and (o.discount, o.shipping_tax, o.tax, o.total_price) <> (s.discount, s.shipping_tax, s.tax, s.total);
  return null;
end;
$$;
comment on function private.update_order_total() is 'Updates taxes, discount and total of a Pending order to those of its lines';

create or replace function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.total_price, new.discount, new.tax, new.shipping, new.shipping_tax, new.tax_included)
    <> (old.total_price, old.discount, old.tax, old.shipping, old.shipping_tax, old.tax_included) and (old.status <> 'Pending'
    or exists (select from private.sums_of(new) s where (new.total_price, new.discount, new.tax, new.shipping_tax) <> (s.total, s.discount, s.tax, s.shipping_tax))) then
    raise exception 'The total of an order is that of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.check_order_total() is
  'Refuses a total that is not that of the lines, and any other total once an order was paid';

alter table public.refunds add column shipping_minor bigint not null default 0,
  add constraint refunds_shipping_check check (shipping_minor between 0 and amount_minor);
comment on column public.refunds.shipping_minor is 'What of it is for shipping, with its tax, in the smallest unit';
alter table public.refund_lines add column price_minor bigint not null default 0 check (price_minor >= 0);
comment on column public.refund_lines.price_minor is 'What was paid for them, after the discount and with tax, in the smallest unit; the refund may be of another amount';
update public.refund_lines l set price_minor = (i.unit_price * 100 * l.quantity)::bigint
from public.order_items i where i.id = l.order_item_id;

create function private.price_of_pieces(p_item public.order_items, p_quantity int) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select greatest(0, round((p_item.unit_price * p_item.quantity - p_item.discount + case when o.tax_included then 0 else p_item.tax end)
        * 100 * (p_item.refunded + p_quantity) / p_item.quantity) - coalesce((
      select sum(l.price_minor) from public.refund_lines l join public.refunds r on r.id = l.refund_id and r.status <> 'failed'
      where l.order_item_id = p_item.id), 0))
    from public.orders o where o.id = p_item.order_id);
end;
$$;
comment on function private.price_of_pieces(public.order_items, int) is
  'What was paid for so many further pieces of a line, after the discount and with tax, in the smallest unit';

create function private.shipping_to_refund(p_order uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select ((o.shipping + case when o.tax_included then 0 else o.shipping_tax end) * 100)::bigint from public.orders o
    where o.id = p_order and not exists (
      select from public.refunds r where r.order_id = o.id and r.status <> 'failed' and r.shipping_minor > 0));
end;
$$;
comment on function private.shipping_to_refund(uuid) is
  'What was paid for shipping, with tax, in the smallest unit; null when it was refunded, or a refund of it is on its way';

drop function public.start_refund;
create function public.start_refund(
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
  return refund;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

drop function public.start_refund_of_return;
create function public.start_refund_of_return(
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
  return refund;
end;
$$;
comment on function public.start_refund_of_return(uuid, uuid, text, bigint, text, uuid, bigint, jsonb, boolean) is
  'Begins the refund of a return that was received, as start_refund does: of these lines, [{item, quantity}], or of all that arrived. Never more pieces than arrived (too_many_pieces), and once (return_moved).';

create or replace function public.start_cancellation(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select a.order_id from public.payment_attempts a where a.reference = p_reference);
begin
  perform 1 from public.orders where id = ordered for update;
  if exists (select from public.orders o where o.id = ordered and o.status <> 'Paid')
    or exists (select from public.parcels p where p.order_id = ordered and p.status in ('sent', 'delivered')) then
    raise exception 'Only a paid order of which nothing was sent can be cancelled.' using detail = 'sent_already';
  end if;
  update public.parcels set status = 'cancelled' where order_id = ordered and status = 'packed';
  return public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by,
    (select p_paid_minor - a.refunded_minor from public.payment_attempts a where a.reference = p_reference),
    (select coalesce(jsonb_agg(jsonb_build_object('item', i.id, 'quantity', i.quantity - i.refunded)), '[]')
      from public.order_items i where i.order_id = ordered and i.quantity > i.refunded),
    p_shipping => coalesce(private.shipping_to_refund(ordered) > 0, false));
end;
$$;
comment on function public.start_cancellation(uuid, text, bigint, text, uuid) is
  'Begins the refund of all that is left of a Paid order, as start_refund does; what was packed of it is not sent. Refuses (sent_already) an order that is not Paid, or of which something was sent.';

create type public.invoice_kind as enum ('invoice', 'credit_note');
comment on type public.invoice_kind is 'An invoice, or a credit note about a refund of what an invoice bills';

create table private.invoice_counters (
  kind public.invoice_kind primary key,
  last bigint not null
);
comment on table private.invoice_counters is 'The last number of each kind. A sequence would leave gaps where a transaction fails.';
comment on column private.invoice_counters.kind is 'invoice or credit_note';
comment on column private.invoice_counters.last is 'The last number; 0 before the first';
insert into private.invoice_counters (kind, last) values ('invoice', 0), ('credit_note', 0);

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  kind public.invoice_kind not null,
  serial bigint not null,
  number text not null,
  order_id uuid references public.orders on delete set null,
  order_number text not null,
  refund_id uuid unique references public.refunds on delete set null,
  issued_at timestamptz not null default now(),
  currency text not null,
  net numeric(12, 2) not null,
  tax numeric(12, 2) not null,
  gross numeric(12, 2) not null,
  rates jsonb not null,
  seller jsonb not null,
  unique (kind, serial),
  constraint invoices_gross_check check (gross = net + tax)
);
comment on table public.invoices is 'Invoices, one for each order that was paid, and credit notes, one for each refund of it that is done';
comment on column public.invoices.id is 'Identifies the invoice or credit note';
comment on column public.invoices.kind is 'invoice or credit_note';
comment on column public.invoices.serial is 'Its number among its kind, from 1, without gaps';
comment on column public.invoices.number is 'Its number as the pattern in the settings wrote it, such as INV-1042';
comment on column public.invoices.order_id is 'The order; empty when deleted since, the invoice stays';
comment on column public.invoices.order_number is 'Number of the order';
comment on column public.invoices.refund_id is 'The refund of a credit note; empty when deleted since';
comment on column public.invoices.issued_at is 'When it was issued';
comment on column public.invoices.currency is 'Currency, three letters';
comment on column public.invoices.net is 'Sum without tax, in units of the currency with cents; of a credit note what is given back';
comment on column public.invoices.tax is 'Tax, in units of the currency with cents';
comment on column public.invoices.gross is 'Sum with tax, in units of the currency with cents';
comment on column public.invoices.rates is 'The sums by tax rate, as [{rate (percent), net, tax, gross}]';
comment on column public.invoices.seller is 'The seller as it was in the settings then: {name, address, tax_id}';
create unique index invoices_once_idx on public.invoices (order_id) where kind = 'invoice';
create index invoices_order_idx on public.invoices (order_id, kind, serial);

-- The counter is locked until the transaction ends, so this comes last in it.
create function private.add_invoice(p_kind public.invoice_kind, p_order public.orders, p_refund uuid, p_rates jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_serial bigint;
begin
  update private.invoice_counters c set last = c.last + 1 where c.kind = p_kind returning c.last into its_serial;
  insert into public.invoices (kind, serial, number, order_id, order_number, refund_id, currency, net, tax, gross, rates, seller)
  select p_kind, its_serial,
    replace(s.of ->> case p_kind when 'invoice' then 'invoice_number_pattern' else 'credit_note_number_pattern' end, '{number}', its_serial::text),
    p_order.id, p_order.number, p_refund, p_order.currency, r.net, r.tax, r.net + r.tax, p_rates,
    jsonb_build_object('name', s.of -> 'seller_name', 'address', s.of -> 'seller_address', 'tax_id', s.of -> 'seller_tax_id')
  from (select jsonb_object_agg(name, value) as of from public.shop_settings) s,
    (select coalesce(sum((e ->> 'net')::numeric), 0) as net, coalesce(sum((e ->> 'tax')::numeric), 0) as tax from jsonb_array_elements(p_rates) e) r;
end;
$$;
comment on function private.add_invoice(public.invoice_kind, public.orders, uuid, jsonb) is
  'Adds an invoice or credit note of an order with the next number of its kind';

create function private.rates_of(p_order public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rate', trim_scale(s.rate), 'tax', s.tax,
      'net', s.price - case when p_order.tax_included then s.tax else 0 end,
      'gross', s.price + case when p_order.tax_included then 0 else s.tax end) order by s.rate desc), '[]')
    from (
      select p.rate, sum(p.price) as price, sum(p.tax) as tax
      from (
        select i.tax_rate as rate, i.unit_price * i.quantity - i.discount as price, i.tax
        from public.order_items i where i.order_id = p_order.id
        union all select p_order.shipping_tax_rate, p_order.shipping, p_order.shipping_tax) p
      group by p.rate having sum(p.price) > 0) s);
end;
$$;
comment on function private.rates_of(public.orders) is 'What an order bills by tax rate, in its currency: [{rate (percent), net, tax, gross}]';

create function private.issue_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- At the end of the transaction, when its lines are there.
  select * into ordered from public.orders where id = new.id and status = 'Paid';
  if found and not exists (select from public.invoices i where i.order_id = new.id and i.kind = 'invoice') then
    perform private.add_invoice('invoice', ordered, null, private.rates_of(ordered));
  end if;
  return null;
end;
$$;
comment on function private.issue_invoice() is 'Issues the invoice of an order that became Paid, once';

-- Amounts in cents. What pieces and shipping are refunded goes to their own rates as far as these have anything left, and the rest to
-- all rates in proportion to what they have left. Each share is a difference of two rounded sums, so no rate gets more than it has.
create function private.credit_rates(p_billed jsonb, p_credited jsonb, p_wanted jsonb, p_amount bigint) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with billed as (
      select b.rate, b.gross * 100 as gross, b.tax * 100 as tax, coalesce(c.gross, 0) * 100 as gross_before, coalesce(c.tax, 0) * 100 as tax_before,
        coalesce(w.minor, 0) as wanted
      from jsonb_to_recordset(p_billed) b (rate numeric, gross numeric, tax numeric)
      left join (
        select rate, sum(gross) as gross, sum(tax) as tax from jsonb_to_recordset(p_credited) c (rate numeric, gross numeric, tax numeric) group by rate) c
        using (rate)
      left join (select rate, sum(minor) as minor from jsonb_to_recordset(p_wanted) w (rate numeric, minor bigint) group by rate) w using (rate)),
    room as (
      select *, gross - gross_before as room, least(p_amount, sum(gross - gross_before) over ()) as amount,
        sum(wanted) over (order by rate) as running, nullif(sum(wanted) over (), 0) as all_wanted from billed),
    own as (
      select *, least(room, coalesce(round(running * least(amount, all_wanted) / all_wanted)
        - round((running - wanted) * least(amount, all_wanted) / all_wanted), 0)) as own from room),
    rest as (
      select *, amount - sum(own) over () as rest, sum(room - own) over (order by rate) as running_room, nullif(sum(room - own) over (), 0) as all_room
      from own),
    shares as (
      select *, own + coalesce(round(running_room * rest / all_room) - round((running_room - (room - own)) * rest / all_room), 0) as share from rest),
    credits as (
      select rate, share, round((gross_before + share) * tax / gross) - tax_before as tax from shares where share > 0)
    select coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'net', round((share - tax) / 100, 2), 'tax', round(tax / 100, 2),
      'gross', round(share / 100, 2)) order by rate desc), '[]') from credits);
end;
$$;
comment on function private.credit_rates(jsonb, jsonb, jsonb, bigint) is
  'How an amount (smallest unit) is credited, by tax rate: of what was billed, after what was credited before, both as [{rate, tax, gross}], for what is wanted by rate, [{rate, minor}]';

create function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  billed jsonb;
  rates jsonb;
begin
  select * into ordered from public.orders where id = new.order_id for no key update;
  select i.rates into billed from public.invoices i
    join public.payment_attempts a on a.reference = new.reference and a.status <> 'duplicate'
    where i.order_id = new.order_id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.refund_id = new.id);
  if not found then
    return null;
  end if;
  rates := private.credit_rates(billed, (
    select coalesce(jsonb_agg(e), '[]') from public.invoices c, jsonb_array_elements(c.rates) e
    where c.order_id = ordered.id and c.kind = 'credit_note'), (
    select coalesce(jsonb_agg(jsonb_build_object('rate', i.tax_rate, 'minor', l.price_minor)), '[]')
      || jsonb_build_object('rate', ordered.shipping_tax_rate, 'minor', new.shipping_minor)
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = new.id), new.amount_minor);
  if rates <> '[]' then
    perform private.add_invoice('credit_note', ordered, new.id, rates);
  end if;
  return null;
end;
$$;
comment on function private.issue_credit_note() is 'Issues the credit note of a refund that is done, once, of an order with an invoice';

alter table public.invoices enable row level security;
grant select on public.invoices to authenticated;
-- Whoever may read the order may read its invoice; what is left of a deleted order is for administrators.
create policy invoices_select_with_order on public.invoices for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id) or (order_id is null and (select public.is_admin())));

create constraint trigger orders_invoice after insert or update of status on public.orders
  deferrable initially deferred for each row when (new.status = 'Paid') execute function private.issue_invoice();
create constraint trigger refunds_credit_note after update of status on public.refunds
  deferrable initially deferred for each row when (new.status = 'processed' and old.status <> 'processed')
  execute function private.issue_credit_note();

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
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns and holds';

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
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';
