-- Visitors who order without an account (Settings → Checkout): an anonymous login of Supabase Auth, whose cart and orders are like a customer's.

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
  seen_at timestamptz not null default public.clock(),
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
  update public.visitors v set seen_at = public.clock() where v.id = auth.uid() and v.seen_at < public.clock() - interval '1 day';
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
    select p_customer, f.product_id, f.pieces, f.size, f.color, public.clock() + f.place * interval '1 microsecond' from fits f where f.pieces > 0
    on conflict (user_id, product_id, size, color) do update set quantity = c.quantity + excluded.quantity
    returning c.id)
  select (select count(*) from added), (
    select jsonb_agg(jsonb_build_object('product', f.product_id, 'title', p.title, 'size', f.size, 'color', f.color, 'quantity', f.quantity - f.pieces)
      order by f.created_at)
    from fits f join public.products p on p.id = f.product_id where f.pieces < f.quantity)
    into joined, too_many;
  if too_many is not null then
    insert into public.cart_drafts (user_id, name, lines)
    values (p_customer, 'Did not fit, ' || to_char(public.clock() at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI'), too_many)
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
  imported int;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  update public.orders o set user_id = p_customer, by_guest = false
  from public.mail_outbox m, public.profiles p
  where m.id = p_mail and m.kind = 'guest_orders' and m.record_id = p_customer
    and p.id = p_customer and lower(p.email) = lower(m.recipient)
    and o.by_guest and lower(o.email) = lower(m.recipient);
  get diagnostics claimed = row_count;
  update public.imported_orders o set user_id = p_customer
  from public.mail_outbox m, public.profiles p
  where m.id = p_mail and m.kind = 'guest_orders' and m.record_id = p_customer
    and p.id = p_customer and lower(p.email) = lower(m.recipient)
    and o.user_id is null and lower(o.email) = lower(m.recipient);
  get diagnostics imported = row_count;
  return claimed + imported;
end;
$$;
comment on function public.claim_guest_orders(uuid, uuid) is
  'Gives a customer who has opened the link of a mail to their own address all orders that were placed with this address without an account or in another shop; how many there were. For the service role, which has verified link and token. Error (in detail): not_a_customer.';

create function public.delete_old_visitors() returns int
language plpgsql security definer set search_path = '' as $$
declare
  at_once constant int := 1000;
  deleted int;
begin
  delete from auth.users u where u.is_anonymous and u.id in (
    select v.id from public.visitors v where v.seen_at < public.clock() - interval '31 days' order by v.seen_at limit at_once);
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
