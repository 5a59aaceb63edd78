-- Exchanges: a return can be exchanged for another size or color of its products.

alter table public.orders add column exchange_of uuid;
comment on column public.orders.exchange_of is 'The return whose pieces it replaces; empty for other orders. It outlives the return, so it is no foreign key';
create index orders_exchange_idx on public.orders (exchange_of) where exchange_of is not null;

alter table public.order_items add column exchanged_item uuid, add column cheaper_by numeric(12, 2) not null default 0, add column carried_minor bigint;
comment on column public.order_items.exchanged_item is 'The line whose pieces it replaces; empty where it replaces none. It outlives the line, so it is no foreign key';
comment on column public.order_items.cheaper_by is 'What is refunded of the replaced pieces since these cost less, with tax, in the currency of the order';
comment on column public.order_items.carried_minor is 'What was paid for the replaced pieces and stays in the payment of their order, in the smallest unit: refunded from there when these pieces are refunded. Empty until the replaced pieces have arrived.';
create index order_items_exchanged_idx on public.order_items (exchanged_item) where exchanged_item is not null;

alter table public.returns add column exchange_until timestamptz;
comment on column public.returns.exchange_until is 'Until when its exchange waits for the pieces, and then for the payment; empty without an exchange, and before it is approved';

alter table public.refunds add column exchange_item uuid, add column caused_by uuid;
comment on column public.refunds.exchange_item is 'The line of an exchange for whose pieces it is, where these were refunded; empty for other refunds';
comment on column public.refunds.caused_by is 'The refund of these pieces; empty for other refunds';
create index refunds_exchange_idx on public.refunds (exchange_item) where exchange_item is not null;

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'carriers' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 2000
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'return_send_days' then p_value::text ~ '^\d{1,3}$'
    when 'return_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'return_payer' then p_value #>> '{}' in ('customer', 'shop')
    when 'return_label' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'exchange_at_once' then jsonb_typeof(p_value) = 'boolean'
    when 'exchange_days' then p_value::text ~ '^\d{1,3}$' and p_value::int > 0
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'time_zone' then p_value #>> '{}' = '' or exists (select from pg_timezone_names z where z.name = p_value #>> '{}')
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'bank_account' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
      and (p_value = '""' or public.is_visible(p_value #>> '{}'))
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC)';
comment on column public.orders.by_office is 'Placed in the back office; the link in its mail pays it without signing in. An exchange is by_office once it may be paid.';
insert into public.shop_settings (name, value) values ('exchange_at_once', 'false'), ('exchange_days', '21');
-- Defaults change no page.
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';
-- Texts that the shop has edited stay.
update public.mail_texts set opening = replace(opening, 'We will refund them once', 'We will refund or exchange them once')
where kind = 'return_approved' and opening = E'Dear {name},\n\nPlease send us the items below. We will refund them once they have arrived.';
insert into public.mail_texts (kind, subject, opening) values
  ('exchange_to_pay', 'Please pay the difference for your exchange {number}', E'Dear {name},\n\nThe items that you chose in exchange cost more. We will send them as soon as you have paid the difference below.'),
  ('exchange_confirmed', 'We are preparing your exchange {number}', E'Dear {name},\n\nEverything is settled. We are preparing the items below.'),
  ('exchange_ended', 'Your exchange {number} has ended', E'Dear {name},\n\nWe can no longer send you the items below in exchange. If you have sent yours back, we will refund them.');


create function private.exchange_choices(p_order uuid)
returns table (item uuid, variant uuid, size text, color text, difference numeric, free int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select i.id, v.id, v.size, v.color, d.difference, case
      when v.policy = 'deny' then v.on_hand - v.held
      when private.availability_of(p, v.size, v.color, o.user_id) <> 'InStock' then 0 end
    from public.orders o join public.order_items i on i.order_id = o.id
    join public.products p on p.id = i.product_id and p.status = 'published'
    join public.product_variants own on own.id = i.variant_id
    join public.product_variants v on v.product_id = p.id and v.id <> own.id and v.archived_at is null
    cross join lateral (select private.price_list_of(o.user_id) as list, case when o.tax_free then private.tax_off(o.user_id) end as tax_off) c
    cross join lateral (
      select private.price_for(c.tax_off, p.tax_class, private.unit_price(c.list, p, v, i.quantity))
        - private.price_for(c.tax_off, p.tax_class, private.unit_price(c.list, p, own, i.quantity)) as difference) d
    where o.id = p_order
      -- What was paid for the pieces before an earlier exchange is in another payment: only the surcharge of that exchange can go back.
      and (i.exchanged_item is null or d.difference >= - i.unit_price)
    order by i.position, array_position(p.colors, v.color), array_position(p.sizes, v.size);
end;
$$;
comment on function private.exchange_choices(uuid) is
  'The other sizes and colors of the products of an order, by line, with what a piece costs more (or less) than that of the line, in dollars at the prices of today, and the free pieces, null where these are not counted';

create function public.exchange_choices_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer();
  return (
    select coalesce(jsonb_agg(to_jsonb(c) - 'free' || jsonb_build_object('most', least(c.free, i.quantity),
      'difference', greatest(round(c.difference * (100 + case when o.tax_included then 0 else i.tax_rate end) / 100, 2), - private.price_of_pieces(i, 1) / 100.0))), '[]')
    from public.orders o cross join lateral private.exchange_choices(o.id) c join public.order_items i on i.id = c.item
    where o.id = p_order and o.user_id = auth.uid());
end;
$$;
comment on function public.exchange_choices_of(uuid) is
  'What the signed-in customer can exchange the lines of an order for: [{item, variant, size, color, difference: what a piece costs more with tax, or what of its price is refunded if below zero, in dollars, most: how many pieces, at most those of the line}]; empty for the orders of others. Error (in detail): not_a_customer.';
grant execute on function public.exchange_choices_of(uuid) to authenticated;

create function private.open_exchange(p_order public.orders, p_return uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_agg(l || jsonb_build_object('at', concat('lines.', place - 1, '.variant')) order by place)
    from jsonb_array_elements(p_lines) with ordinality w (l, place) where l ->> 'variant' is not null and (l ->> 'quantity')::int > 0);
  least_payable constant numeric := (private.function_setting('PAYMENT_MINIMUMS') ->> p_order.currency)::numeric;
  out_of_stock constant text := 'There is not enough of this left. Please choose another, or a refund.';
  opened public.orders;
begin
  if wanted is null then
    return;
  end if;
  perform private.lock_variants(array(select private.as_uuid(w.variant) from jsonb_to_recordset(wanted) w (variant text)));
  perform private.refuse_at('not_exchangeable', 'This is not offered in exchange.', array(
    select w.at from jsonb_to_recordset(wanted) w (item text, variant text, at text) where not exists (
      select from private.exchange_choices(p_order.id) c where c.item::text = w.item and c.variant::text = w.variant)));
  perform private.refuse_at('out_of_stock', out_of_stock, array(
    select w.at from jsonb_to_recordset(wanted) w (item uuid, variant uuid, quantity int, at text)
    join private.exchange_choices(p_order.id) c using (item, variant) where w.quantity > c.free));
  insert into public.orders (user_id, firstname, lastname, email, phone, address, city, postcode, state, country, total_price, currency,
    tax_included, tax_free, company_id, company_name, company_vat_id, po_number, exchange_of)
  select o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state, o.country, 0, o.currency,
    o.tax_included, o.tax_free, o.company_id, o.company_name, o.company_vat_id, o.po_number, p_return
  from public.orders o where o.id = p_order.id returning * into opened;
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, tax_rate, position, variant_id, exchanged_item, cheaper_by)
  select opened.id, p.id, p.title, greatest(0, c.difference), w.quantity, c.size, c.color, i.tax_rate, row_number() over (order by i.position), c.variant, i.id,
    least(round(greatest(0, - c.difference) * w.quantity * (100 + case when opened.tax_included then 0 else i.tax_rate end) / 100, 2),
      private.price_of_pieces(i, w.quantity) / 100.0)
  from jsonb_to_recordset(wanted) w (item uuid, variant uuid, quantity int)
  join private.exchange_choices(p_order.id) c using (item, variant)
  join public.order_items i on i.id = w.item join public.products p on p.id = i.product_id;
  -- What is too little for a card is not asked for.
  update public.order_items i set unit_price = 0 from public.orders o
    where o.id = opened.id and i.order_id = o.id and o.total_price > 0 and o.total_price < least_payable;
  select * into opened from public.orders o where o.id = opened.id;
  if private.hold_stock(opened, null) is not null then
    perform private.refuse_at('out_of_stock', out_of_stock, array(select w.at from jsonb_to_recordset(wanted) w (at text)));
  end if;
end;
$$;
comment on function private.open_exchange(public.orders, uuid, jsonb) is
  'Opens the order of what a return is exchanged for, the lines with a variant among [{item, quantity, variant}], and holds its pieces. Errors (in detail): not_exchangeable, out_of_stock (with the paths of what is wrong as hint).';

create function private.exchange_lines(p_return uuid) returns setof public.order_items
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select e.* from public.orders o join public.order_items e on e.order_id = o.id
    where o.exchange_of = p_return and o.status not in ('Cancelled', 'Refunded') and e.quantity > e.refunded;
end;
$$;
comment on function private.exchange_lines(uuid) is 'The lines that replace pieces of a return, without those of an exchange that was cancelled or refunded';

create function private.release_exchange(p_return uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened public.orders;
begin
  update public.orders set by_office = true, payment_reference = case when total_price = 0 then id || '.1' end
    where exchange_of = p_return and status = 'Pending' and not by_office returning * into opened;
  if not found then
    return;
  end if;
  if opened.total_price = 0 then
    perform private.settle_free_order(opened);
    update public.orders set status = 'Paid' where id = opened.id;
  else
    update public.returns set exchange_until = private.exchange_end() where id = p_return;
    perform private.queue_exchange_mail(opened, 'exchange_to_pay');
  end if;
end;
$$;
comment on function private.release_exchange(uuid) is 'Has what replaces the pieces of a return sent, or paid first where it costs more';

create function private.exchange_end() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.day_start(private.day_of(now()) + private.shop_setting('exchange_days')::int + 1) - interval '1 second';
end;
$$;
comment on function private.exchange_end() is 'Until when an exchange waits from now on: the end of the day that the setting says';

create function private.queue_exchange_mail(p_order public.orders, p_kind public.mail_kind) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, recipient, kind) select p_order.id, btrim(p_order.email), p_kind where btrim(p_order.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_exchange_mail(public.orders, public.mail_kind) is 'Queues a mail about an exchange';

-- What is paid for, or on its way, is for the office to decide.
create function private.cancel_exchange(p_return uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set status = 'Cancelled' where o.exchange_of = p_return and (o.status = 'Pending'
    or o.status = 'Paid' and o.total_price = 0 and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
end;
$$;
comment on function private.cancel_exchange(uuid) is 'Cancels what would replace the pieces of a return, unless it was paid for or sent';

create function private.follow_return(p_return uuid, p_status public.return_status) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened constant public.orders := (select o from public.orders o where o.exchange_of = p_return and o.status = 'Pending');
begin
  if p_status = 'refused' then
    perform private.cancel_exchange(p_return);
  elsif p_status = 'approved' then
    update public.returns set exchange_until = private.exchange_end() where id = p_return and opened.id is not null;
    if private.shop_setting('exchange_at_once')::boolean then
      perform private.release_exchange(p_return);
    end if;
  elsif p_status = 'received' then
    -- Only what arrived is replaced.
    delete from public.order_items e using public.return_lines l
      where e.order_id = opened.id and l.return_id = p_return and l.order_item_id = e.exchanged_item and l.received = 0;
    update public.order_items e set quantity = l.received, cheaper_by = round(e.cheaper_by * l.received / e.quantity, 2)
      from public.return_lines l
      where e.order_id = opened.id and l.return_id = p_return and l.order_item_id = e.exchanged_item and l.received < e.quantity;
    if not exists (select from public.order_items e where e.order_id = opened.id) then
      perform private.cancel_exchange(p_return);
    else
      perform private.hold_stock(o, null) from public.orders o where o.id = opened.id;
      perform private.release_exchange(p_return);
    end if;
    perform private.close_exchange(p_return);
  end if;
end;
$$;
comment on function private.follow_return(uuid, public.return_status) is
  'What follows for the exchange of a return that was approved, refused or received: it is sent, or to be paid, once the pieces have arrived, or at once where the setting says so';

create function private.end_exchanges() returns void
language plpgsql security definer set search_path = '' as $$
declare
  ended uuid;
begin
  for ended in
    select o.id from public.orders o left join public.returns r on r.id = o.exchange_of
    where o.exchange_of is not null and o.status = 'Pending' and (r.id is null or r.exchange_until < now())
    order by o.id limit 1000 for no key update of o skip locked
  loop
    update public.orders set status = 'Cancelled' where id = ended;
  end loop;
end;
$$;
comment on function private.end_exchanges() is
  'Cancels exchanges for which the pieces have not arrived, or that were not paid, in time, and those whose return was deleted';

create function private.follow_exchange() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'Refunded' then
    perform private.cancel_exchange(r.id) from public.returns r where r.order_id = new.id and r.status <> 'refunded';
  elsif new.status = 'Paid' then
    perform private.close_exchange(new.exchange_of);
  elsif auth.uid() is distinct from new.user_id and exists (
    select from public.returns r where r.id = new.exchange_of and r.status in ('approved', 'received')) then
    perform private.queue_exchange_mail(new, 'exchange_ended');
  end if;
  return null;
end;
$$;
comment on function private.follow_exchange() is
  'Closes the pieces whose exchange is paid, ends those exchanges of a refunded order that are not settled, and tells the customer of one that ended';

create function public.exchange_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select json_build_object('order', q.id, 'number', q.number, 'payable', o.by_office,
      'at_once', public.shop_promises() #> '{returns,exchange_at_once}', 'until', r.exchange_until, 'lines', (
        select coalesce(json_agg(json_build_object('item', e.id, 'size', i.size, 'color', i.color) order by e.position), '[]')
        from public.order_items e join public.order_items i on i.id = e.exchanged_item where e.order_id = o.id))
    from public.orders o join public.returns r on r.id = o.exchange_of join public.orders q on q.id = r.order_id where o.id = p_order);
end;
$$;
comment on function public.exchange_of(uuid) is
  'What an order that the caller may read replaces: {order, number, payable: whether it can be paid, at_once: whether it is sent when the return is approved, until: when it ends if it is not, lines: [{item, size and color of the piece that it replaces}]}; null for other orders';
grant execute on function public.exchange_of(uuid) to authenticated;

create trigger orders_follow_exchange after update of status on public.orders
  for each row when (new.status is distinct from old.status and (new.status = 'Refunded' or new.exchange_of is not null and new.status in ('Paid', 'Cancelled')))
  execute function private.follow_exchange();


-- The pieces that arrived and are exchanged keep their money, but for what the new ones cost less.
create function private.due_of_return(p_return uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(private.price_of_pieces(i, l.received) - coalesce(private.price_of_pieces(i, e.pieces) - round(e.cheaper_by * 100 * e.pieces / e.quantity), 0)), 0)
    from public.return_lines l join public.order_items i on i.id = l.order_item_id
    left join lateral (
      select x.quantity, x.cheaper_by, least(l.received, x.quantity - x.refunded) as pieces
      from private.exchange_lines(p_return) x where x.exchanged_item = i.id) e on true
    where l.return_id = p_return and l.received > 0);
end;
$$;
comment on function private.due_of_return(uuid) is 'What is to be refunded of a return that was received, in the smallest unit';

create function private.carry_price(p_return uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items e set carried_minor = private.price_of_pieces(i, w.pieces) - round(e.cheaper_by * 100 * w.pieces / e.quantity)
  from private.exchange_lines(p_return) x join public.return_lines l on l.return_id = p_return and l.order_item_id = x.exchanged_item
  join public.order_items i on i.id = x.exchanged_item
  cross join lateral (select least(l.received, x.quantity - x.refunded) as pieces) w
  where e.id = x.id and e.carried_minor is null and w.pieces > 0;
end;
$$;
comment on function private.carry_price(uuid) is 'Writes into the lines of an exchange what was paid for the pieces that arrived for them';

create function private.close_exchange(p_return uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  back public.returns;
  closing uuid;
begin
  select * into back from public.returns r where r.id = p_return and r.status = 'received' and r.refund_id is null
    and exists (select from private.exchange_lines(p_return) e join public.orders o on o.id = e.order_id where o.status = 'Paid');
  if not found or private.due_of_return(p_return) > 0 then
    return;
  end if;
  perform private.carry_price(p_return);
  insert into public.refunds (reference, order_id, amount_minor, currency, status, processed_at)
  select a.reference, a.order_id, 0, a.currency, 'processed', now()
  from public.payment_attempts a where a.order_id = back.order_id and a.status = 'paid' limit 1 returning id into closing;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor)
  select closing, i.id, l.received, private.price_of_pieces(i, l.received)
  from public.return_lines l join public.order_items i on i.id = l.order_item_id
  where l.return_id = p_return and l.received > 0 and closing is not null;
  update public.returns set refund_id = closing where id = p_return;
  perform private.finish_returns(back.order_id);
end;
$$;
comment on function private.close_exchange(uuid) is
  'Closes the pieces of a return that arrived, by a refund of nothing, when the pieces for them are paid and nothing is due';

create function private.given_back(p_item uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select i.refunded - coalesce((
      select sum(e.quantity - private.given_back(e.id)) from public.order_items e where e.exchanged_item = i.id and e.carried_minor is not null), 0)
    from public.order_items i where i.id = p_item);
end;
$$;
comment on function private.given_back(uuid) is 'The pieces of a line that were refunded, without those that were replaced and whose replacements were not refunded';

create function private.refund_carried(p_order uuid, p_cause public.refunds) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.order_items;
  attempt public.payment_attempts;
  due bigint;
  made uuid;
begin
  for line in select * from public.order_items e where e.order_id = p_order and e.carried_minor is not null order by e.exchanged_item loop
    select a.* into attempt from public.payment_attempts a join public.order_items i on i.order_id = a.order_id
      where i.id = line.exchanged_item and a.status = 'paid' limit 1;
    continue when not found;
    perform from public.orders o where o.id = attempt.order_id for no key update;
    due := least(round(line.carried_minor * private.given_back(line.id)::numeric / line.quantity) - (
      select coalesce(sum(r.amount_minor), 0) from public.refunds r where r.exchange_item = line.id and r.status <> 'failed'),
      coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor);
    if due > 0 then
      insert into public.refunds (reference, order_id, amount_minor, currency, asked_by, asked_at, exchange_item, caused_by)
      values (attempt.reference, attempt.order_id, due, attempt.currency, p_cause.asked_by, clock_timestamp(), line.id, p_cause.id) returning id into made;
      perform public.update_refund(made, 'processed') where attempt.transfer is not null;
    end if;
    perform private.refund_carried(attempt.order_id, p_cause);
  end loop;
end;
$$;
comment on function private.refund_carried(uuid, public.refunds) is
  'Begins the refunds of what was paid for pieces in earlier orders, where they were exchanged for pieces of this order that are refunded';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to, public.hold_end_of(o.id) as held_until,
        case o.status when 'OnTerms' then public.bank_account() else '' end as pay_to, public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, public.exchange_of(o.id) as exchange, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax, i.sku,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in dollars';

create or replace function public.shop_promises() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
begin
  return jsonb_build_object(
    'order_by', private.weekdays_after(today, 0),
    'return_days', private.shop_setting('return_days'),
    'returns', jsonb_build_object(
      'address', coalesce(nullif(private.shop_setting('return_address') #>> '{}', ''), case when private.shop_setting('seller_address') #>> '{}' <> '' then
        concat_ws(E'\n', private.shop_setting('seller_name') #>> '{}', private.shop_setting('seller_address') #>> '{}',
          (select c.name from public.countries c where c.code = private.shop_setting('seller_country') #>> '{}')) end, ''),
      'send_days', private.shop_setting('return_send_days'), 'payer', private.shop_setting('return_payer'),
      'label', private.shop_setting('return_label'), 'exchange_at_once', private.shop_setting('exchange_at_once')),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'countries', (select coalesce(jsonb_agg(c.name order by c.name), '[]') from public.countries c where c.code = any (z.countries)),
        'methods', m.all) order by z.countries = '{}', z.created_at, z.id), '[]')
      from public.shipping_zones z cross join lateral (
        select jsonb_agg(jsonb_build_object('name', s.name, 'free_from', s.free_from, 'max_weight', s.max_weight,
          'price', least(s.price, w.price), 'varies', w.price is not null, 'days_from', s.days_from, 'days_to', s.days_to,
          'arrives_from', private.weekdays_after(today, s.days_from), 'arrives_to', private.weekdays_after(today, s.days_to))
          order by s.position, s.price, s.id) as all
        from public.shipping_methods s cross join lateral (
          select min((b ->> 'price')::numeric) as price from jsonb_array_elements(s.weight_bands) b) w
        where s.zone_id = z.id) m
      where m.all is not null));
end;
$$;
comment on function public.shop_promises() is
  'What the shop promises to shoppers: {order_by: the day on which a new order leaves, return_days, returns: {address, send_days, payer, label, exchange_at_once}, zones: [{countries: their names, empty for all others, methods: [{name, price: the least, varies: whether heavier orders cost another, free_from, max_weight in grams, days_from, days_to, arrives_from and arrives_to: the days that these make of an order of today}]}]}; without zones, shipping is free';
grant execute on function public.shop_promises() to anon, authenticated;

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
  if ordered.status <> 'Pending' or ordered.exchange_of is not null and not ordered.by_office then
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

create or replace function private.remove_bought_from_cart(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line record;
begin
  for line in
    select c.id, c.quantity - i.quantity as rest
    from public.cart_items c
    join lateral (
      select i.quantity from public.order_items i
      left join public.product_variants v on v.id = i.variant_id
      cross join lateral (select case when v.id is null then i.size else v.size end as size,
        case when v.id is null then i.color else v.color end as color) bought
      where i.order_id = p_order.id and i.product_id = c.product_id
        and ((bought.size is not distinct from c.size and bought.color is not distinct from c.color)
          or (i.size is null and i.color is null and c.created_at <= p_order.created_at))
      order by i.size nulls last, i.color nulls last limit 1) i on true
    where c.user_id = p_order.user_id and p_order.exchange_of is null
    order by c.id for update of c
  loop
    if line.rest > 0 then
      update public.cart_items set quantity = line.rest where id = line.id;
    else
      delete from public.cart_items where id = line.id;
    end if;
  end loop;
end;
$$;
comment on function private.remove_bought_from_cart(public.orders) is
  'Removes what a paid order bought from the cart of its customer';

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
  perform private.update_fulfilment(refund.order_id), private.refund_carried(refund.order_id, refund);
  return case when attempt.transfer is null and wanted > 0 then refund else public.update_refund(p_id, 'processed') end;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. What was paid by transfer is paid back by transfer, and what cost nothing needs no provider, so this is processed at once. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

create or replace function private.require_stock(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short constant text := private.hold_stock(p_order, case when p_order.status = 'Pending' and p_order.exchange_of is null then private.hold_until() end);
begin
  if short is not null then
    raise exception '% is out of stock.', short using detail = 'out_of_stock';
  end if;
end;
$$;
comment on function private.require_stock(public.orders) is
  'Holds the pieces of an order, for a time while it is Pending, unless it is an exchange; refuses it where there are too few (out_of_stock)';

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
  perform private.end_exchanges();
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number, the uses of their vouchers, and exchanges whose time is over; called by the scheduled task';

create or replace function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  -- A return has mails of its own.
  if (new.status in ('Pending', 'OnTerms') and new.exchange_of is null or new.status = 'Paid') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.exchange_of is not null then 'exchange_confirmed' when new.status = 'Pending' then 'order_placed' when new.status = 'OnTerms' then 'order_on_terms'
      -- One on terms may be long sent.
      when new.due_at is not null then 'order_paid_by_transfer' else 'order_paid' end::public.mail_kind,
      case when new.status = 'Pending' then now() + interval '10 minutes' else now() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;
comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, or paid';

create or replace function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'reason_kind', r.reason_kind, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'send_by', r.send_by, 'received_at', r.received_at, 'refunded_at', r.refunded_at, 'exchange_until', r.exchange_until,
      'sending', case when r.status = 'approved' then public.shop_promises() -> 'returns' end,
      'exchange', (
        select json_build_object('order', x.id, 'number', x.number, 'status', x.status, 'total', x.total_price, 'fulfilment', x.fulfilment,
          'payable', x.by_office, 'at_once', public.shop_promises() #> '{returns,exchange_at_once}', 'lines', (
          select coalesce(json_agg(json_build_object('item', e.exchanged_item, 'size', e.size, 'color', e.color, 'quantity', e.quantity, 'cheaper_by', e.cheaper_by) order by e.position), '[]')
          from public.order_items e where e.order_id = x.id)) from public.orders x where x.exchange_of = r.id),
      'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position), '[]')
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
comment on function public.returns_of(uuid) is
  'The returns of an order that the caller may read, oldest first: [{id, status, reason, reason_kind, note, requested_at, answered_at, send_by, received_at, refunded_at, exchange_until, sending: for approved ones what shop_promises says of returns, exchange: {order, number, status, total, fulfilment, payable, at_once, lines: [{item: the line that is replaced, size, color, quantity, cheaper_by}]} or null, lines: [{item, quantity, received, restocked}]}]';
grant execute on function public.returns_of(uuid) to authenticated;

create or replace function public.request_return(
  p_order uuid, p_lines jsonb, p_reason text, p_reason_kind public.return_reason default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  made uuid;
begin
  perform private.require_customer();
  -- Returns and refunds of one order queue here, so that no piece is in two.
  select * into ordered from public.orders where id = p_order and user_id = auth.uid() for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Paid' or not exists (select from jsonb_to_recordset(p_lines) w (quantity int) where w.quantity > 0) then
    raise exception 'Nothing of this order can be returned.' using detail = 'not_returnable';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these can be returned now.', array(
    select concat('lines.', w.place - 1, '.quantity') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join private.left_to_return(p_order) l on l.item = (w.line ->> 'item')::uuid
    where (w.line ->> 'quantity')::int > coalesce(l.quantity, 0) order by w.place));
  insert into public.returns (order_id, reason, reason_kind) values (p_order, p_reason, p_reason_kind) returning id into made;
  insert into public.return_lines (return_id, order_item_id, quantity)
  select made, w.item, w.quantity from jsonb_to_recordset(p_lines) w (item uuid, quantity int) where w.quantity > 0;
  perform private.open_exchange(ordered, made, p_lines);
  perform private.queue_return_mail(made, 'return_requested');
  return made;
end;
$$;
comment on function public.request_return(uuid, jsonb, text, public.return_reason) is
  'Asks to return these pieces, [{item, quantity, variant: what they are exchanged for, null for a refund}], of a Paid order of the signed-in customer, queues the receipt, and returns the id of the return; null when there is no such order. Errors (in detail): not_a_customer, not_returnable, not_exchangeable, out_of_stock (with the paths of what is wrong as hint).';
grant execute on function public.request_return(uuid, jsonb, text, public.return_reason) to authenticated;

create or replace function office.change_return(
  p_id uuid, p_status public.return_status, p_note text default null, p_lines jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select r.order_id from public.returns r where r.id = p_id);
  before public.return_status;
begin
  perform private.lock_to_send(array(select ordered union select o.id from public.orders o where o.exchange_of = p_id));
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
    send_by = case p_status when 'approved' then private.day_of(now()) + private.shop_setting('return_send_days')::int else send_by end,
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
      select s.id, s.policy from public.product_variants s where s.id = i.variant_id
      -- A product in the trash comes back with the stock that the ledger has.
      union all select s.id, s.policy
      from public.trash t, jsonb_populate_recordset(null::public.product_variants, t.contents -> 'variants') s
      where i.product_id is null and t.kind = 'products' and t.contents -> 'order_items' ? i.id::text and s.id = i.variant_id) v
    where l.return_id = p_id and v.policy <> 'untracked' group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
    perform private.follow_return(p_id, p_status);
  else
    perform private.follow_return(p_id, p_status);
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;
comment on function office.change_return(uuid, public.return_status, text, jsonb) is
  'Approves or refuses a return with a word to the customer, or receives it: lines as [{item, received, restocked}]. Returns its order; null when there is no return. Errors (in detail): not_an_administrator, return_moved, not_returnable (with the paths of what is wrong as hint).';

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
  if exists (select from private.exchange_lines(p_return) e join public.orders o on o.id = e.order_id where o.status <> 'Paid') then
    raise exception 'The exchange of this return is not paid yet. Wait for the payment, or cancel the exchange.' using detail = 'return_moved';
  elsif exists (select from private.exchange_lines(p_return)) then
    perform private.carry_price(p_return);
    p_amount_minor := coalesce(p_amount_minor, private.due_of_return(p_return));
    p_lines := null;
  end if;
  refund := public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by, p_amount_minor, coalesce(p_lines, (
    select jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.received))
    from public.return_lines l where l.return_id = p_return)), false, p_shipping);
  update public.returns set refund_id = refund.id where id = p_return;
  perform private.finish_returns(refund.order_id);
  return refund;
