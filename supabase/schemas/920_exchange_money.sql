-- The money of exchanges: what was paid for a piece stays in the payment of its order until the piece that replaced it is refunded.

-- The pieces that arrived and are exchanged keep their money, but for what the new ones cost less.
create function private.due_of_return(p_return uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(private.price_of_pieces(i, l.received) - coalesce(private.price_of_pieces(i, e.pieces) - private.minor(e.cheaper_by * e.pieces / e.quantity, o.currency), 0)), 0)
    from public.return_lines l join public.order_items i on i.id = l.order_item_id join public.orders o on o.id = i.order_id
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
  update public.order_items e set carried_minor = private.price_of_pieces(i, w.pieces) - private.minor(e.cheaper_by * w.pieces / e.quantity, o.currency)
  from private.exchange_lines(p_return) x join public.return_lines l on l.return_id = p_return and l.order_item_id = x.exchanged_item
  join public.order_items i on i.id = x.exchanged_item join public.orders o on o.id = i.order_id
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
  select a.reference, a.order_id, 0, a.currency, 'processed', public.clock()
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
      values (attempt.reference, attempt.order_id, due, attempt.currency, p_cause.asked_by, private.running_clock(), line.id, p_cause.id) returning id into made;
      perform public.update_refund(made, 'processed') where attempt.transfer is not null;
    end if;
    perform private.refund_carried(attempt.order_id, p_cause);
  end loop;
end;
$$;
comment on function private.refund_carried(uuid, public.refunds) is
  'Begins the refunds of what was paid for pieces in earlier orders, where they were exchanged for pieces of this order that are refunded';
