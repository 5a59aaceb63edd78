-- Pieces that orders hold. What is held of a variant is the sum of its holds, by triggers, and a constraint keeps it within the stock.

create table public.stock_holds (
  order_id uuid not null references public.orders on delete cascade,
  variant_id uuid not null references public.product_variants on delete cascade,
  quantity int not null check (quantity > 0),
  expires_at timestamptz,
  primary key (order_id, variant_id)
);
comment on table public.stock_holds is 'Pieces that orders hold: those of unpaid orders for a time, those of orders that are paid or on terms until they are sent';
comment on column public.stock_holds.order_id is 'The order';
comment on column public.stock_holds.variant_id is 'The variant';
comment on column public.stock_holds.quantity is 'Pieces';
comment on column public.stock_holds.expires_at is 'Until when; empty once the order is paid or on terms';
create index stock_holds_variant_idx on public.stock_holds (variant_id);
create index stock_holds_expires_idx on public.stock_holds (expires_at) where expires_at is not null;

create function private.count_new_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held + h.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_new_holds() is 'Adds new holds to those of their variants';

create function private.count_ended_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held - h.quantity
  from (select variant_id, sum(quantity) as quantity from old_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_ended_holds() is 'Takes holds that ended from those of their variants';

create function private.pieces_to_hold(p_order uuid) returns table (variant uuid, item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select v.id, (array_agg(i.id order by i.position))[1], sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0))::int
    from public.order_items i join public.product_variants v on v.id = i.variant_id
    left join lateral (
      select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
    where i.order_id = p_order and v.policy <> 'untracked'
    group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0;
end;
$$;
comment on function private.pieces_to_hold(uuid) is 'The counted pieces of an order that are not sent yet, by variant, each with its first line';

-- The last thing that placing an order does, so that a popular variant is locked for the shortest time.
create function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
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
      or (p_until is not null or p_order.status = 'OnTerms' or p_order.total_price = 0) and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null
        and not exists (select from public.payment_attempts a where a.order_id = o.id and a.status = 'awaited'));
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)), (select max(w.value::int) from jsonb_each_text(wanted) w));
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

create function private.hold_what_is_left(p_order public.orders) returns void
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

create function private.missing_pieces(p_orders uuid[]) returns jsonb
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

create function office.missing_pieces(p_orders uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.missing_pieces(p_orders);
end;
$$;
comment on function office.missing_pieces(uuid[]) is 'As private.missing_pieces. Administrators only (not_an_administrator).';

create function private.hold_until() returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return public.clock() + make_interval(mins => private.shop_setting('hold_minutes')::int);
end;
$$;
comment on function private.hold_until() is 'Until when an order that is placed now holds its pieces';

create function public.hold_end_of(p_order uuid) returns timestamptz
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (select min(h.expires_at) from public.stock_holds h where h.order_id = p_order and h.expires_at > public.clock());
end;
$$;
comment on function public.hold_end_of(uuid) is 'Until when an order that the caller may read holds its pieces while it is not paid; null when it holds none';
grant execute on function public.hold_end_of(uuid) to authenticated;

create function private.require_stock(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short constant text := private.hold_stock(p_order, case when p_order.status = 'Pending' and p_order.exchange_of is null
    -- The longer time of a bank transfer stays.
    then greatest(private.hold_until(), public.hold_end_of(p_order.id)) end);
begin
  if short is not null then
    raise exception '% is out of stock.', short using detail = 'out_of_stock';
  end if;
end;
$$;
comment on function private.require_stock(public.orders) is
  'Holds the pieces of an order, for a time while it is Pending, unless it is an exchange; refuses it where there are too few (out_of_stock)';

create function private.end_holds_of(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from public.stock_holds where order_id = any (p_orders)), 0);
  delete from public.stock_holds where order_id = any (p_orders);
end;
$$;
comment on function private.end_holds_of(uuid[]) is 'Gives back what orders hold';

create function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and (new.total_price = 0 or old.status not in ('Paid', 'Refunded')) then
      perform private.end_voucher_uses(array[new.id]);
    end if;
  elsif new.status = 'Paid' and new.due_at is null then
    -- Settled by settle_payment, which has taken the stock and the voucher, or by hand.
    perform private.require_stock(new);
    perform private.require_voucher(new);
  end if;
  return null;
end;
$$;
comment on function private.end_holds() is
  'Gives back what a cancelled or refunded order held, and its voucher where it was never paid; keeps what a paid one holds until it is sent';

create function public.release_expired_holds() returns int
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select h.order_id from public.stock_holds h where h.expires_at < public.clock() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)), 0);
  perform private.queue_ended_transfers(due);
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < public.clock();
  get diagnostics released = row_count;
  perform private.end_expired_voucher_uses();
  perform private.end_exchanges();
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number, the uses of their vouchers, and exchanges whose time is over; called by the scheduled task';

-- What was not counted when it was ordered has no hold.
create function private.end_holds_of_refund(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  freed record;
  kept int;
begin
  perform private.lock_variants(array(
    select h.variant_id from public.stock_holds h join public.refunds r on r.order_id = h.order_id where r.id = p_refund), 0);
  for freed in
    select i.order_id, v.id as variant, sum(l.not_to_send)::int as quantity
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id
    where l.refund_id = p_refund and l.not_to_send > 0 group by 1, 2
  loop
    delete from public.stock_holds h where h.order_id = freed.order_id and h.variant_id = freed.variant
      returning h.quantity into kept;
    if kept > freed.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (freed.order_id, freed.variant, kept - freed.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.end_holds_of_refund(uuid) is 'Gives back the stock that pieces held which were refunded and are not sent';

alter table public.stock_holds enable row level security;
grant select on public.stock_holds to authenticated;
-- Whoever may read the order may read what it holds.
create policy stock_holds_select_with_order on public.stock_holds for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

create trigger stock_holds_count_new after insert on public.stock_holds referencing new table as new_rows for each statement execute function private.count_new_holds();
create trigger stock_holds_count_ended after delete on public.stock_holds referencing old table as old_rows for each statement execute function private.count_ended_holds();
create trigger orders_end_holds after update of status on public.orders
  for each row when (new.status is distinct from old.status) execute function private.end_holds();
