import type postgres from 'postgres';

/** A payment that a provider has; amounts in cents. */
export interface Charge {
  provider: string;
  reference: string;
  amount: number;
  refunded: number;
}

/** Which of these payments were made, in the books of the sandboxes. */
export function chargesAt(sandboxes: postgres.Sql, references: readonly string[]) {
  return sandboxes<Charge[]>`
    select 'paystack' as provider, t.reference, t.amount::int as amount, (
      select coalesce(sum(r.amount), 0)::int from refunds r where r.transaction = t.id) as refunded
    from transactions t where t.status in ('success', 'reversed') and t.reference = any (${[...references]})
    union all
    select 'stripe', p.reference, p.amount::int, (
      select coalesce(sum(r.amount), 0)::int from stripe_refunds r where r.session = p.session and r.status = 'succeeded')
    from stripe_payments p where p.intent_status = 'succeeded' and p.reference = any (${[...references]})`;
}

/** Which of these payments the office has recorded: nobody else knows of them. */
export function chargesInOffice(sql: postgres.Sql, references: readonly string[]) {
  return sql<Charge[]>`
    select e.provider, e.reference, sum(e.amount_minor)::int as amount, 0 as refunded from payment_events e
    where e.event = 'office' and e.reference = any (${[...references]}) group by e.provider, e.reference`;
}
