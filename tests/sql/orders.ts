import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { asOwner, type Db } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';

export interface Line {
  product: string;
  quantity: number;
  size?: string;
  color?: string;
}

export interface OrderOptions {
  key?: string | null;
  email?: string;
  method?: string | null;
  voucher?: string | undefined;
  terms?: boolean;
  po_number?: string;
  deliver_to?: object;
  gift?: string | null;
  checkout?: boolean;
  replaces?: string[];
  pay_with?: string;
}

export interface Order {
  id: string;
  user_id: string | null;
  total_price: string;
  status: string;
  email: string;
  payment_reference: string | null;
}

/** What place_order_to_pay returns. */
export type PlacedReply =
  { order: { id: string } } | { problem: { message: string; details: string } };

/** The id of the order; throws a problem as the database raises all others. */
export function placedId(reply: PlacedReply): string {
  if ('order' in reply) return reply.order.id;
  const { message, details } = reply.problem;
  throw Object.assign(new postgres.PostgresError(message), { code: 'P0001', detail: details });
}

/** As the signed-in customer; the amount is in dollars. */
export async function placeOrder<Columns extends Order = Order>(
  db: Db,
  lines: unknown,
  amount: number | string,
  { key = null, email = 'ida@test.example', ...options }: OrderOptions = {},
): Promise<Columns> {
  const reply = await valueOf<PlacedReply>(db`
    select place_order_to_pay(${JSON.stringify(lines)}::text::jsonb, ${amount}, ${email}, ${key},
      ${JSON.stringify(options)}::text::jsonb)`);
  return await rowOf(db<Columns[]>`select * from orders where id = ${placedId(reply)}`);
}

/** What became of an order, whoever acts. */
export const statusOf = (db: Db, order: string) =>
  asOwner(db, () => valueOf<string>(db`select status from orders where id = ${order}`));

/** A settlement as the webhook asks for it; the amount is in cents. */
export const settle = (
  db: Db,
  reference: string,
  cents: number,
  { key = `charge.success:${reference}`, currency = 'USD' } = {},
): Promise<string> =>
  valueOf(
    db`select settle_payment(${key}, 'charge.success', ${reference}, ${cents}, ${currency}, '{}')`,
  );

export async function startPayment(
  db: Db,
  order: string,
  reference: string = randomUUID(),
): Promise<string> {
  await db`select start_payment_attempt(${order}, ${reference})`;
  return reference;
}

/** Starts the payment of an order and settles it. */
export async function pay(db: Db, order: string, cents: number): Promise<string> {
  const reference = await startPayment(db, order);
  if ((await settle(db, reference, cents)) !== 'paid') throw new Error('It was not paid.');
  return reference;
}
