-- Orders without an account: visitors with a cart, the setting who_may_order, and links of orders that do what a customer can.
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
    when 'who_may_order' then p_value #>> '{}' in ('customers', 'everybody')
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

comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), return_address (where customers send returns; empty for the address of the seller), return_send_days (within how many days of its approval a return is to be sent), return_payer (who pays for sending it, customer or shop), return_label (what customers read about the label of the parcel), exchange_at_once (whether an exchange is sent when it is approved, instead of when the pieces have arrived), exchange_days (for how long an approved exchange waits for the pieces, and then for the payment), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax), bank_account (the account, in lines, that companies pay orders on terms to), time_zone (IANA name of the zone in which days are counted and times are shown; empty until one is chosen, which is UTC), who_may_order (customers with an account, or everybody)';
insert into public.shop_settings (name, value) values ('who_may_order', '"customers"');
delete from public.catalogue_changes where transaction_id = pg_current_xact_id() and tag = 'shop_settings';
insert into public.mail_texts (kind, subject, opening) values
  ('guest_orders', 'Add your earlier orders to your account', E'Dear {name},\n\nWith the link below you add the orders that you placed with this email address, without signing in, to your account.');

alter table public.orders add column by_guest boolean not null default false;
comment on column public.orders.by_guest is 'Placed without an account, and in none since; the link in its mail does what its customer could';
create index orders_by_guest_idx on public.orders (lower(email)) where by_guest;

create table public.visitors (
  id uuid primary key references auth.users on delete cascade,
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 50),
  country text not null default '' check (length(country) <= 200),
  state text not null default '' check (length(state) <= 200),
  postcode text not null default '' check (length(postcode) <= 50),
  address text not null default '' check (length(address) <= 500),
  city text not null default '' check (length(city) <= 200),
  seen_at timestamptz not null default now(),
  moved_to uuid references auth.users on delete set null,
  constraint visitors_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  constraint visitors_lastname_visible check (lastname = '' or public.is_visible(lastname))
);
comment on table public.visitors is 'Visitors with a cart and without an account, one row for each anonymous login; deleted 30 days after the last visit';
comment on column public.visitors.id is 'The anonymous user (auth.users)';
comment on column public.visitors.firstname is 'First name, as typed at the checkout';
comment on column public.visitors.lastname is 'Last name, as typed at the checkout';
comment on column public.visitors.email is 'Email address for the orders; not confirmed';
comment on column public.visitors.phone is 'Phone number, as typed';
comment on column public.visitors.country is 'Country of the delivery address';
comment on column public.visitors.state is 'State or region of the delivery address';
comment on column public.visitors.postcode is 'Postcode of the delivery address';
comment on column public.visitors.address is 'Street and number of the delivery address';
comment on column public.visitors.city is 'City of the delivery address';
comment on column public.visitors.seen_at is 'The day of the last visit';
comment on column public.visitors.moved_to is 'The customer to whose cart this one was added at the login; nothing more can be done with the visitor''s session then';

create index visitors_seen_at_idx on public.visitors (seen_at);
create index visitors_moved_to_idx on public.visitors (moved_to);

create function public.orders_are_open() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.shop_setting('who_may_order') = '"everybody"';
end;
$$;
comment on function public.orders_are_open() is 'Whether visitors may order without an account';
grant execute on function public.orders_are_open() to anon, authenticated;

create function public.is_shopper() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return public.is_customer() or public.orders_are_open() and exists (
    select from public.visitors v where v.id = auth.uid() and v.moved_to is null);
end;
$$;
comment on function public.is_shopper() is 'True when the caller may have a cart: a customer, or a visitor where orders are open to everybody';
grant execute on function public.is_shopper() to anon, authenticated;

create function private.linked_order() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'linked_order')::uuid;
end;
$$;
comment on function private.linked_order() is 'The order whose link the caller has opened without signing in; null for all others. Only the API writes this claim.';

-- A visitor whose cart has moved gets a new session, one who may not order signs in.
create function private.require_shopper() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.is_customer() or private.linked_order() is not null then
    return;
  end if;
  if not public.is_shopper() then
    if (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'is_anonymous')::boolean then
      raise exception 'Please sign in' using detail = 'session_over';
    end if;
    perform private.require_customer();
  end if;
  update public.visitors v set seen_at = now() where v.id = auth.uid() and v.seen_at < now() - interval '1 day';
