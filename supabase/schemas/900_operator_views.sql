-- Views for operators in the Supabase dashboard.

create view public.income_by_month with (security_invoker = true) as
  select (m.start at time zone m.zone)::date as month, m.currency, m.orders, m.income
  from (
    select z.zone, date_trunc('month', o.paid_at, z.zone) as start, o.currency, count(*)::int as orders, sum(o.total_price) as income
    from public.orders o, (select coalesce(public.shop_time_zone(), 'UTC') as zone) z
    where o.status = 'Paid' and o.paid_at is not null group by 1, 2, 3) m
  order by 1 desc, 2;
comment on view public.income_by_month is 'What was paid in each calendar month of the shop''s time zone; refunded orders are left out';
comment on column public.income_by_month.month is 'First day of the month';
comment on column public.income_by_month.currency is 'Currency, three letters';
comment on column public.income_by_month.orders is 'How many orders were paid';
comment on column public.income_by_month.income is 'Their sum, in units of the currency';

create view public.unpaid_orders with (security_invoker = true) as
  select o.id, o.status, o.created_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    a.tries, a.last_status, a.last_try
  from public.orders o
  left join lateral (
    select count(*)::int as tries, max(p.created_at) as last_try,
      (array_agg(p.status order by p.created_at desc))[1] as last_status
    from public.payment_attempts p where p.order_id = o.id) a on true
  where o.status in ('Pending', 'OnTerms', 'Held') order by o.created_at desc;
comment on view public.unpaid_orders is 'Orders that wait for money (Pending, OnTerms) or for a person (Held), newest first, with how often the customer tried to pay';
comment on column public.unpaid_orders.id is 'The order';
comment on column public.unpaid_orders.status is 'Pending, OnTerms or Held';
comment on column public.unpaid_orders.created_at is 'When it was placed';
comment on column public.unpaid_orders.firstname is 'First name of the customer';
comment on column public.unpaid_orders.lastname is 'Last name of the customer';
comment on column public.unpaid_orders.email is 'Mail address for this order';
comment on column public.unpaid_orders.total_price is 'What it costs';
comment on column public.unpaid_orders.currency is 'Currency of the total, three letters';
comment on column public.unpaid_orders.tries is 'How often the customer was sent to the card page';
comment on column public.unpaid_orders.last_status is 'Status of the last attempt';
comment on column public.unpaid_orders.last_try is 'When it began';

create view public.payments_without_order with (security_invoker = true) as
  select e.id as event_id, e.reference, e.event, e.created_at,
    e.amount_minor::text as amount_minor, e.currency, e.provider
  from public.payment_events e
  where e.amount_minor is not null
    and not exists (select 1 from public.payment_attempts a where a.reference = e.reference)
  order by e.created_at desc;
comment on view public.payments_without_order is 'Payments without an order, for instance because it was deleted: refund it at the payment provider';
comment on column public.payments_without_order.provider is 'The provider that has the money';
comment on column public.payments_without_order.event_id is 'The message of the provider, in payment_events';
comment on column public.payments_without_order.reference is 'Reference of the payment at the provider';
comment on column public.payments_without_order.event is 'Kind of message';
comment on column public.payments_without_order.created_at is 'When it came';
comment on column public.payments_without_order.amount_minor is 'Amount as the provider wrote it, in the smallest unit';
comment on column public.payments_without_order.currency is 'Currency as the provider wrote it';

create view public.paid_orders_without_payment with (security_invoker = true) as
  select o.id, o.paid_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    o.payment_reference
  from public.orders o
  where o.status = 'Paid' and o.total_price > 0
    and not exists (
      select 1 from public.payment_events e
      where e.reference = o.payment_reference and e.amount_minor is not null)
    and not exists (select 1 from public.payment_attempts a where a.reference = o.payment_reference and a.transfer is not null)
  order by o.paid_at desc;
comment on view public.paid_orders_without_payment is 'Orders that cost something and are Paid, though not by transfer, of which the payment provider sent no message, for instance because the status was set by hand';
comment on column public.paid_orders_without_payment.id is 'The order';
comment on column public.paid_orders_without_payment.paid_at is 'When it became Paid';
comment on column public.paid_orders_without_payment.firstname is 'First name of the customer';
comment on column public.paid_orders_without_payment.lastname is 'Last name of the customer';
comment on column public.paid_orders_without_payment.email is 'Mail address for this order';
comment on column public.paid_orders_without_payment.total_price is 'What it costs';
comment on column public.paid_orders_without_payment.currency is 'Currency of the total, three letters';
comment on column public.paid_orders_without_payment.payment_reference is 'Reference of the payment that is said to have paid it; empty when there was no payment attempt';
