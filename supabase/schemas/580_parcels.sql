-- Parcels: what of an order was packed, sent and delivered. A parcel that is sent takes its pieces out of the stock.

create type public.parcel_status as enum ('packed', 'sent', 'delivered', 'cancelled');
comment on type public.parcel_status is 'Where a parcel stands';

create table public.parcels (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  status public.parcel_status not null default 'packed',
  carrier text not null default '' check (length(carrier) <= 60),
  tracking_number text not null default '' check (length(tracking_number) <= 100),
  tracking_url text not null default '' check (tracking_url = '' or tracking_url like 'https://_%' and length(tracking_url) <= 500),
  packed_by uuid default auth.uid(),
  created_at timestamptz not null default public.clock(),
  sent_at timestamptz,
  delivered_at timestamptz
);
comment on table public.parcels is 'Parcels of orders';
comment on column public.parcels.id is 'Identifies the parcel';
comment on column public.parcels.order_id is 'The order';
comment on column public.parcels.status is 'packed, sent, delivered, or cancelled before it was sent';
comment on column public.parcels.carrier is 'Who brings it, such as DHL; empty when nothing is said';
comment on column public.parcels.tracking_number is 'Its number at the carrier; empty when there is none';
comment on column public.parcels.tracking_url is 'Where it can be followed; empty when nowhere';
comment on column public.parcels.packed_by is 'The administrator who packed it';
comment on column public.parcels.created_at is 'When it was packed';
comment on column public.parcels.sent_at is 'When it was sent';
comment on column public.parcels.delivered_at is 'When it was delivered';
create index parcels_order_idx on public.parcels (order_id, created_at);

create table public.parcel_lines (
  parcel_id uuid not null references public.parcels on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  primary key (parcel_id, order_item_id)
);
comment on table public.parcel_lines is 'What is in a parcel';
comment on column public.parcel_lines.parcel_id is 'The parcel';
comment on column public.parcel_lines.order_item_id is 'Line of the order';
comment on column public.parcel_lines.quantity is 'Pieces of it';
create index parcel_lines_item_idx on public.parcel_lines (order_item_id);