end;
$$;
comment on function private.require_shopper() is
  'Refuses anybody but customers, visitors where orders are open to everybody, and who has opened the link of an order; notes the visit. Errors (in detail): not_a_customer, session_over.';

create function private.buyer(p_user uuid) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles p where p.id = p_user;
  if found.id is null then
    select (jsonb_populate_record(null::public.profiles, to_jsonb(v))).* into found from public.visitors v where v.id = p_user;
  end if;
  return found;
end;
$$;
comment on function private.buyer(uuid) is 'Name and address of a customer, or of a visitor in the same form; empty where there is neither';

create function public.read_visitor() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_json(v) from public.visitors v where v.id = auth.uid() and v.moved_to is null);
end;
$$;
comment on function public.read_visitor() is 'What the signed-in visitor has typed at the checkout; null for anybody else';
grant execute on function public.read_visitor() to authenticated;

create function public.update_visitor(p_details jsonb) returns json
language plpgsql security definer set search_path = '' as $$
declare
  changed public.visitors;
begin
  perform private.require_shopper();
  update public.visitors v set (firstname, lastname, email, phone, country, state, postcode, address, city) = (
    select d.firstname, d.lastname, d.email, d.phone, d.country, d.state, d.postcode, d.address, d.city
    from jsonb_populate_record(v, case jsonb_typeof(p_details) when 'object' then p_details - array['id', 'seen_at', 'moved_to'] end) d)
  where v.id = auth.uid() returning * into changed;
  return case when found then to_json(changed) end;
end;
$$;
comment on function public.update_visitor(jsonb) is
  'Writes what a visitor types at the checkout, {firstname, lastname, email, phone, country, state, postcode, address, city}, each optional, and returns it; null for customers. Errors (in detail): not_a_customer, session_over.';
grant execute on function public.update_visitor(jsonb) to authenticated;