end;
$$;
comment on function public.start_refund_of_return(uuid, uuid, text, bigint, text, uuid, bigint, jsonb, boolean) is
  'Begins the refund of a return that was received, as start_refund does: of these lines, [{item, quantity}], or of all that arrived. Never more pieces than arrived (too_many_pieces), once, and not before its exchange is paid (return_moved). With an exchange, of all that arrived, and of what is due of it.';

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
  if ordered.status <> 'Pending' and (ordered.status <> 'Paid' or ordered.total_price > 0 or ordered.exchange_of is not null or exists (
    select from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')) then
    raise exception 'This order can no longer be cancelled.' using detail = 'not_pending';
  end if;
  -- The same lines under the same key are another order from now on.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = ordered.id;
  return private.order_with_lines(ordered.id);
end;
$$;
comment on function public.cancel_order(uuid) is
  'Cancels an order of the signed-in customer that is Pending, or costs nothing, is not packed and no exchange, and returns it; null when there is no such order. What is paid for it later is Held. Errors (in detail): not_a_customer, not_pending.';
grant execute on function public.cancel_order(uuid) to authenticated;

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
    where o.id = any (p_ids) and (o.status = 'Pending' or (o.status = 'OnTerms' or o.status = 'Paid' and o.total_price = 0 and o.exchange_of is null) and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms or free with nothing sent and no exchange, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create or replace function private.issue_credit_note() returns trigger
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
      || (select coalesce(jsonb_agg(jsonb_build_object('rate', e.tax_rate, 'minor', new.amount_minor)), '[]') from public.order_items e where e.id = new.exchange_item)
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = new.id), new.amount_minor);
  if rates <> '[]' then
    perform private.add_invoice('credit_note', ordered, new.id, rates);
  end if;
  return null;
end;
$$;
comment on function private.issue_credit_note() is 'Issues the credit note of a refund that is done, once, of an order with an invoice';

