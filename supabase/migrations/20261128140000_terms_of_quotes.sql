-- A quote says on which terms it can be accepted, and the orders of a company until when they are to be paid.

create or replace function public.company_orders(p_limit int default 20, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 20), 1), 100);
  company constant uuid := public.own_company();
  all_of_it constant boolean := public.managed_company() is not null;
  fitting constant bigint := (
    select count(*) from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid()));
begin
  return jsonb_build_object('total', fitting, 'orders', (
    select coalesce(jsonb_agg(listed), '[]') from (
      select o.id, o.number, o.created_at, o.status, o.total_price, o.currency, o.po_number, o.due_at,
        btrim(o.firstname || ' ' || o.lastname) as buyer
      from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid())
      order by o.created_at desc, o.id limit page_size offset private.page_start(p_page, page_size, fitting)) listed));
end;
$$;
comment on function public.company_orders(int, int) is
  'One page of the orders for the company of the signed-in customer, newest first, as {total, orders: [{id, number, created_at, status, total_price in dollars, currency, po_number, due_at: until when one on terms is to be paid, buyer}]}: managers see all of them, buyers their own';

create or replace function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end,
      'to_answer', q.to_answer, 'ends_at', q.ends_at, 'note', q.note, 'created_at', q.created_at,
      'company', json_build_object('id', c.id, 'name', c.name), 'terms', private.terms_of(private.company_of(auth.uid())),
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
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, and terms: {days, credit_left in dollars} on which the company may accept it, or null; null when there is none';
