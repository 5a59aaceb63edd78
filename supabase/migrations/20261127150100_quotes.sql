-- Quotes of companies, and orders that the office places for customers.

insert into public.mail_texts (kind, subject, opening) values
  ('quote_offered', 'Our offer', E'Dear {name},\n\nThank you for asking. These are our prices for you.'),
  ('quote_answered', 'About your quote', E'Dear {name},\n\nWe have written to you about your quote.'),
  ('order_to_pay', 'Please pay for your order', E'Dear {name},\n\nWe have written your order down, as agreed. As soon as it is paid, we will prepare it.');
comment on column public.mail_outbox.record_id is 'The parcel, return, company, invitation, contact message, stock request, quote or message of a quote that it is about; empty where that is the order';
alter table public.orders add column by_office boolean not null default false;
comment on column public.orders.by_office is 'Placed in the back office; the link in its mail pays it without signing in';
alter type private.order_options add attribute quote uuid;
comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company; terms for an order that it pays within its terms; the quote at whose prices it is, for accept_quote alone';

create or replace function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean, p_options jsonb
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
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.quoted_lines(private.validate_order_lines(p_products, buyer.id), options.quote);
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
    case when p_to_pay or p_amount = 0 then new_id || '.1' end);
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

create or replace function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false,
    p_options - array['checkout', 'replaces', 'quote']);
end;
$$;

create or replace function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key, true,
      case jsonb_typeof(p_options) when 'object' then p_options - 'quote' end);
  attempt public.payment_attempts;
