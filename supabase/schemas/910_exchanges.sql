-- Exchanges: a return whose pieces are replaced by another size or color. The new pieces are an order of their own, which holds the
-- stock from the request on and costs what they cost more.

alter table public.orders add column exchange_of uuid;
comment on column public.orders.exchange_of is 'The return whose pieces it replaces; empty for other orders. It outlives the return, so it is no foreign key';
create index orders_exchange_idx on public.orders (exchange_of) where exchange_of is not null;

alter table public.order_items add column exchanged_item uuid, add column cheaper_by numeric not null default 0, add column carried_minor bigint;
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
  'The other sizes and colors of the products of an order, by line, with what a piece costs more (or less) than that of the line, in the currency of the shop at the prices of today, and the free pieces, null where these are not counted';

create function public.exchange_choices_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  return (
    select coalesce(jsonb_agg(to_jsonb(c) - 'free' || jsonb_build_object('most', least(c.free, i.quantity),
      'difference', greatest(private.rounded(c.difference * (100 + case when o.tax_included then 0 else i.tax_rate end) / 100, o.currency),
        - private.units(private.price_of_pieces(i, 1), o.currency)))), '[]')
    from public.orders o cross join lateral private.exchange_choices(o.id) c join public.order_items i on i.id = c.item
    where o.id = p_order and private.is_buyer(o));
end;
$$;
comment on function public.exchange_choices_of(uuid) is
  'What the signed-in customer can exchange the lines of an order for: [{item, variant, size, color, difference: what a piece costs more with tax, or what of its price is refunded if below zero, in the currency of the shop, most: how many pieces, at most those of the line}]; empty for the orders of others. Error (in detail): not_a_customer.';
grant execute on function public.exchange_choices_of(uuid) to authenticated;

create function private.open_exchange(p_order public.orders, p_return uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_agg(l || jsonb_build_object('at', concat('lines.', place - 1, '.variant')) order by place)
    from jsonb_array_elements(p_lines) with ordinality w (l, place) where l ->> 'variant' is not null and (l ->> 'quantity')::int > 0);
  least_payable constant numeric := private.least_payable(p_order.currency);
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
    tax_included, tax_free, company_id, company_name, company_vat_id, po_number, recipient, invoice_address, by_guest, exchange_of)
  select o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state, o.country, 0, o.currency,
    o.tax_included, o.tax_free, o.company_id, o.company_name, o.company_vat_id, o.po_number, o.recipient, o.invoice_address, o.by_guest, p_return
  from public.orders o where o.id = p_order.id returning * into opened;
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, tax_rate, position, variant_id, exchanged_item, cheaper_by)
  select opened.id, p.id, p.title, greatest(0, c.difference), w.quantity, c.size, c.color, i.tax_rate, row_number() over (order by i.position), c.variant, i.id,
    least(private.rounded(greatest(0, - c.difference) * w.quantity * (100 + case when opened.tax_included then 0 else i.tax_rate end) / 100, opened.currency),
      private.units(private.price_of_pieces(i, w.quantity), opened.currency))
  from jsonb_to_recordset(wanted) w (item uuid, variant uuid, quantity int)
  join private.exchange_choices(p_order.id) c using (item, variant)
  join public.order_items i on i.id = w.item join public.products p on p.id = i.product_id;
  -- What is too little to be paid is not asked for.
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
  return private.day_start(private.day_of(public.clock()) + private.shop_setting('exchange_days')::int + 1) - interval '1 second';
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
    update public.order_items e set quantity = l.received, cheaper_by = private.rounded(e.cheaper_by * l.received / e.quantity, opened.currency)
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
    where o.exchange_of is not null and o.status = 'Pending' and (r.id is null or r.exchange_until < public.clock())
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
