-- Customers ask to return pieces; the office answers, receives them into the stock and refunds them.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_name
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned)';
insert into public.shop_settings (name, value) values ('return_days', '30');

insert into public.mail_texts (kind, subject, opening) values
  ('return_requested', 'We have received your return request', E'Dear {name},\n\nYou have told us that you want to return the pieces below. We will answer you soon.'),
  ('return_approved', 'Your return is approved', E'Dear {name},\n\nPlease send us the pieces below. When they are here, we will refund them.'),
  ('return_refused', 'About your return', E'Dear {name},\n\nWe cannot take back the pieces below.');
comment on column public.mail_outbox.record_id is 'The parcel, return, contact message or stock request that it is about; empty where that is the order';

create type public.return_status as enum ('requested', 'approved', 'refused', 'received', 'refunded');
comment on type public.return_status is 'Where a return stands';

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  status public.return_status not null default 'requested',
  reason text not null default '' check (length(reason) <= 500),
  note text not null default '' check (length(note) <= 500),
  refund_id uuid references public.refunds on delete set null,
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz
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
  since constant timestamptz :=
    date_trunc('day', now(), 'UTC') - make_interval(days => private.shop_setting('return_days')::int);
begin
  return query
    select i.id, greatest(0,
      -- Pieces that were refunded without being sent back stay with the customer.
      least(sent.lately, sent.pieces - greatest(0, i.refunded - i.not_to_send - coalesce((
        select sum(f.quantity) from public.returns r join public.refunds x on x.id = r.refund_id and x.status <> 'failed'
        join public.refund_lines f on f.refund_id = x.id
        where r.order_id = p_order and f.order_item_id = i.id), 0)))
      - coalesce((
        select sum(case when r.status in ('requested', 'approved') then l.quantity else l.received end)
        from public.return_lines l join public.returns r on r.id = l.return_id
        where l.order_item_id = i.id and r.status <> 'refused'), 0))::int
    from public.order_items i join (
      select l.order_item_id, sum(l.quantity) as pieces,
        coalesce(sum(l.quantity) filter (where coalesce(p.delivered_at, p.sent_at) >= since), 0) as lately
      from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
      where p.order_id = p_order and p.status in ('sent', 'delivered') group by 1) sent on sent.order_item_id = i.id
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
    where o.id = p_order and o.user_id = auth.uid() and o.status = 'Paid' and l.quantity > 0);
end;
$$;
comment on function public.returnable_of(uuid) is
  'The pieces that the signed-in customer may send back of this order, by line; empty for the orders of others';
grant execute on function public.returnable_of(uuid) to authenticated;

create function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'received_at', r.received_at, 'refunded_at', r.refunded_at,
      'lines', (
        select json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position)
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
comment on function public.returns_of(uuid) is
  'The returns of an order that the caller may read, oldest first: [{id, status, reason, note, requested_at, answered_at, received_at, refunded_at, lines: [{item, quantity, received, restocked}]}]';
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

create function public.request_return(p_order uuid, p_lines jsonb, p_reason text) returns uuid
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
  insert into public.returns (order_id, reason) values (p_order, p_reason) returning id into made;
  insert into public.return_lines (return_id, order_item_id, quantity)
  select made, w.item, w.quantity from jsonb_to_recordset(p_lines) w (item uuid, quantity int) where w.quantity > 0;
  perform private.queue_return_mail(made, 'return_requested');
  return made;
end;
$$;
comment on function public.request_return(uuid, jsonb, text) is
  'Asks to return these pieces, [{item, quantity}], of a Paid order of the signed-in customer, queues the receipt, and returns the id of the return; null when there is no such order. Errors (in detail): not_a_customer, not_returnable (with the paths of what is wrong as hint).';
grant execute on function public.request_return(uuid, jsonb, text) to authenticated;

create function private.finish_returns(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns r set status = 'refunded', refunded_at = now()
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
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where l.return_id = p_id and v.policy <> 'untracked' group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
  else
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;
comment on function office.change_return(uuid, public.return_status, text, jsonb) is
  'Approves or refuses a return with a word to the customer, or receives it: lines as [{item, received, restocked}]. Returns its order; null when there is no return. Errors (in detail): not_an_administrator, return_moved, not_returnable (with the paths of what is wrong as hint).';

create function public.start_refund_of_return(
  p_return uuid, p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null
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
    from public.return_lines l where l.return_id = p_return)), false);
  update public.returns set refund_id = refund.id where id = p_return;
  return refund;
end;
$$;
comment on function public.start_refund_of_return(uuid, uuid, text, bigint, text, uuid, bigint, jsonb) is
  'Begins the refund of a return that was received, as start_refund does: of these lines, [{item, quantity}], or of all that arrived. Never more pieces than arrived (too_many_pieces), and once (return_moved).';

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

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded, public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
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

comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, sizes and colours with their holds, products and size guide of a category, lines, payments, refunds, parcels, returns and holds of an order';

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
  'Puts a record that is deleted into the trash: a product with its reviews, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns and holds';

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
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status = 'Paid' and jsonb_array_length(p_contents -> 'holds') > 0;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';

drop function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text);
create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default ''
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
comment on function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text, text) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_to exclusive, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'toSend', (select count(*) from public.orders where status = 'Paid' and fulfilment in ('to_send', 'packed')),
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
  'How many records need a person, as {unpaidOrders, heldOrders, toSend, returnsToAnswer, withoutPictures, lowStock, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';
