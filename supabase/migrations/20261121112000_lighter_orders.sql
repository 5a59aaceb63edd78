-- An order writes itself down once. Its search words were written three times, with all indexes of the table each time: when it
-- was placed, when its lines came, when it was paid; now the first and the last are enough. Who changes something is found out
-- only where something was changed.

create function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

create function private.titles_of_order(p_order uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select string_agg(i.title, ' ' order by i.position)
    from public.order_items i where i.order_id = p_order);
end;
$$;
comment on function private.titles_of_order(uuid) is 'The titles of all lines of an order';

-- Plain words have no colon: what begins like this are the titles of lines that come with the order.
create or replace function private.fill_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.order_words(new, case
    when tg_op = 'INSERT' and starts_with(new.search_words, 'titles: ')
      then substr(new.search_words, length('titles: ') + 1)
    else private.titles_of_order(new.id) end);
  return new;
end;
$$;

create or replace function private.refill_search_of_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set search_words = ''
  where o.id in (select order_id from added)
    and o.search_words is distinct from private.order_words(o, private.titles_of_order(o.id));
  return null;
end;
$$;

create or replace function private.request_id() returns text
language plpgsql stable set search_path = '' as $$
begin
  return substring(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9_-]{8,64}$');
end;
$$;

-- As before, but that nothing is looked up for statements that changed no row, and each row becomes JSON once.
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- What triggers fill is no change of its own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle}'::text[];
  erases constant boolean := tg_argv[2]::boolean;
  who record;
begin
  -- A statement that found no row has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif tg_op <> 'TRUNCATE' then
    if not exists (select from new_rows) then
      return null;
    end if;
  end if;
  who := private.acting();
  if tg_op = 'TRUNCATE' then
    insert into public.audit_log (actor_id, actor_role, actor, table_name, action)
    values (who.id, who.kind, who.name, tg_table_name, 'truncate');
  elsif tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, after)
    select who.id, who.kind, who.name, tg_table_name, 'insert', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(n) as row from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before)
    select who.id, who.kind, who.name, tg_table_name, 'delete', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(o) as row from old_rows o offset 0) r;
    if erases then
      update public.audit_log a
      set label = '', before = private.erased(a.before), after = private.erased(a.after)
      where a.table_name = tg_table_name
        and a.record_id in (select to_jsonb(o) ->> key_column from old_rows o);
    end if;
  else
    -- A row that got another key has no partner: it shows as one that went and one that came.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r) n
      on n.key = o.key
    cross join lateral (
      select jsonb_object_agg(f.key, o.row -> f.key) filter (where o.row ? f.key) as before,
        jsonb_object_agg(f.key, n.row -> f.key) filter (where n.row ? f.key) as after
      from jsonb_object_keys(coalesce(n.row, o.row)) f (key)
      where o.row -> f.key is distinct from n.row -> f.key) d
    where o.row is distinct from n.row;
  end if;
  return null;
end;
$$;

-- As before, but that the search words are whole at once.
create or replace function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  placed public.orders;
  lines jsonb;
  sold_out text;
  total numeric;
begin
  select * into buyer from public.profiles where id = auth.uid();
  if not found then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;

  -- One try at a time per customer and key; a repeat finds what the first one made.
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(buyer.id || ' ' || key, 0));
    select * into placed from public.orders where user_id = buyer.id and idempotency_key = key;
    if found then
      return placed;
    end if;
  end if;

  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using errcode = 'P0001', detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;

  -- Only against deletion, and in the order of the ids: shoppers never wait for each other.
  perform 1 from public.products
    where id in (select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e)
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.'
      using errcode = 'P0001', detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.'
      using errcode = 'P0001', detail = 'bad_quantity';
  end if;
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out
      using errcode = 'P0001', detail = 'out_of_stock';
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) into total
    from jsonb_array_elements(lines) l;
  if p_amount is distinct from total then
    raise exception 'Prices have changed. Please look at your cart again.'
      using errcode = 'P0001', detail = 'amount_differs';
  end if;

  insert into public.orders (
    user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, idempotency_key, search_words)
  values (
    buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country, total, key,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;

  insert into public.order_items (
    order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  return placed;
end;
$$;

-- As before, but that asking after a payment which a message has settled writes nothing.
create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- The provider's message was quicker than our own question: there is nothing left to note or to wait for.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- Locks go from the order to what hangs on it, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate' where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  if ordered.status = 'Held'
    or p_amount_minor is distinct from (ordered.total_price * 100)::bigint
    or upper(p_currency) is distinct from ordered.currency
  then
    update public.orders set status = 'Held' where id = ordered.id and status = 'Pending';
    update public.payment_attempts set status = 'held' where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid' where reference = p_reference;
  perform private.take_bought_from_cart(ordered);
  return 'paid';
end;
$$;

revoke execute on all functions in schema private from public, anon, authenticated;
