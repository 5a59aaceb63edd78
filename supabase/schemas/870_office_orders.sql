-- What the office writes: quotes, and orders in the name of a customer.

create function office.create_quote(p_company uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into public.quotes (company_id, user_id)
  select c.id, private.quote_member(c.id) from public.companies c where c.id = p_company returning id into made;
  return made;
end;
$$;
comment on function office.create_quote(uuid) is
  'Begins a quote for a company and returns its id; null when there is no such company. Administrators only (not_an_administrator).';

create function office.quoted_goods(p_quote uuid, p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tax_off constant jsonb := (select private.tax_off(private.quote_member(q.company_id, q.user_id)) from public.quotes q where q.id = p_quote);
begin
  perform private.require_admin();
  return (
    select case when exists (select from public.quotes q where q.id = p_quote) then coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'size', v.size, 'color', v.color,
      'price', private.price_for(tax_off, p.tax_class, private.unit_price(null, p, v, 1)),
      'stock', case when v.policy <> 'untracked' then v.on_hand - v.held end)), '[]') end
    from public.products p join public.product_variants v on v.product_id = p.id and v.archived_at is null
    where p.id = any (p_products));
end;
$$;
comment on function office.quoted_goods(uuid, uuid[]) is
  'What the sizes and colours of these products cost in the shop, in the currency of the shop, without tax where that is off for the member of the quote, and their free pieces, null where they are not counted: [{product, size, color, price, stock}]; null when there is no such quote. Administrators only (not_an_administrator).';

create function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz default null, p_note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
  until timestamptz := p_ends_at;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if not found then
    return null;
  end if;
  if quote.status = 'accepted' then
    raise exception 'This quote is accepted already.' using detail = 'quote_moved';
  end if;
  if until is null and quote.status = 'offered' then
    until := quote.ends_at;
  end if;
  perform private.refuse_at('validation_failed', 'Required', array(select 'endsAt' where until is null));
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where until <= public.clock()));
  perform private.refuse_at('validation_failed', 'This product is no longer there', array(
    select concat('lines.', place - 1, '.product') from jsonb_array_elements(p_lines) with ordinality line (l, place)
    where not exists (select from public.products p where p.id = private.as_uuid(l ->> 'product'))));
  delete from public.quote_lines where quote_id = p_id;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select p_id, p.id, p.title, nullif(btrim(l ->> 'size'), ''), nullif(btrim(l ->> 'color'), ''), (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(p_lines) with ordinality line (l, place) join public.products p on p.id = (l ->> 'product')::uuid;
  update public.quotes set status = 'offered', to_answer = false, ends_at = until, note = p_note,
    tax_free = private.tax_off(private.quote_member(company_id, user_id)) is not null where id = p_id returning * into quote;
  perform private.queue_quote_mail(quote, 'quote_offered', quote.id, jsonb_build_object('endsAt', until, 'note', p_note, 'lines', (
    select jsonb_agg(jsonb_build_object('title', q.title, 'size', q.size, 'color', q.color, 'quantity', q.quantity, 'price', q.unit_price, 'sku', private.sku_of(q))
      order by q.position) from public.quote_lines q where q.quote_id = p_id)));
  return quote.id;
end;
$$;
comment on function office.save_quote(uuid, jsonb, timestamptz, text) is
  'Offers these lines, [{product, size, color, quantity, unit_price}], until a time (null: that of the offer before), and mails the offer; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved, validation_failed (with the paths of what is wrong as hint).';

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
        when 'expired' then q.status = 'offered' and q.ends_at <= public.clock()
        when 'offered' then q.status = 'offered' and q.ends_at > public.clock() else q.status::text = p_state end
    order by q.created_at desc, q.id);
  return jsonb_build_object('total', cardinality(found_ids), 'total_is_least', false, 'quotes', coalesce((
    select jsonb_agg(f) from (
      select q.id, q.number, c.name as company, btrim(p.firstname || ' ' || p.lastname) as customer, q.to_answer, q.ends_at, q.created_at,
        case when q.status = 'offered' and q.ends_at <= public.clock() then 'expired' else q.status::text end as status,
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