begin
  if placed.status = 'Pending' then
    -- An order of place_order has no payment reference yet.
    if placed.payment_reference is null then
      update public.orders set payment_reference = placed.id || '.1'
        where id = placed.id and payment_reference is null;
    end if;
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'overdue', (select count(*) from public.orders where status = 'OnTerms' and due_at < now()),
    'toSend', (select count(*) from public.orders where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed')),
    'returnsToAnswer', (select count(distinct order_id) from public.returns where status = 'requested'),
    'companiesToAnswer', (select count(*) from public.companies where status = 'requested'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'quotesToAnswer', (select count(*) from public.quotes where to_answer),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;

comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, overdue, toSend, returnsToAnswer, companiesToAnswer, withoutPictures, lowStock, outOfStock, quotesToAnswer, unreadMessages}. Administrators only (not_an_administrator).';

create type public.quote_status as enum ('requested', 'offered', 'accepted', 'declined');
comment on type public.quote_status is 'Where a quote stands; one that is offered has expired after its end';

create sequence private.quote_numbers start 1001;
create function private.next_quote_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  drawn text;
begin
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := 'Q-' || nextval('private.quote_numbers');
    exit when not exists (select from public.quotes q where q.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_quote_number() is 'A number for a new quote, such as Q-1001';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default private.next_quote_number(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references public.profiles on delete set null,
  status public.quote_status not null default 'requested',
  to_answer boolean not null default true,
  ends_at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  order_id uuid unique references public.orders on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quotes_offered_until check (status <> 'offered' or ends_at is not null)
);
comment on table public.quotes is 'Quotes that companies asked for or were offered';
comment on column public.quotes.id is 'Identifies the quote';
comment on column public.quotes.number is 'Number that the company and the office name it by, such as Q-1001';
comment on column public.quotes.company_id is 'The company';
comment on column public.quotes.user_id is 'The member who asked, or to whom it is sent; empty when deleted since';
comment on column public.quotes.status is 'requested (the company waits for prices), offered, accepted, or declined by either side';
comment on column public.quotes.to_answer is 'Whether the company waits for the office';
comment on column public.quotes.ends_at is 'Until when the offer can be accepted; empty before there is one';
comment on column public.quotes.note is 'What the office says beside the prices; the company reads it';
comment on column public.quotes.order_id is 'The order that it became';
comment on column public.quotes.created_at is 'When it was asked for';
comment on column public.quotes.updated_at is 'When it was last changed; kept by a trigger';
create index quotes_company_idx on public.quotes (company_id, created_at desc, id);
create index quotes_created_idx on public.quotes (created_at desc, id);
create index quotes_user_idx on public.quotes (user_id);
create index quotes_to_answer_idx on public.quotes (created_at) where to_answer;

create table public.quote_lines (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  product_id uuid references public.products on delete set null on update cascade,
  title text not null,
  size text,
  color text,
  quantity int not null check (quantity between 1 and 999),
  unit_price numeric(12, 2) not null check (unit_price >= 0 and unit_price < 1000000),
  position int not null default 1
);
comment on table public.quote_lines is 'Lines of quotes';
comment on column public.quote_lines.id is 'Identifies the line';
comment on column public.quote_lines.quote_id is 'The quote';
comment on column public.quote_lines.product_id is 'The product; empty when deleted since, the quote can then not be accepted';
comment on column public.quote_lines.title is 'Title of the product when the quote was written';
comment on column public.quote_lines.size is 'Chosen size';
comment on column public.quote_lines.color is 'Chosen color';
comment on column public.quote_lines.quantity is 'How many pieces';
comment on column public.quote_lines.unit_price is 'Price of one piece in dollars: of the day of asking until the office offers another';
comment on column public.quote_lines.position is 'Place of the line in the quote, from 1';
create unique index quote_lines_once on public.quote_lines (quote_id, product_id, size, color) nulls not distinct where product_id is not null;
create index quote_lines_quote_idx on public.quote_lines (quote_id, position);
create index quote_lines_product_idx on public.quote_lines (product_id);

create function private.fixed_lines(p_lines jsonb, p_fixed jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(l || jsonb_build_object('unit_price', coalesce((
      select (f ->> 'unit_price')::numeric from jsonb_array_elements(p_fixed) f
      where (f ->> 'product')::uuid = (l ->> 'product_id')::uuid
        and nullif(btrim(f ->> 'size'), '') is not distinct from l ->> 'size' and nullif(btrim(f ->> 'color'), '') is not distinct from l ->> 'color'
      limit 1), (l ->> 'unit_price')::numeric)) order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place));
end;
$$;
comment on function private.fixed_lines(jsonb, jsonb) is
  'Lines as price_lines returns them, at the prices of the office where it fixed one: [{product, size, color, unit_price}]';

create function private.quote_products(p_quote uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('product', l.product_id, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
      'unit_price', l.unit_price) order by l.position, l.id), '[]')
    from public.quote_lines l where l.quote_id = p_quote);
end;
$$;
comment on function private.quote_products(uuid) is 'The lines of a quote as place_order and fixed_lines take them';

create function private.quoted_lines(p_lines jsonb, p_quote uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when p_quote is null then p_lines else private.fixed_lines(p_lines, private.quote_products(p_quote)) end;
end;
$$;
comment on function private.quoted_lines(jsonb, uuid) is 'Lines as price_lines returns them, at the prices of a quote; as they are without one';

create function private.price_quote(p_quote uuid, p_customer uuid, p_method uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lines constant jsonb := private.quoted_lines((
    select jsonb_agg(l order by place) from jsonb_array_elements(private.price_lines(private.quote_products(p_quote), p_customer))
      with ordinality line (l, place) where l ->> 'product_id' is not null), p_quote);
begin
  if lines is null then
    return null;
  end if;
  return private.price_order(lines, (select p.country from public.profiles p where p.id = p_customer), p_method, null, p_customer);
end;
$$;
comment on function private.price_quote(uuid, uuid, uuid) is
  'What a quote costs this customer with shipping and tax, as price_order returns it; null for one without lines';

alter table public.quotes enable row level security;
grant select on public.quotes to authenticated;
create policy quotes_select_own_or_admin on public.quotes for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

alter table public.quote_lines enable row level security;
grant select on public.quote_lines to authenticated;
-- Whoever may read the quote may read its lines.
create policy quote_lines_select_with_quote on public.quote_lines for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));

