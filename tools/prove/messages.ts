import { createHmac, randomUUID } from 'node:crypto';
import type { Placed } from './shopper.ts';
import { providerOf, type World } from './world.ts';

/** An order of one coat, gone to the card page. @throws if it was refused */
export async function placeCoat(world: World, place: number): Promise<Placed & { cents: number }> {
  const buyer = world.buyers[place % world.buyers.length];
  const amount = await world.priceOf(world.coat, 1);
  const placed = await buyer?.order(world.coat, { amount, key: randomUUID() });
  const order = placed && buyer?.toPlaced(placed.reply);
  if (!order) throw new Error(`No order: ${JSON.stringify(placed)}`);
  return { ...order, cents: Math.round(amount * 100) };
}

/** Paid in the provider's books, and nobody is told. */
export async function payUntold(
  world: World,
  { reference }: Placed,
  paid: { cents?: number; currency?: string } = {},
): Promise<void> {
  const { cents = null, currency = null } = paid;
  await providerOf(world)`update transactions set status = 'success', paid_at = now(),
    amount = coalesce(${cents}, amount), currency = coalesce(${currency}, currency)
    where reference = ${reference}`;
}

/** The provider's message about a payment. */
export function charged({ reference }: Placed, cents: unknown, changes: object = {}): string {
  const data = { id: reference, status: 'success', reference, amount: cents, currency: 'USD' };
  return JSON.stringify({ event: 'charge.success', data: { ...data, ...changes } });
}

export const signature = (body: string, key: string): string =>
  createHmac('sha512', key).update(body).digest('hex');

/** Sends a message as the provider does, signed by its key unless another signature is given; the status of the answer. */
export async function deliver(world: World, body: string, signed?: string): Promise<number> {
  const { url = '', paystackSecretKey = '' } = world.supabase ?? {};
  const answer = await fetch(`${url}/functions/v1/payments/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': signed ?? signature(body, paystackSecretKey),
    },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}

/** What the scheduled task does: asks the provider about open payments, ends holds. */
export async function reconcile(world: World): Promise<number> {
  const { url = '', serviceRoleKey = '' } = world.supabase ?? {};
  const answer = await fetch(`${url}/functions/v1/payments/reconcile?minutes=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceRoleKey}` },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Statuses of orders, in the order of the ids. */
export async function statusesOf(
  { sql }: World,
  orders: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const ids = orders.filter((it) => it !== undefined);
  const rows = await sql<{ id: string; status: string }[]>`
    select id, status::text from orders where id = any (${ids})`;
  const found = new Map(rows.map((it) => [it.id, it.status]));
  return orders.map((id) => found.get(id ?? ''));
}

/** How often each order was settled: its invoice, and the messages that were noted. */
export async function settledOnce({ sql }: World, orders: readonly string[]): Promise<number> {
  const rows = await sql`
    select o.id from orders o where o.id = any (${[...orders]}) and o.status = 'Paid'
      and (select count(*) from invoices i where i.order_id = o.id and i.kind = 'invoice') = 1
      and (select count(*) from payment_attempts a where a.order_id = o.id and a.status = 'paid') = 1`;
  return rows.length;
}
