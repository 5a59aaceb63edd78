-- What company and office write about a quote, and what each of them does with it.

create table public.quote_messages (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  from_office boolean not null,
  text text not null check (length(text) <= 2000 and public.is_visible(text)),
  created_at timestamptz not null default private.running_clock()
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

create function private.quote_member(p_company uuid, p_asked uuid default null) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select m.user_id from public.company_members m where m.company_id = p_company
    order by m.user_id is not distinct from p_asked desc, m.role desc, m.created_at, m.user_id limit 1);
end;
$$;
comment on function private.quote_member(uuid, uuid) is
  'The member of a company to whom its quotes go: who asked, or else a manager, or else whoever is a member for longest; null without members';

create function private.queue_quote_mail(p_quote public.quotes, p_kind public.mail_kind, p_record uuid, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_again(p_kind, p_record, p.email,
    p_data || jsonb_build_object('name', p.firstname, 'quote', p_quote.id, 'number', p_quote.number))
  from public.profiles p where p.id = private.quote_member(p_quote.company_id, p_quote.user_id);
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
  insert into public.quotes (company_id, user_id, tax_free)
  values (company.id, auth.uid(), private.tax_off(auth.uid()) is not null) returning id into made;
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
  -- Who cancelled the order may accept once more; an order that was deleted may be restored.
  if p_quote.status in ('requested', 'declined')
    or p_quote.status = 'accepted' and p_quote.order_id is not null and not exists (select from public.orders o where o.id = p_quote.order_id) then
    raise exception 'This quote cannot be accepted now.' using detail = 'quote_moved';
  end if;
  if p_quote.ends_at <= public.clock() then
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
    if (price ->> 'tax_free')::boolean <> quote.tax_free then
      raise exception 'These prices are % tax, which your address has changed. Please ask for a new offer.',
        case when quote.tax_free then 'without' else 'with' end using detail = 'quote_moved';
    end if;
    placed := private.place_order(products, (price ->> 'total_price')::numeric, buyer.email, null,
      p_options - array['checkout', 'replaces', 'voucher'] || jsonb_build_object('quote', quote.id));
    update public.quotes set status = 'accepted', to_answer = false, order_id = placed.id where id = quote.id;
  elsif placed.user_id is distinct from buyer.id then
    raise exception 'A colleague has accepted this quote.' using detail = 'quote_moved';
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function public.accept_quote(uuid, jsonb) is
  'Makes an order of a quote of the company of the signed-in customer, at exactly its prices and whatever minimums and packs there are, once: the order, as order_with_lines has it, and the same when repeated; null when there is no such quote. Options: amount (the total in the currency of the shop that the customer saw), method, po_number, and what else private.place_order takes. Errors (in detail): as there, no_address, choice_missing, quote_moved, quote_expired, amount_differs.';
grant execute on function public.accept_quote(uuid, jsonb) to authenticated;

create function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= public.clock() then 'expired' else q.status::text end,
      'to_answer', q.to_answer, 'ends_at', q.ends_at, 'note', q.note, 'created_at', q.created_at,
      'tax_free', case when for_office then private.tax_off(private.quote_member(q.company_id, q.user_id)) is not null else q.tax_free end,
      'company', json_build_object('id', c.id, 'name', c.name), 'terms', private.terms_of(private.company_of(auth.uid())),
      'customer', case when p.id is not null then json_build_object('id', p.id, 'name', btrim(p.firstname || ' ' || p.lastname), 'email', p.email) end,
      'order', (select json_build_object('id', o.id, 'number', o.number, 'status', o.status) from public.orders o where o.id = q.order_id),
      'price', private.price_quote(q.id, case when for_office then private.quote_member(q.company_id, q.user_id) else auth.uid() end) - 'lines',
      'lines', (
        select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
          'unit_price', l.unit_price, 'sku', private.sku_of(l), 'product', case when g.id is not null then
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
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, tax_free: whether its prices are without tax (for the office: those of its next offer), and terms: {days, credit_left in the currency of the shop} on which the company may accept it, or null; null when there is none';
grant execute on function public.read_quote(uuid) to authenticated;

alter table public.quote_messages enable row level security;
grant select on public.quote_messages to authenticated;
-- Whoever may read the quote may read what was written about it.
create policy quote_messages_select_with_quote on public.quote_messages for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));
select private.audit_table('public.quote_messages', p_erase => true);