create trigger quotes_set_updated_at before update on public.quotes
  for each row execute function private.set_updated_at();
select private.audit_table('public.quotes');
select private.audit_table('public.quote_lines');

create table public.quote_messages (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  from_office boolean not null,
  text text not null check (length(text) <= 2000 and public.is_visible(text)),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.quote_messages is 'Messages about quotes, to and fro';
comment on column public.quote_messages.id is 'Identifies the message';
comment on column public.quote_messages.quote_id is 'The quote';
comment on column public.quote_messages.from_office is 'Whether the office wrote it; otherwise the company did';
comment on column public.quote_messages.text is 'What was written';
comment on column public.quote_messages.created_at is 'When';
create index quote_messages_quote_idx on public.quote_messages (quote_id, created_at);

create function private.own_quote(p_quote uuid) returns public.quotes
language plpgsql security definer set search_path = '' as $$
declare
  found_quote public.quotes;
begin
  perform private.require_customer();
  select q.* into found_quote from public.quotes q
    where q.id = p_quote and q.company_id = (private.company_of(auth.uid())).id for no key update;
  return found_quote;
end;
$$;
comment on function private.own_quote(uuid) is 'Locks a quote of the company of the signed-in customer and returns it; null when there is none';

create function private.refuse_moved_quote(p_quote public.quotes) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_quote.status in ('accepted', 'declined') then
    raise exception 'This quote is % already.', p_quote.status using detail = 'quote_moved';
  end if;
end;
$$;
comment on function private.refuse_moved_quote(public.quotes) is 'Refuses a quote that was accepted or declined (quote_moved)';

create function private.queue_quote_mail(p_quote public.quotes, p_kind public.mail_kind, p_record uuid, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox as m (record_id, recipient, kind, data)
  select p_record, btrim(p.email), p_kind,
    p_data || jsonb_build_object('name', p.firstname, 'quote', p_quote.id, 'number', p_quote.number)
  from public.profiles p where p.id = p_quote.user_id and btrim(p.email) <> ''
  -- A corrected offer is another mail.
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = now(), next_try_at = now(), last_error = '';
end;
$$;
comment on function private.queue_quote_mail(public.quotes, public.mail_kind, uuid, jsonb) is 'Queues a mail about a quote to its member';

create function public.request_quote(p_message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  lines jsonb;
  made uuid;
begin
  perform private.require_customer();
  if company.id is null then
    raise exception 'Quotes are for companies that buy wholesale.' using detail = 'no_company';
  end if;
  lines := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  if lines is null then
    raise exception 'Your cart is empty.' using detail = 'empty_order';
  end if;
  perform private.require_order_rate('quote', auth.uid());
  insert into public.quotes (company_id, user_id) values (company.id, auth.uid()) returning id into made;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select made, (l ->> 'product_id')::uuid, l ->> 'title', l ->> 'size', l ->> 'color', (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(lines) with ordinality line (l, place);
  if public.is_visible(p_message) then
    insert into public.quote_messages (quote_id, from_office, text) values (made, false, p_message);
  end if;
  return made;
end;
$$;
comment on function public.request_quote(text) is
  'Asks the office for prices of what is in the cart of the signed-in member of a company, and returns the id of the quote; the cart stays. Errors (in detail): not_a_customer, no_company, empty_order; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.request_quote(text) to authenticated;

create function public.write_to_quote(p_quote uuid, p_text text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote constant public.quotes := private.own_quote(p_quote);
begin
  if quote.id is not null then
    perform private.require_order_rate('quote', auth.uid());
    insert into public.quote_messages (quote_id, from_office, text) values (quote.id, false, p_text);
    update public.quotes set to_answer = true where id = quote.id;
  end if;
  return quote.id;
end;
$$;
comment on function public.write_to_quote(uuid, text) is
  'Writes to the office about a quote of the company of the signed-in customer; null when there is no such quote. Errors (in detail): not_a_customer; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.write_to_quote(uuid, text) to authenticated;

create function public.decline_quote(p_quote uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote constant public.quotes := private.own_quote(p_quote);
begin
  perform private.refuse_moved_quote(quote);
  update public.quotes set status = 'declined', to_answer = false where id = quote.id;
  return quote.id;
end;
$$;
comment on function public.decline_quote(uuid) is
  'Declines a quote of the company of the signed-in customer; null when there is no such quote. Errors (in detail): not_a_customer, quote_moved.';
grant execute on function public.decline_quote(uuid) to authenticated;

create function private.require_acceptable(p_quote public.quotes) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- Who cancelled the order may accept once more.
  if p_quote.status = 'requested' or p_quote.status = 'declined' then
    raise exception 'This quote cannot be accepted now.' using detail = 'quote_moved';
  end if;
  if p_quote.ends_at <= now() then
    raise exception 'This quote has expired. Please ask for a new one.' using detail = 'quote_expired';
  end if;
end;
$$;
comment on function private.require_acceptable(public.quotes) is 'Refuses a quote that is not offered (quote_moved) or has expired (quote_expired)';

create function public.accept_quote(p_quote uuid, p_options jsonb default '{}') returns json
language plpgsql security definer set search_path = '' as $$
declare
  -- Two who accept at once queue here.
  quote constant public.quotes := private.own_quote(p_quote);
  buyer constant public.profiles := (select p from public.profiles p where p.id = auth.uid());
  placed public.orders;
  products jsonb;
  price jsonb;
begin
  if quote.id is null then
    return null;
  end if;
  select * into placed from public.orders o where o.id = quote.order_id and o.status <> 'Cancelled';
  if placed.id is null then
    perform private.require_acceptable(quote);
    products := private.quote_products(quote.id);
    perform private.require_deliverable(buyer, private.validate_order_lines(products, buyer.id));
    price := private.price_quote(quote.id, buyer.id, private.as_uuid(p_options ->> 'method'));
    if (price ->> 'total_price')::numeric <> coalesce((p_options ->> 'amount')::numeric, (price ->> 'total_price')::numeric) then
      raise exception 'This quote has changed. Please look at it again.' using detail = 'amount_differs';
    end if;
    placed := private.place_order(products, (price ->> 'total_price')::numeric, buyer.email, null, false,
      p_options - array['checkout', 'replaces', 'voucher'] || jsonb_build_object('quote', quote.id));
    update public.quotes set status = 'accepted', to_answer = false, order_id = placed.id where id = quote.id;
  elsif placed.user_id is distinct from buyer.id then
    raise exception 'A colleague has accepted this quote.' using detail = 'quote_moved';
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function public.accept_quote(uuid, jsonb) is
  'Makes an order of a quote of the company of the signed-in customer, at exactly its prices and whatever minimums and packs there are, once: the order, as order_with_lines has it, and the same when repeated; null when there is no such quote. Options: amount (the total in dollars that the customer saw), method, po_number, and what else place_order takes. Errors (in detail): those of place_order, no_address, choice_missing, quote_moved, quote_expired, amount_differs.';
grant execute on function public.accept_quote(uuid, jsonb) to authenticated;

create function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end,
      'to_answer', q.to_answer, 'ends_at', q.ends_at, 'note', q.note, 'created_at', q.created_at,
      'company', json_build_object('id', c.id, 'name', c.name),
      'customer', case when p.id is not null then json_build_object('id', p.id, 'name', btrim(p.firstname || ' ' || p.lastname), 'email', p.email) end,
      'order', (select json_build_object('id', o.id, 'number', o.number, 'status', o.status) from public.orders o where o.id = q.order_id),
      'price', private.price_quote(q.id, case when for_office then q.user_id else auth.uid() end) - 'lines',
      'lines', (
        select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
          'unit_price', l.unit_price, 'product', case when g.id is not null then
            json_build_object('id', g.id, 'title', g.title, 'images', g.images, 'sizes', g.sizes, 'colors', g.colors, 'price', g.price) end) order by l.position, l.id), '[]')
        from public.quote_lines l left join public.products g on g.id = l.product_id where l.quote_id = q.id),
      'messages', (
        select coalesce(json_agg(json_build_object('id', m.id, 'from_office', m.from_office, 'text', m.text, 'created_at', m.created_at)
          order by m.created_at, m.id), '[]')
        from public.quote_messages m where m.quote_id = q.id))
    from public.quotes q join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
    where q.id = p_id and (for_office or q.company_id = public.own_company()));
end;
$$;
comment on function public.read_quote(uuid) is
  'A quote that the caller may read, with its lines, messages, order, and price: what it costs with shipping and tax; null when there is none';
grant execute on function public.read_quote(uuid) to authenticated;

alter table public.quote_messages enable row level security;
grant select on public.quote_messages to authenticated;
-- Whoever may read the quote may read what was written about it.
create policy quote_messages_select_with_quote on public.quote_messages for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));
select private.audit_table('public.quote_messages', p_erase => true);

