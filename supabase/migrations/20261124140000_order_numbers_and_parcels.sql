-- Orders have a number that people can read, and parcels that are packed, sent and delivered.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_name
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces)';
-- A migration is no change by a person.
alter table public.shop_settings disable trigger user;
insert into public.shop_settings (name, value) values ('order_number_pattern', '"HM-{number}"');
alter table public.shop_settings enable trigger user;

-- Numbers that name orders, and how far their parcels are.

create type public.fulfilment as enum ('to_send', 'packed', 'sent', 'delivered', 'cancelled');
comment on type public.fulfilment is 'How far the parcels of an order are';

-- Numbers look random, so that they do not tell how many orders there are: a sequence is run through a keyed permutation of all
-- numbers with five digits, then six, and so on.
create sequence private.order_numbers;
create table private.order_number_key (
  only_row boolean primary key default true check (only_row),
  key bigint not null default hashtextextended(gen_random_uuid()::text, 0)
);
comment on table private.order_number_key is 'The key by which order numbers are mixed, from the first order on';
comment on column private.order_number_key.only_row is 'There is one row';
comment on column private.order_number_key.key is 'A random number, different in each shop';

create function private.mix_number(p_number bigint, p_key bigint) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  digits int := 5;
  before bigint := 0;
  many bigint := 90000;
  half int;
  mixed bigint;
  "left" bigint;
  "right" bigint;
begin
  while p_number - before >= many loop
    before := before + many;
    many := many * 10;
    digits := digits + 1;
  end loop;
  half := ceil(log(2, many) / 2);
  mixed := p_number - before;
  -- A Feistel network permutes a power of four; what falls outside is mixed again.
  loop
    "left" := mixed >> half;
    "right" := mixed & ((1 << half) - 1);
    for round in 1 .. 4 loop
      mixed := "left" # (hashint8extended("right", p_key + round) & ((1 << half) - 1));
      "left" := "right";
      "right" := mixed;
    end loop;
    mixed := ("left" << half) | "right";
    exit when mixed < many;
  end loop;
  return (10 ^ (digits - 1))::bigint + mixed;
end;
$$;
comment on function private.mix_number(bigint, bigint) is
  'Another number for each, from 0: of five digits for the first 90,000, of six for the next 900,000, and so on';

create function private.next_order_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_key bigint := (select k.key from private.order_number_key k);
  pattern constant text := private.shop_setting('order_number_pattern') #>> '{}';
  drawn text;
begin
  if its_key is null then
    insert into private.order_number_key default values on conflict do nothing;
    select k.key into its_key from private.order_number_key k;
  end if;
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := replace(pattern, '{number}', private.mix_number(nextval('private.order_numbers') - 1, its_key)::text);
    exit when not exists (select from public.orders o where o.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_order_number() is 'A number for a new order, such as HM-48213';

-- The function looks at the numbers that there are, so the column comes first.
alter table public.orders
  add column number text unique,
  add column fulfilment public.fulfilment not null default 'to_send';
alter table public.orders disable trigger user;
update public.orders set number = private.next_order_number();
update public.orders set fulfilment = 'cancelled' where status in ('Cancelled', 'Refunded');
alter table public.orders enable trigger user;
alter table public.orders
  alter column number set not null,
  alter column number set default private.next_order_number();
comment on column public.orders.id is 'Identifies the order';
comment on column public.orders.number is 'Number that customers and the office name it by, such as HM-48213';
comment on column public.orders.fulfilment is 'How far its parcels are; kept by triggers. What is to be sent is Paid, and to_send or packed.';
create index orders_to_send_idx on public.orders (created_at, id) where status = 'Paid' and fulfilment in ('to_send', 'packed');

create or replace function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.number, p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

-- The numbers can be searched for.
update public.orders set search_words = '';

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
  created_at timestamptz not null default now(),
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
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
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
    select v.id from public.order_items i join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
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
  if not exists (select from public.orders o where o.id = p_order and o.status = 'Paid') then
    raise exception 'Only what is paid can be packed.' using detail = 'not_paid';
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
  'Packs pieces of a Paid order into a new parcel and returns its id; lines as [{item, quantity}], all that is left where they are null. Errors (in detail): not_an_administrator, not_paid, packed_already.';

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
  'Changes the given fields of a parcel and returns its order; null when there is no parcel. A packed one can be sent or cancelled, a sent one delivered, and a delivered one is sent again if that was a mistake. What is sent leaves the stock. Errors (in detail): not_an_administrator, parcel_moved.';

create function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status = 'Paid' and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
      order by o.id) o);
end;
$$;
comment on function office.pack_orders(uuid[]) is
  'Packs all that is left of these orders, those that are Paid, each into one parcel, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  leaving uuid[];
begin
  perform office.pack_orders(p_ids);
  leaving := array(
    select p.id from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = any (p_ids) and o.status = 'Paid' and p.status = 'packed');
  update public.parcels set status = 'sent', sent_at = now() where id = any (leaving);
  perform private.take_out_of_stock(leaving);
  perform private.update_fulfilment(o.id) from public.orders o where o.id = any (p_ids);
  return (select count(distinct p.order_id) from public.parcels p where p.id = any (leaving));
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, those that are Paid, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function public.parcels_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'carrier', p.carrier,
      'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url, 'created_at', p.created_at, 'sent_at', p.sent_at,
      'delivered_at', p.delivered_at, 'lines', (
        select json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity) order by i.position)
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

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded, public.parcels_of(o.id) as parcels, (
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

create or replace function private.audit_label(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(coalesce(
    p_row ->> 'title', p_row ->> 'name', p_row ->> 'header', p_row ->> 'question', p_row ->> 'headline',
    (select string_agg(w, ', ') from jsonb_array_elements_text(p_row -> 'words') w),
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    p_row ->> 'email', p_row ->> 'reference', p_row ->> 'tracking_number', p_row ->> 'note', ''), 200);
end;
$$;
comment on function private.audit_label(jsonb) is 'Title or name of a record, whatever its table';

select private.audit_table('public.parcels');

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
  'Puts a record that is deleted into the trash: a product with its reviews, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels and holds';

comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, sizes and colours with their holds, products and size guide of a category, lines, payments, refunds, parcels and holds of an order';

create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity - coalesce(sent.quantity, 0)) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      left join lateral (
        select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id having sum(i.quantity - coalesce(sent.quantity, 0)) > 0) w);
  -- An unpaid order of the same customer must not block this one.
  earlier constant uuid[] := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or p_until is not null and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
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
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status = 'Paid' and jsonb_array_length(p_contents -> 'holds') > 0;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';

drop function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid);

create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default ''
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  fulfilments constant public.fulfilment[] := string_to_array(nullif(p_fulfilments, ''), ',');
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
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
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
comment on function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses and p_fulfilments joined by commas, p_to exclusive, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';
