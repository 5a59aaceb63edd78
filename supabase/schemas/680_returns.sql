-- Returns: pieces that a customer sends back. Asked for by the customer, answered and received by the office, then refunded.

create type public.return_status as enum ('requested', 'approved', 'refused', 'received', 'refunded');
comment on type public.return_status is 'Where a return stands';
create type public.return_reason as enum ('too_small', 'too_large', 'not_as_shown', 'quality', 'changed_mind', 'other');
comment on type public.return_reason is 'Why something is sent back';

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  status public.return_status not null default 'requested',
  reason text not null default '' check (length(reason) <= 500),
  note text not null default '' check (length(note) <= 500),
  refund_id uuid references public.refunds on delete set null,
  requested_at timestamptz not null default public.clock(),
  answered_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz,
  send_by date,
  reason_kind public.return_reason
);
comment on table public.returns is 'Pieces of orders that customers send back';
comment on column public.returns.id is 'Identifies the return';
comment on column public.returns.order_id is 'The order';
comment on column public.returns.status is 'requested, approved (the pieces are on their way), refused, received, or refunded';
comment on column public.returns.reason is 'Why, in the words of the customer; empty when nothing is said';
comment on column public.returns.note is 'What the office answered; the customer reads it';
comment on column public.returns.refund_id is 'Its refund; empty before there is one';
comment on column public.returns.requested_at is 'When it was asked for';
comment on column public.returns.answered_at is 'When it was approved or refused';
comment on column public.returns.received_at is 'When the pieces arrived';
comment on column public.returns.refunded_at is 'When they were refunded';
comment on column public.returns.send_by is 'The day by which the customer was told to send an approved return';
comment on column public.returns.reason_kind is 'Why, as the customer chose it; empty when nothing was chosen';
create index returns_order_idx on public.returns (order_id, requested_at);
create index returns_refund_idx on public.returns (refund_id);
create index returns_requested_idx on public.returns (order_id) where status = 'requested';

create table public.return_lines (
  return_id uuid not null references public.returns on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  received int not null default 0 check (received between 0 and quantity),
  restocked int not null default 0 check (restocked between 0 and received),
  primary key (return_id, order_item_id)
);
comment on table public.return_lines is 'The pieces of a return';
comment on column public.return_lines.return_id is 'The return';
comment on column public.return_lines.order_item_id is 'Line of the order';
comment on column public.return_lines.quantity is 'Pieces of it that the customer sends back';
comment on column public.return_lines.received is 'How many of them arrived';
comment on column public.return_lines.restocked is 'How many of these are in stock again; the others are written off';
create index return_lines_item_idx on public.return_lines (order_item_id);

create function private.left_to_return(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := private.day_start(private.day_of(public.clock()) - private.shop_setting('return_days')::int);
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

create function public.returnable_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(l.item, l.quantity), '{}') from public.orders o, private.left_to_return(o.id) l
    where o.id = p_order and private.is_buyer(o) and o.status = 'Paid' and l.quantity > 0);
end;
$$;
comment on function public.returnable_of(uuid) is
  'The pieces that the signed-in customer may send back of this order, by line; empty for the orders of others';
grant execute on function public.returnable_of(uuid) to authenticated;

create function public.returns_of(p_order uuid) returns json
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

create function private.queue_return_mail(p_return uuid, p_kind public.mail_kind) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), p_kind, jsonb_build_object('return', r.id)
  from public.returns r join public.orders o on o.id = r.order_id where r.id = p_return and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_return_mail(uuid, public.mail_kind) is 'Queues a mail about a return';

create function public.request_return(
  p_order uuid, p_lines jsonb, p_reason text, p_reason_kind public.return_reason default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  made uuid;
begin
  perform private.require_shopper();
  -- Returns and refunds of one order queue here, so that no piece is in two.
  select * into ordered from public.orders o where o.id = p_order and private.is_buyer(o) for no key update;
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

create function private.finish_returns(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns r set status = 'refunded', refunded_at = public.clock()
  where r.order_id = p_order and r.status = 'received' and (
    exists (select from public.refunds f where f.id = r.refund_id and f.status = 'processed')
    or exists (select from public.orders o where o.id = p_order and o.status = 'Refunded'));
end;
$$;
comment on function private.finish_returns(uuid) is
  'Sets received returns to refunded whose refund is processed, and all when the whole order is Refunded';

create function private.follow_refunds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.finish_returns(coalesce(to_jsonb(new) ->> 'order_id', to_jsonb(new) ->> 'id')::uuid);
  return null;
end;
$$;
comment on function private.follow_refunds() is 'Sets returns to refunded when their refund, or the whole order, is';

create function office.change_return(
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
    answered_at = case when p_status = 'received' then answered_at else public.clock() end,
    send_by = case p_status when 'approved' then private.day_of(public.clock()) + private.shop_setting('return_send_days')::int else send_by end,
    received_at = case when p_status = 'received' then public.clock() end
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

create function public.start_refund_of_return(
  p_return uuid, p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null,
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

alter table public.returns enable row level security;
grant select on public.returns to authenticated;
-- Whoever may read the order may read its returns.
create policy returns_select_with_order on public.returns for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

alter table public.return_lines enable row level security;
grant select on public.return_lines to authenticated;
create policy return_lines_select_with_return on public.return_lines for select to authenticated
  using (exists (select 1 from public.returns r where r.id = return_id));

create trigger refunds_finish_returns after update of status on public.refunds
  for each row when (new.status = 'processed' and old.status <> 'processed')
  execute function private.follow_refunds();
create trigger orders_finish_returns after update of status on public.orders
  for each row when (new.status = 'Refunded' and old.status <> 'Refunded')
  execute function private.follow_refunds();
select private.audit_table('public.returns');