create function office.create_quote(p_company uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_admin();
  -- Sent to a manager, or else to whoever is a member for longest.
  insert into public.quotes (company_id, user_id)
  select c.id, (
    select m.user_id from public.company_members m where m.company_id = c.id order by m.role desc, m.created_at, m.user_id limit 1)
  from public.companies c where c.id = p_company
  returning id into made;
  return made;
end;
$$;
comment on function office.create_quote(uuid) is
  'Begins a quote for a company and returns its id; null when there is no such company. Administrators only (not_an_administrator).';

create function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz, p_note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if not found then
    return null;
  end if;
  if quote.status = 'accepted' then
    raise exception 'This quote is accepted already.' using detail = 'quote_moved';
  end if;
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where p_ends_at <= now()));
  perform private.refuse_at('validation_failed', 'This product is no longer there', array(
    select concat('lines.', place - 1, '.product') from jsonb_array_elements(p_lines) with ordinality line (l, place)
    where not exists (select from public.products p where p.id = private.as_uuid(l ->> 'product'))));
  delete from public.quote_lines where quote_id = p_id;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select p_id, p.id, p.title, nullif(btrim(l ->> 'size'), ''), nullif(btrim(l ->> 'color'), ''), (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(p_lines) with ordinality line (l, place) join public.products p on p.id = (l ->> 'product')::uuid;
  update public.quotes set status = 'offered', to_answer = false, ends_at = p_ends_at, note = p_note where id = p_id returning * into quote;
  perform private.queue_quote_mail(quote, 'quote_offered', quote.id, jsonb_build_object('endsAt', p_ends_at, 'note', p_note, 'lines', (
    select jsonb_agg(jsonb_build_object('title', q.title, 'size', q.size, 'color', q.color, 'quantity', q.quantity, 'price', q.unit_price)
      order by q.position) from public.quote_lines q where q.quote_id = p_id)));
  return quote.id;
end;
$$;
comment on function office.save_quote(uuid, jsonb, timestamptz, text) is
  'Offers these lines, [{product, size, color, quantity, unit_price}], until a time, and mails the offer; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved, validation_failed (with the paths of what is wrong as hint).';

create function office.answer_quote(p_id uuid, p_text text, p_decline boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
  message uuid;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if quote.id is null then
    return null;
  end if;
  if p_decline then
    perform private.refuse_moved_quote(quote);
  end if;
  insert into public.quote_messages (quote_id, from_office, text) values (p_id, true, p_text) returning id into message;
  -- A word is no offer: who asked for prices still waits for them.
  update public.quotes set status = case when p_decline then 'declined' else status end,
    to_answer = status = 'requested' and not p_decline where id = p_id;
  perform private.queue_quote_mail(quote, 'quote_answered', message, jsonb_build_object('text', p_text));
  return quote.id;
end;
$$;
comment on function office.answer_quote(uuid, text, boolean) is
  'Writes to the company about its quote, declining it when p_decline says so, and mails it; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved.';

create function office.list_quotes(p_query text default '', p_state text default '', p_limit int default 25, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 500);
  words constant text[] := private.query_words(p_query);
  found_ids uuid[];
begin
  perform private.require_admin();
  found_ids := array(
    select q.id from public.quotes q join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
    where private.contains_words(concat_ws(' ', q.number, c.name, p.firstname, p.lastname, p.email), words)
      and case coalesce(p_state, '') when '' then true when 'to-answer' then q.to_answer
        when 'expired' then q.status = 'offered' and q.ends_at <= now()
        when 'offered' then q.status = 'offered' and q.ends_at > now() else q.status::text = p_state end
    order by q.created_at desc, q.id);
  return jsonb_build_object('total', cardinality(found_ids), 'total_is_least', false, 'quotes', coalesce((
    select jsonb_agg(f) from (
      select q.id, q.number, c.name as company, btrim(p.firstname || ' ' || p.lastname) as customer, q.to_answer, q.ends_at, q.created_at,
        case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end as status,
        coalesce((select sum(l.quantity * l.unit_price) from public.quote_lines l where l.quote_id = q.id), 0) as goods
      from unnest(found_ids) with ordinality w (id, place) join public.quotes q on q.id = w.id
      join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
      order by w.place limit page_size offset private.page_start(p_page, page_size, cardinality(found_ids))) f), '[]'));
end;
$$;
comment on function office.list_quotes(text, text, int, int) is
  'One page of quotes (at most 500), newest first, as {total, total_is_least, quotes}; state is to-answer, requested, offered, expired, accepted, declined or empty for all. Administrators only (not_an_administrator).';

create function office.create_order(p_customer uuid, p_lines jsonb, p_options jsonb default '{}') returns json
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  company public.companies;
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  new_id constant uuid := gen_random_uuid();
  lines jsonb;
  price jsonb;
  placed public.orders;
begin
  perform private.require_admin();
  select * into buyer from public.profiles where id = p_customer;
  if not found then
    raise exception 'This customer does not exist.' using detail = 'unknown_customer';
  end if;
  company := private.company_of(buyer.id);
  lines := private.fixed_lines(private.validate_order_lines(p_lines, buyer.id), (
    select jsonb_agg(l) from jsonb_array_elements(p_lines) l where l ->> 'unit_price' is not null));
  perform private.require_deliverable(buyer, lines);
  price := private.price_order(lines, buyer.country, options.method, null, buyer.id);
  perform private.require_price(price, (price ->> 'total_price')::numeric);
  placed := private.add_order(new_id, buyer, company, buyer.email, price, options, null, null,
    case when (price ->> 'total_price')::numeric = 0 then new_id || '.1' end);
  if placed.total_price > 0 then
    perform private.require_payable(placed.total_price, placed.currency);
  end if;
  perform private.add_order_lines(placed.id, price -> 'lines');
  if placed.total_price = 0 then
    perform private.settle_free_order(placed);
  end if;
  perform private.require_stock(placed);
  update public.orders set by_office = true where id = placed.id;
  if placed.status = 'Pending' and btrim(placed.email) <> '' then
    delete from public.mail_outbox m where m.order_id = placed.id and m.kind = 'order_placed';
    insert into public.mail_outbox (order_id, recipient, kind) values (placed.id, btrim(placed.email), 'order_to_pay');
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function office.create_order(uuid, jsonb, jsonb) is
  'Places an order of these lines, [{product, size, color, quantity, unit_price? to fix the price}], in the name of a customer, whatever minimums and packs there are, and mails the link that pays it; options: method, po_number. Errors (in detail): not_an_administrator, unknown_customer, those of the lines and the price as place_order has them, no_address, choice_missing.';
