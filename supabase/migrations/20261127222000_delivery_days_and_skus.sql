-- Orders keep the days of their delivery and say until when they hold their pieces, subjects of mails name the order, and lines
-- of quotes have SKUs.
alter table public.orders add column days_from int not null default 0, add column days_to int not null default 0;
comment on column public.orders.days_from is 'How many days its delivery takes at least, as its method said when ordering';
comment on column public.orders.days_to is 'How many days its delivery takes at most; 0 where its method said nothing';

create function public.hold_end_of(p_order uuid) returns timestamptz
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (select min(h.expires_at) from public.stock_holds h where h.order_id = p_order and h.expires_at > now());
end;
$$;
comment on function public.hold_end_of(uuid) is 'Until when an order that the caller may read holds its pieces while it is not paid; null when it holds none';
grant execute on function public.hold_end_of(uuid) to authenticated;


drop policy stock_holds_select_admin on public.stock_holds;
-- Whoever may read the order may read what it holds.
create policy stock_holds_select_with_order on public.stock_holds for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to, public.hold_end_of(o.id) as held_until,
        case o.status when 'OnTerms' then public.bank_account() else '' end as pay_to, public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
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
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, days_from, days_to, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    coalesce((method ->> 'days_from')::int, 0), coalesce((method ->> 'days_to')::int, 0), 'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create or replace function private.sku_of(p_line public.quote_lines) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select v.sku from public.product_variants v where v.product_id = p_line.product_id and v.archived_at is null
      and v.size is not distinct from p_line.size and v.color is not distinct from p_line.color), '');
end;
$$;
comment on function private.sku_of(public.quote_lines) is 'SKU of the variant that a line of a quote asks for; empty where none was chosen';

create or replace function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end,
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
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, tax_free: whether its prices are without tax (for the office: those of its next offer), and terms: {days, credit_left in dollars} on which the company may accept it, or null; null when there is none';
grant execute on function public.read_quote(uuid) to authenticated;

create or replace function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz default null, p_note text default '') returns uuid
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
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where until <= now()));
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


comment on table public.mail_texts is 'Subject and opening words of each kind of mail. {name} stands for the first name of the recipient, {number} for that of its order or quote, {product} and {company} for what a mail is about.';
-- Only subjects that the shop has left as they were.
update public.mail_texts t set subject = n.subject
from (values
  ('order_placed', 'Your order is not paid yet', 'Your order {number} is not paid yet'),
  ('order_on_terms', 'Thank you for your order', 'Thank you for your order {number}'),
  ('order_paid', 'Thank you for your order', 'Thank you for your order {number}'),
  ('parcel_sent', 'Your parcel is on its way', 'Your parcel of order {number} is on its way'),
  ('order_refunded', 'Your refund', 'Your refund for order {number}'),
  ('return_requested', 'We have received your return request', 'We have received your return request for order {number}'),
  ('return_approved', 'Your return is approved', 'Your return of order {number} is approved'),
  ('return_refused', 'About your return', 'About your return of order {number}'),
  ('quote_offered', 'Your quote', 'Your quote {number}'),
  ('quote_answered', 'A message about your quote', 'A message about your quote {number}'),
  ('order_to_pay', 'Please pay for your order', 'Please pay for your order {number}'),
  ('order_paid_by_transfer', 'Your payment has arrived', 'Your payment for order {number} has arrived')) n (kind, before, subject)
where t.kind::text = n.kind and t.subject = n.before;
