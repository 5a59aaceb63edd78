import type { Sql } from '../bootstrap.ts';

/** Tells the sandbox the payments of the demo shop, so that they can be checked and refunded. */
export async function seedPayments(shop: Sql, sandbox: Sql): Promise<void> {
  const [table] = await shop`select where to_regclass('public.payment_attempts') is not null`;
  if (!table) return;
  const paid = await shop`
    select a.reference, 'demo-' || a.reference as access_code, o.email, a.paid_minor as amount, a.currency,
      'success' as status, 'Successful' as gateway_response, a.refunded_minor as refunded, a.created_at, a.created_at as paid_at
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.paid_minor is not null and a.provider = 'paystack'`;
  if (paid.length > 0) await sandbox`insert into transactions ${sandbox(paid)}`;
}