create function private.left_to_pack(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select i.id, i.quantity - i.not_to_send - coalesce((
      select sum(l.quantity)::int from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status <> 'cancelled'), 0)
    from public.order_items i where i.order_id = p_order order by i.position;
end;
$$;
comment on function private.left_to_pack(uuid) is 'The lines of an order with the pieces that are in no parcel yet and are to be sent';

create function private.is_being_refunded(p_order uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.payment_attempts a where a.order_id = p_order and a.status = 'paid' and a.refunded_minor > 0
      and a.refunded_minor >= coalesce(a.paid_minor, a.amount_minor));
end;
$$;
comment on function private.is_being_refunded(uuid) is
  'Whether all that was paid for an order is refunded or on its way back, so that nothing of it may be sent';

create function private.update_fulfilment(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reached public.fulfilment := coalesce((
    select case min(p.status) when 'packed' then 'packed' when 'sent' then 'sent' when 'delivered' then 'delivered' end
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')::public.fulfilment, 'cancelled');
begin
  if exists (select from public.orders o where o.id = p_order and o.status in ('Cancelled', 'Refunded')) then
    reached := case when reached < 'sent' then 'cancelled' else reached end;
  elsif exists (select from private.left_to_pack(p_order) l where l.quantity > 0) then
    reached := 'to_send';
  end if;
  update public.orders set fulfilment = reached where id = p_order and fulfilment <> reached;
end;
$$;
comment on function private.update_fulfilment(uuid) is
  'Writes how far the parcels of an order are: as far as the last of them, and to_send while pieces are in none; cancelled where nothing is left to send';

create function private.follow_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    update public.parcels set status = 'cancelled' where order_id = new.id and status = 'packed';
  end if;
  perform private.update_fulfilment(new.id);
  return null;
end;
$$;
comment on function private.follow_order_status() is 'Cancels what was packed of an order that is cancelled or refunded';

-- What was not counted when it was ordered, and is now, has no hold: it is taken as far as no other order holds it.
create function private.take_out_of_stock(p_parcels uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leaving record;
  kept int;
  gone int;
begin
  for leaving in
    select p.order_id, v.id as variant, sum(l.quantity)::int as quantity
    from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
    join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id
    where p.id = any (p_parcels) and v.policy <> 'untracked'
    group by 1, 2 order by 2, 1
  loop
    delete from public.stock_holds h where h.order_id = leaving.order_id and h.variant_id = leaving.variant
      returning h.quantity into kept;
    select least(leaving.quantity, case v.policy when 'deny' then v.on_hand - v.held else v.on_hand end) into gone
      from public.product_variants v where v.id = leaving.variant;
    if gone > 0 then
      insert into public.stock_movements (variant_id, quantity, reason, order_id)
      values (leaving.variant, -gone, 'sent', leaving.order_id);
    end if;
    if kept > leaving.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (leaving.order_id, leaving.variant, kept - leaving.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.take_out_of_stock(uuid[]) is
  'Takes what is in parcels out of the stock, and ends the holds of these pieces';

-- Orders first and then variants, as everywhere, in the order of their ids.
create function private.lock_to_send(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.orders where id = any (p_orders) order by id for no key update;
  perform private.lock_variants(array(
    select v.id from public.order_items i join public.product_variants v on v.id = i.variant_id
    where i.order_id = any (p_orders) and v.policy <> 'untracked'));
end;
$$;
comment on function private.lock_to_send(uuid[]) is
  'Locks orders and their variants before parcels change; refuses anybody but administrators';

create function office.pack_order(
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
  perform private.require_sendable(p_order);
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
  'Packs pieces of an order that is Paid or OnTerms into a new parcel and returns its id; lines as [{item, quantity}], all that is left where they are null. Errors (in detail): not_an_administrator, not_paid, disputed, packed_already.';

create function office.change_parcel(
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
  if before.status = 'packed' and p_status = 'sent' then
    perform private.require_sendable(ordered);
  end if;
  update public.parcels set status = coalesce(p_status, status), carrier = coalesce(p_carrier, carrier),
    tracking_number = coalesce(p_tracking_number, tracking_number), tracking_url = coalesce(p_tracking_url, tracking_url),
    sent_at = case when p_status = 'sent' then coalesce(sent_at, public.clock()) else sent_at end,
    delivered_at = case p_status when 'delivered' then public.clock() when 'sent' then null else delivered_at end
    where id = p_id;
  if before.status = 'packed' and p_status = 'sent' then
    perform private.take_out_of_stock(array[p_id]);
  end if;
  perform private.update_fulfilment(ordered);
  return ordered;
end;
$$;
comment on function office.change_parcel(uuid, public.parcel_status, text, text, text) is
  'Changes the given fields of a parcel and returns its order; null when there is no parcel. A packed one can be sent or cancelled, a sent one delivered, and a delivered one is sent again if that was a mistake. What is sent leaves the stock. Errors (in detail): not_an_administrator, parcel_moved, not_paid, disputed.';

create function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and not private.is_being_refunded(o.id) and not private.is_disputed(o.id)
        and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
      order by o.id) o);
end;
$$;
comment on function office.pack_orders(uuid[]) is
  'Packs all that is left of these orders, those that are Paid or OnTerms, each into one parcel, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  leaving uuid[];
  sent int := 0;
begin
  perform private.lock_to_send(p_ids);
  for its_id in select o.id from public.orders o where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid')
      and not private.is_being_refunded(o.id) and not private.is_disputed(o.id) order by o.created_at, o.id loop
    continue when private.missing_pieces(array[its_id]) <> '[]';
    perform office.pack_orders(array[its_id]);
    leaving := array(select p.id from public.parcels p where p.order_id = its_id and p.status = 'packed');
    update public.parcels set status = 'sent', sent_at = public.clock() where id = any (leaving);
    perform private.take_out_of_stock(leaving);
    perform private.update_fulfilment(its_id);
    sent := sent + (leaving <> '{}')::int;
  end loop;
  return sent;
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, one after the other, those that are Paid or OnTerms and of which no counted piece is missing, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function public.parcels_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'carrier', p.carrier,
      'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url, 'created_at', p.created_at, 'sent_at', p.sent_at,
      'delivered_at', p.delivered_at, 'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity) order by i.position), '[]')
        from public.parcel_lines l join public.order_items i on i.id = l.order_item_id where l.parcel_id = p.id)) order by p.created_at), '[]')
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled');
end;
$$;
comment on function public.parcels_of(uuid) is
  'The parcels of an order that the caller may read, oldest first, without those that were cancelled: [{id, status, carrier, tracking_number, tracking_url, created_at, sent_at, delivered_at, lines: [{item, quantity}]}]';
grant execute on function public.parcels_of(uuid) to authenticated;

create function private.queue_parcel_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, new.id, btrim(o.email), 'parcel_sent', jsonb_build_object('parcel', new.id)
  from public.orders o where o.id = new.order_id and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
  return null;
end;
$$;
comment on function private.queue_parcel_mail() is 'Queues the mail about a parcel that was sent';

alter table public.parcels enable row level security;
grant select on public.parcels to authenticated;
-- Whoever may read the order may read its parcels.
create policy parcels_select_with_order on public.parcels for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

alter table public.parcel_lines enable row level security;
grant select on public.parcel_lines to authenticated;
create policy parcel_lines_select_with_parcel on public.parcel_lines for select to authenticated
  using (exists (select 1 from public.parcels p where p.id = parcel_id));

create trigger parcels_queue_mail after update of status on public.parcels
  for each row when (old.status = 'packed' and new.status = 'sent')
  execute function private.queue_parcel_mail();
create trigger orders_follow_status after update of status on public.orders
  for each row when (new.status is distinct from old.status
    and (new.status in ('Cancelled', 'Refunded') or old.status in ('Cancelled', 'Refunded')))
  execute function private.follow_order_status();
