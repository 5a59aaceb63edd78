-- Placing an order and coming back from the card page, each in as few questions as can be.

create function private.order_with_lines(p_order uuid) returns json
language sql stable set search_path = '' as $$
  select to_json(t) from (
    select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
      o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, (
        select coalesce(json_agg(l), '[]') from (
          select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position,
            case when p.id is not null then
              json_build_object('id', p.id, 'title', p.title, 'images', p.images) end as product
          from public.order_items i left join public.products p on p.id = i.product_id
          where i.order_id = o.id order by i.position) l) as order_items
    from public.orders o where o.id = p_order) t;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in dollars';

create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders := public.place_order(p_products, p_amount, p_email, p_idempotency_key);
  attempt public.payment_attempts;
begin
  -- Of two requests for the same order only one starts its first try to pay.
  if placed.status = 'Pending' then
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text) is
  'Places an order as place_order does and starts its first try to pay: {order, attempt}; attempt is null when it was started before. Errors as those of place_order.';

create function public.read_own_payment(p_reference text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  return (
    select private.order_with_lines(o.id)
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.reference = p_reference and o.user_id = auth.uid());
end;
$$;
comment on function public.read_own_payment(text) is
  'The order of the signed-in customer that this payment is for, with its lines; null for a payment of anybody else. Error (in detail): not_a_customer.';

revoke execute on function
  public.place_order_to_pay(jsonb, numeric, text, text), public.read_own_payment(text)
  from public, anon, authenticated;
grant execute on function
  public.place_order_to_pay(jsonb, numeric, text, text), public.read_own_payment(text)
  to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