-- What exceeds a line's or the cart's limit is kept as a draft, so that nothing is lost.
create function public.join_cart(p_visitor uuid, p_customer uuid, p_grace interval default '30 minutes') returns int
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  most_pieces constant int := 999;
  joined int;
  too_many jsonb;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  update public.visitors v set moved_to = p_customer where v.id = p_visitor and v.moved_to is null;
  if not found then
    return 0;
  end if;
  perform private.resume_cart(p_grace);
  perform pg_advisory_xact_lock(hashtextextended('cart batch ' || p_customer, 0));
  perform pg_advisory_xact_lock(hashtextextended('cart ' || p_customer, 0));
  with own as (
    select * from public.cart_items c where c.user_id = p_customer),
  moved as (
    delete from public.cart_items c where c.user_id = p_visitor returning c.*),
  placed as (
    select m.product_id, m.size, m.color, m.quantity, o.id as same, m.created_at,
      (select count(*) from own) + row_number() over (partition by o.id is null order by m.created_at, m.id) as place,
      most_pieces - coalesce(o.quantity, 0) as room
    from moved m left join own o on o.product_id = m.product_id
      and o.size is not distinct from m.size and o.color is not distinct from m.color),
  fits as (
    select p.*, case when p.same is null and p.place > most_lines then 0 else least(p.quantity, p.room) end as pieces from placed p),
  added as (
    insert into public.cart_items as c (user_id, product_id, quantity, size, color, created_at)
    select p_customer, f.product_id, f.pieces, f.size, f.color, now() + f.place * interval '1 microsecond' from fits f where f.pieces > 0
    on conflict (user_id, product_id, size, color) do update set quantity = c.quantity + excluded.quantity
    returning c.id)
  select (select count(*) from added), (
    select jsonb_agg(jsonb_build_object('product', f.product_id, 'title', p.title, 'size', f.size, 'color', f.color, 'quantity', f.quantity - f.pieces)
      order by f.created_at)
    from fits f join public.products p on p.id = f.product_id where f.pieces < f.quantity)
    into joined, too_many;
  if too_many is not null then
    insert into public.cart_drafts (user_id, name, lines)
    values (p_customer, 'Did not fit, ' || to_char(now() at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI'), too_many)
    on conflict (user_id, lower(name)) do update set lines = public.cart_drafts.lines || excluded.lines;
  end if;
  return joined;
end;
$$;
comment on function public.join_cart(uuid, uuid, interval) is
  'Adds the cart of a visitor to that of the customer who has signed in: equal lines are added up, sold-out ones stay lines, and what is over 999 pieces or 200 lines becomes a draft. Returns how many lines were joined; 0 where it was done before. For the service role, which has verified both tokens. Error (in detail): not_a_customer.';

create function private.is_buyer(p_order public.orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(p_order.user_id = auth.uid() or p_order.by_guest and p_order.id = private.linked_order(), false);
end;
$$;
comment on function private.is_buyer(public.orders) is 'Whether the caller placed an order, or has opened the link to one that was placed without an account';

create function private.make_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, firstname, lastname, email, phone, country, state, postcode, address, city)
  select v.id, v.firstname, v.lastname, left(coalesce(new.email, ''), 320), v.phone, v.country, v.state, v.postcode, v.address, v.city
  from public.visitors v where v.id = new.id
  on conflict (id) do nothing;
  delete from public.visitors where id = new.id;
  update public.orders set by_guest = false where user_id = new.id and by_guest;
  return null;
end;
$$;
comment on function private.make_customer() is 'Makes a visitor who has chosen a password a customer, who keeps cart and orders';

create function public.ask_for_guest_orders() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_customer();
  perform private.queue_again('guest_orders', p.id, p.email, jsonb_build_object('name', p.firstname))
  from public.profiles p where p.id = auth.uid();
end;
$$;
comment on function public.ask_for_guest_orders() is
  'Mails the signed-in customer the link that claim_guest_orders takes. Error (in detail): not_a_customer.';
grant execute on function public.ask_for_guest_orders() to authenticated;

create function public.claim_guest_orders(p_customer uuid, p_mail uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  claimed int;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  update public.orders o set user_id = p_customer, by_guest = false
  from public.mail_outbox m, public.profiles p
  where m.id = p_mail and m.kind = 'guest_orders' and m.record_id = p_customer
    and p.id = p_customer and lower(p.email) = lower(m.recipient)
    and o.by_guest and lower(o.email) = lower(m.recipient);
  get diagnostics claimed = row_count;
  return claimed;
end;
$$;
comment on function public.claim_guest_orders(uuid, uuid) is
  'Gives a customer who has opened the link of a mail to their own address all orders that were placed with this address without an account; how many there were. For the service role, which has verified link and token. Error (in detail): not_a_customer.';

create function public.delete_old_visitors() returns int
language plpgsql security definer set search_path = '' as $$
declare
  at_once constant int := 1000;
  deleted int;
begin
  delete from auth.users u where u.is_anonymous and u.id in (
    select v.id from public.visitors v where v.seen_at < now() - interval '31 days' order by v.seen_at limit at_once);
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function public.delete_old_visitors() is
  'Deletes up to 1,000 visitors who have not come for 30 days, with their carts; orders stay. Returns how many there were. For the scheduled task.';

alter table public.visitors enable row level security;
create policy visitors_nobody on public.visitors for all to anon, authenticated
  using (false) with check (false);

create trigger hemline_make_customer after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function private.make_customer();

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  firstname constant text := left(coalesce(sent ->> 'firstname', ''), 200);
  lastname constant text := left(coalesce(sent ->> 'lastname', ''), 200);
begin
  if new.is_anonymous then
    insert into public.visitors (id) values (new.id);
    return null;
  end if;
  insert into public.profiles
    (id, firstname, lastname, email, phone, country, state, postcode, address, city)
  values (
    new.id,
    case when public.is_visible(firstname) then firstname else '' end,
    case when public.is_visible(lastname) then lastname else '' end,
    left(coalesce(new.email, ''), 320),
    left(coalesce(sent ->> 'phone', ''), 50),
    left(coalesce(sent ->> 'country', ''), 200),
    left(coalesce(sent ->> 'state', ''), 200),
    left(coalesce(sent ->> 'postcode', ''), 50),
    left(coalesce(sent ->> 'address', ''), 500),
    left(coalesce(sent ->> 'city', ''), 200))
  on conflict (id) do nothing;
  return null;
end;
$$;
comment on function private.create_profile() is 'Inserts the customer profile of a new user, or the visitor of an anonymous one';

create or replace function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null,
  p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  product public.products;
  line public.cart_items;
begin
  perform private.require_shopper();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
  -- Locked until the end, so that the product still exists when the line refers to it.
  select * into product from public.products where id = p_product and status = 'published' for key share;
  if not found then
    raise exception 'This product is no longer available.' using detail = 'unknown_product';
  end if;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;

  insert into public.cart_items as c (user_id, product_id, quantity, size, color)
  values (auth.uid(), p_product, p_quantity, chosen_size, chosen_color)
  on conflict (user_id, product_id, size, color)
    do update set quantity = c.quantity + excluded.quantity
    where c.quantity + excluded.quantity <= 999
  returning * into line;
  if not found then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Only a new line still has the quantity it came with. The lock is the last one taken, so there is no deadlock; whoever
  -- gets it counts the lines that others have added meanwhile.
  if line.quantity = p_quantity then
    perform pg_advisory_xact_lock(hashtextextended('cart ' || line.user_id, 0));
    if (select count(*) from public.cart_items c where c.user_id = line.user_id) > most_lines then
      raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
        using detail = 'cart_full';
    end if;
  end if;
  return private.cart_lines(line.user_id);
end;
$$;
comment on function public.add_to_cart(uuid, int, text, text, interval) is
  'Adds a product to the cart of the signed-in customer, which holds at most 200 lines, and returns the cart as read_cart does. Errors (in detail): not_a_customer, unknown_product, out_of_stock, bad_quantity, cart_full.';
grant execute on function public.add_to_cart(uuid, int, text, text, interval) to authenticated;

create or replace function public.read_cart(p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  return private.cart_lines(auth.uid());
end;
$$;
comment on function public.read_cart(interval) is
  'The cart of the signed-in customer, as [{id, quantity, size, color, product}]; cancels a departure. Error (in detail): not_a_customer.';
grant execute on function public.read_cart(interval) to authenticated;

create or replace function public.clear_cart() returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted int;
begin
  perform private.require_shopper();
  delete from public.cart_items where user_id = auth.uid();
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function public.clear_cart() is
  'Empties the cart of the signed-in customer; how many lines it had. Error (in detail): not_a_customer.';
grant execute on function public.clear_cart() to authenticated;

create or replace function public.leave_cart() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
begin
  perform private.require_shopper();
  lines := private.cart_lines(auth.uid());
  -- The cart of a visitor is kept for 30 days.
  if lines <> '[]' and public.is_customer() then
    insert into public.cart_departures (user_id, left_at) values (auth.uid(), now())
    on conflict (user_id) do update set left_at = excluded.left_at;
  end if;
  return lines;
end;
$$;
comment on function public.leave_cart() is
  'Records that the signed-in customer left the shop with something in the cart, and returns the cart as read_cart does. Error (in detail): not_a_customer.';
grant execute on function public.leave_cart() to authenticated;

create or replace function public.set_cart_quantity(
  p_line uuid, p_quantity int, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
  update public.cart_items c set quantity = p_quantity
  where c.user_id = auth.uid() and c.id = (
    select l.id from public.cart_items l
    where l.user_id = auth.uid() and p_line in (l.id, l.product_id)
    order by l.id = p_line desc, l.created_at, l.id limit 1);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.set_cart_quantity(uuid, int, interval) is
  'Sets the quantity of a line of the signed-in customer, named by its id or by its product''s, which means the oldest line of that product. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, bad_quantity.';
grant execute on function public.set_cart_quantity(uuid, int, interval) to authenticated;

create or replace function public.set_cart_choice(
  p_line uuid, p_size text, p_color text, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  line public.cart_items;
  product public.products;
  same int;
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  select * into line from public.cart_items c where c.id = p_line and c.user_id = auth.uid();
  if not found then
    return null;
  end if;
  select * into product from public.products where id = line.product_id;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;
  -- Two changes of lines of one product queue here.
  perform 1 from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id order by c.id for update;
  -- A line with this choice that is there already becomes part of the changed one.
  delete from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id and c.id <> line.id
      and c.size is not distinct from chosen_size and c.color is not distinct from chosen_color
    returning c.quantity into same;
  update public.cart_items c
    set size = chosen_size, color = chosen_color, quantity = least(999, c.quantity + coalesce(same, 0))
    where c.id = line.id;
  return private.cart_lines(line.user_id);
end;
$$;
comment on function public.set_cart_choice(uuid, text, text, interval) is
  'Sets size and colour of a line of the signed-in customer; an equal line becomes part of it. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, out_of_stock.';
grant execute on function public.set_cart_choice(uuid, text, text, interval) to authenticated;

create or replace function public.remove_from_cart(
  p_line uuid, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  delete from public.cart_items c where c.user_id = auth.uid() and p_line in (c.id, c.product_id);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.remove_from_cart(uuid, interval) is
  'Removes a line of the signed-in customer, or all lines of a product, and returns the cart as read_cart does; null when there is none. Error (in detail): not_a_customer.';
grant execute on function public.remove_from_cart(uuid, interval) to authenticated;

create or replace function public.price_cart(p_method uuid default null, p_voucher text default null, p_country text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid(), p_country);
  company constant public.companies := private.company_of(auth.uid());
  country constant text := coalesce(nullif(btrim(p_country), ''), (private.buyer(auth.uid())).country);
  price jsonb;
  voucher text := nullif(btrim(p_voucher), '');
  method uuid := p_method;
  problem text := '';
  reason text;
begin
  perform private.require_shopper();
  if lines is null then
    return null;
  end if;
  if voucher is not null then
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  -- The cart is priced without what cannot be had, and says what that is.
  loop
    begin
      price := private.price_order(lines, country, method, voucher, auth.uid());
      exit;
    exception when raise_exception then
      get stacked diagnostics problem = message_text, reason = pg_exception_detail;
      case reason
        when 'voucher_refused' then voucher := null;
        when 'shipping_gone' then method := null;
        else raise;
      end case;
    end;
  end loop;
  return price - 'lines' || jsonb_build_object('problem', problem, 'country', private.country_code(country),
    'takes_vouchers', exists (select from public.vouchers), 'company', coalesce(company.name, ''), 'terms', private.terms_of(company),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text, text) is
  'What the cart of the signed-in customer costs when it is sent to a country, else to the customer''s, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of that one, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in dollars} on which it orders or null, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text, text) to authenticated;

create or replace function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  method constant jsonb := jsonb_path_query_first(p_price -> 'methods', '$[*] ? (@.id == $id)', jsonb_build_object('id', p_price -> 'shipping_method_id'));
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, city, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, days_from, days_to,
    recipient, invoice_address, gift_message, by_guest, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    coalesce((method ->> 'days_from')::int, 0), coalesce((method ->> 'days_to')::int, 0),
    coalesce(btrim(p_options.deliver_to ->> 'recipient'), ''), private.invoice_address(p_buyer), p_options.gift,
    exists (select from public.visitors v where v.id = p_buyer.id), 'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create or replace function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_options jsonb
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  checkout constant boolean := coalesce(options.checkout, false);
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or checkout then
    private.order_digest(p_products, p_amount, p_email, options) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  company public.companies;
  lines jsonb;
  price jsonb;
  replaced uuid[] := '{}';
begin
  perform private.require_shopper();
  buyer := private.deliver_to(private.buyer(auth.uid()), options.deliver_to);

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.quoted_lines(private.validate_order_lines(p_products, buyer.id, buyer.country), options.quote);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  if options.quote is null then
    perform private.require_order_quantities(lines, company);
  end if;
  price := private.price_order(lines, buyer.country, options.method, options.voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      perform private.require_voucher(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, coalesce(options.replaces, '{}'));
  end if;

  placed := private.add_order(new_id, buyer, company, p_email, price, options, key, digest,
    case when options.quote is null or p_amount = 0 then new_id || '.1' end);
  -- Checked after the insert, since the currency is the default of the table.
  if placed.status = 'Pending' then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  elsif placed.status = 'OnTerms' then
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

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
    perform private.require_shopper();
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
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) to authenticated;

create or replace function public.read_own_payment(p_reference text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  return (
    select private.order_with_lines(o.id)
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.reference = p_reference and (private.is_buyer(o)
      -- Whoever signs in while paying comes back with the session of the account.
      or o.user_id in (select v.id from public.visitors v where v.moved_to = auth.uid())));
end;
$$;
comment on function public.read_own_payment(text) is
  'The order of the signed-in customer that this payment is for, with its lines; null for a payment of anybody else. Error (in detail): not_a_customer.';
grant execute on function public.read_own_payment(text) to authenticated;

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
    where c.user_id = coalesce((select v.moved_to from public.visitors v where v.id = p_order.user_id), p_order.user_id) and p_order.exchange_of is null
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

create or replace function private.current_actor(out id uuid, out kind text, out name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  asked_as text := coalesce(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role',
    nullif(current_setting('role', true), 'none'));
begin
  id := auth.uid();
  name := coalesce(asked_as, session_user);
  if id is null then
    kind := case asked_as when 'anon' then 'visitor' when 'service_role' then 'service' else 'database' end;
    return;
  end if;
  select 'administrator', coalesce(nullif(a.firstname, ''), a.email) into kind, name
    from public.administrators a where a.id = current_actor.id;
  if not found then
    kind := case when exists (select from public.visitors v where v.id = current_actor.id) then 'visitor' else 'customer' end;
    name := coalesce((
      select nullif(btrim(p.firstname || ' ' || p.lastname), '')
      from private.buyer(current_actor.id) p), 'A ' || kind);
  end if;
end;
$$;
comment on function private.current_actor() is 'Who makes the current change: user, kind and name';

create or replace function private.has_used(p_voucher uuid, p_customer uuid, p_address text, p_unpaid boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  its_key constant text := private.address_key(coalesce((private.buyer(p_customer)).email, p_address));
begin
  return exists (
    select from public.voucher_uses u join public.orders o on o.id = u.order_id
    where u.voucher_id = p_voucher and (u.user_id = p_customer or u.address_key = its_key) and (p_unpaid or o.status <> 'Pending'));
end;
$$;
comment on function private.has_used(uuid, uuid, text, boolean) is
  'Whether a customer, or an earlier account with the same mail address, has used a voucher, with p_unpaid also in an order that is Pending; the address is for orders without a customer';

create or replace function public.returnable_of(p_order uuid) returns jsonb
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

create or replace function public.request_return(
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

create or replace function public.cancel_order(p_order uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_shopper();
  select * into ordered from public.orders o where o.id = p_order and private.is_buyer(o) for no key update;
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

create or replace function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null,
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

create or replace function public.start_refund_of_return(
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

create or replace function public.start_cancellation(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select a.order_id from public.payment_attempts a where a.reference = p_reference);
begin
  perform 1 from public.orders where id = ordered for update;
  if exists (select from public.orders o where o.id = ordered and o.status <> 'Paid')
    or exists (select from public.parcels p where p.order_id = ordered and p.status in ('sent', 'delivered')) then
    raise exception 'Only a paid order of which nothing was sent can be cancelled.' using detail = 'sent_already';
  elsif exists (select from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = ordered and p.status = 'packed' and coalesce(o.user_id = p_asked_by, o.by_guest)) then
    raise exception 'This order is packed already. Please write to us.' using detail = 'sent_already';
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
  'Begins the refund of all that is left of a Paid order, as start_refund does; what was packed of it is not sent. Refuses (sent_already) an order that is not Paid, or of which something was sent, and its customer also where something is packed.';

create or replace function public.exchange_choices_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  return (
    select coalesce(jsonb_agg(to_jsonb(c) - 'free' || jsonb_build_object('most', least(c.free, i.quantity),
      'difference', greatest(round(c.difference * (100 + case when o.tax_included then 0 else i.tax_rate end) / 100, 2), - private.price_of_pieces(i, 1) / 100.0))), '[]')
    from public.orders o cross join lateral private.exchange_choices(o.id) c join public.order_items i on i.id = c.item
    where o.id = p_order and private.is_buyer(o));
end;
$$;
comment on function public.exchange_choices_of(uuid) is
  'What the signed-in customer can exchange the lines of an order for: [{item, variant, size, color, difference: what a piece costs more with tax, or what of its price is refunded if below zero, in dollars, most: how many pieces, at most those of the line}]; empty for the orders of others. Error (in detail): not_a_customer.';
grant execute on function public.exchange_choices_of(uuid) to authenticated;

create or replace function private.open_exchange(p_order public.orders, p_return uuid, p_lines jsonb) returns void
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
    tax_included, tax_free, company_id, company_name, company_vat_id, po_number, recipient, invoice_address, by_guest, exchange_of)
  select o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state, o.country, 0, o.currency,
    o.tax_included, o.tax_free, o.company_id, o.company_name, o.company_vat_id, o.po_number, o.recipient, o.invoice_address, o.by_guest, p_return
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

create or replace function private.invoice_address(p_buyer public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('address', p.address, 'city', p.city, 'postcode', p.postcode, 'state', p.state, 'country', p.country)
    from private.buyer(p_buyer.id) p where p.address <> ''
      and (p.address, p.city, p.postcode, p.state, p.country)
        <> (p_buyer.address, p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country));
end;
$$;
comment on function private.invoice_address(public.profiles) is
  'The address in the profile of a buyer that deliver_to moved elsewhere; null where it is the same, or the profile has none';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to,
        o.recipient, o.invoice_address, o.gift_message, public.hold_end_of(o.id) as held_until,
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

