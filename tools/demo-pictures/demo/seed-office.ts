import { administrator, customers } from './people.ts';
import { personId } from './seed-accounts.ts';
import { text } from './sql.ts';

const first = customers[0];
if (first === undefined) throw new Error('There is no customer.');

/** What the payment provider and the mail server know of the orders. */
export const paymentsSql = `-- How they were paid, and which emails their customers got.
insert into public.payment_attempts (reference, order_id, provider, amount_minor, paid_minor, currency, status, created_at)
select o.payment_reference, o.id, 'paystack', o.total_price * 100, o.total_price * 100 - case o.status when 'Held' then 1000 else 0 end,
  o.currency, case o.status when 'Held' then 'held' else 'paid' end, o.created_at + interval '1 minute'
from public.orders o where o.payment_reference is not null;
insert into public.payment_events (id, reference, event, provider, amount_minor, currency, created_at)
select 'demo ' || a.reference, a.reference, 'charge.success', a.provider, a.paid_minor, a.currency, a.created_at + interval '2 minutes' from public.payment_attempts a;
insert into public.refunds (reference, order_id, amount_minor, currency, status, asked_by, asked_at, processed_at, created_at)
select a.reference, o.id, a.amount_minor, a.currency, 'processed', ${text(personId(administrator))},
  o.created_at + interval '2 days', o.created_at + interval '3 days', o.created_at + interval '2 days'
from public.orders o join public.payment_attempts a on a.order_id = o.id where o.status = 'Refunded';
insert into public.mail_outbox (order_id, kind, recipient, state, attempts, queued_at, sent_at)
select o.id, (case when o.paid_at is null then 'order_placed' else 'order_paid' end)::public.mail_kind, o.email, 'sent', 1, m.at, m.at
from public.orders o cross join lateral (select coalesce(o.paid_at, o.created_at + interval '10 minutes') as at) m;
select private.queue_refund_mail(r.id) from public.refunds r;
update public.mail_outbox m set state = 'sent', attempts = 1, queued_at = r.processed_at, sent_at = r.processed_at
from public.refunds r where m.record_id = r.id;
`;

/** By the functions that the back office calls, so that parcels, stock, emails and the audit trail are theirs. */
export const officeSql = `-- What the administrator has done since: the oldest orders were sent, one is packed, two are handed over, and there are notes.
do $$
declare
  newest constant uuid[] := array(select o.id from public.orders o where o.status = 'Paid' order by o.created_at desc limit 2);
begin
  perform private.act_for(${text(personId(administrator))});
  perform office.send_orders(array(select o.id from public.orders o where o.status = 'Paid' and o.created_at < now() - interval '20 days'));
  perform office.pack_orders(array(select o.id from public.orders o where o.status = 'Paid' and o.fulfilment = 'to_send' order by o.created_at limit 1));
  perform office.assign_orders(newest, ${text(personId(administrator))});
  insert into public.order_notes (order_id, note) values (newest[1], 'Called: please ring twice, the bell is faint.');
  insert into public.customer_notes (user_id, note) values (${text(personId(first))}, 'Prefers undyed wool. Asks before she orders knitwear.');
  perform set_config('request.jwt.claims', '', true);
end
$$;
update public.mail_outbox set state = 'sent', attempts = 1, sent_at = now() where state = 'queued';
`;
