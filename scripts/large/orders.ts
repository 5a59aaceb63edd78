import type { TransactionSql } from 'postgres';

/**
 * Orders `from` up to, not including, `to`, spread over two years and over the generated customers and products: one to three
 * lines each, most of them paid, with the payment attempt and its webhook event.
 */
export async function addOrders(
  tx: TransactionSql,
  from: number,
  to: number,
  { customers, products }: { customers: number; products: number },
): Promise<void> {
  await tx`
    create temporary table new_orders as
    select i, md5('hemline/large/order/' || i)::uuid as id,
      md5('hemline/large/customer/' || (i * 31) % ${customers}::int)::uuid as user_id,
      'large-' || i as reference,
      case when i % 50 = 49 then 'Held' when i % 20 = 18 then 'Refunded'
        when i % 8 = 7 then 'Pending' else 'Paid' end as status,
      now() - ((i::bigint * 7919) % 1050000 + 60) * interval '1 minute' as placed
    from generate_series(${from}::int, ${to - 1}::int) i
    where not exists (
      select 1 from public.orders o where o.id = md5('hemline/large/order/' || i)::uuid)`;
  await tx`
    create temporary table new_lines as
    select o.id as order_id, n as position, p.id as product_id, p.title, p.price, p.colors[1] as color,
      1 + (o.i + n) % 2 as quantity
    from new_orders o cross join lateral generate_series(1, 1 + o.i % 3) n
    join public.products p
      on p.id = md5('hemline/large/product/' || ((o.i::bigint * 13 + n * 101) % ${products}::int))::uuid`;
  await tx`
    insert into public.orders (id, user_id, firstname, lastname, email, phone, address, city, postcode, state,
      country, total_price, status, payment_reference, created_at, paid_at)
    select o.id, o.user_id, c.firstname, c.lastname, c.email, c.phone, c.address, c.city, c.postcode, c.state,
      c.country, l.total, o.status::public.order_status,
      o.reference, o.placed,
      case when o.status in ('Paid', 'Refunded') then o.placed + interval '2 minutes' end
    from new_orders o
    join public.profiles c on c.id = o.user_id
    join (select order_id, sum(price * quantity) as total from new_lines group by 1) l on l.order_id = o.id`;
  await tx`
    insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, position)
    select order_id, product_id, title, price, quantity, 'M', color, position from new_lines`;
  await tx`
    insert into public.payment_attempts (reference, order_id, provider, amount_minor, currency, status, created_at)
    select m.reference, o.id, 'paystack', private.minor(o.total_price, o.currency), o.currency,
      case m.status when 'Held' then 'held' when 'Pending' then 'abandoned' else 'paid' end, m.placed
    from new_orders m join public.orders o on o.id = m.id`;
  await tx`
    insert into public.payment_events (id, reference, event, provider, amount_minor, currency, payload, created_at)
    select 'charge.success:' || a.reference, a.reference, 'charge.success', a.provider, a.amount_minor, a.currency,
      jsonb_build_object('event', 'charge.success', 'data', jsonb_build_object('reference', a.reference)),
      m.placed + interval '2 minutes'
    from new_orders m join public.payment_attempts a on a.reference = m.reference where m.status in ('Paid', 'Refunded')`;
  await tx`drop table new_orders, new_lines`;
}
