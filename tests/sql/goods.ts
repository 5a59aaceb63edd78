import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { actAs, actAsOwner, only, valueOf, type Db, type Tx } from './actors.ts';

/** Somebody who registered; the trigger makes the profile. */
export async function addCustomer(db: Db, given: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const metadata = { firstname: 'Ida', lastname: 'Brook', ...given };
  await db`insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, ${`${id}@test.example`}, ${JSON.stringify(metadata)}::text::jsonb)`;
  return id;
}

export async function addAdministrator(db: Db): Promise<string> {
  const id = await addCustomer(db);
  await db`insert into administrators (id) values (${id})`;
  return id;
}

/** From here on the transaction has the rights of somebody who has just registered. */
export async function actAsCustomer(tx: Tx, given: Record<string, unknown> = {}) {
  await actAsOwner(tx);
  const id = await addCustomer(tx, given);
  await actAs(tx, id);
  return id;
}

export async function actAsAdministrator(tx: Tx): Promise<string> {
  await actAsOwner(tx);
  const id = await addAdministrator(tx);
  await actAs(tx, id);
  return id;
}

/** Puts a row into a table and gives its key. */
export const add = (db: Db, table: string, values: object, key = 'id'): Promise<string> =>
  valueOf(db`insert into ${db(table)} ${db(values)} returning ${db(key)}::text`);

export const addCategory = (db: Db, name = `Test goods ${randomUUID()}`) =>
  add(db, 'categories', { name });

/** A row of `products`, as far as it is not to be like all others. */
export interface Product {
  title?: string;
  description?: string;
  price?: string;
  category?: string | null;
  availability?: 'InStock' | 'OutofStock';
  sizes?: readonly string[];
  colors?: readonly string[];
  status?: 'published' | 'draft';
  weight?: number;
  tax_class?: string;
  images?: readonly string[];
}

export const addProduct = (db: Db, { category = null, ...product }: Product = {}) =>
  add(db, 'products', { title: 'Test coat', price: '20.00', category_id: category, ...product });

export const addReview = (db: Db, user_id: string, product_id: string) =>
  add(db, 'reviews', { user_id, product_id, rating: 5, comment: 'Good' });

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
      ${JSON.stringify(options)}::text::jsonb) as reply`);
  return only(await db<Columns[]>`select * from orders where id = ${placedId(reply)}`);
}

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

/** Deletes a record as the administrator who acts, and gives what restores it. */
export const remove = (tx: Tx, kind: string, id: string): Promise<string> => {
  if (kind === 'products') return valueOf(tx`select office.delete_products(${[id]}::uuid[])`);
  if (kind === 'categories') return valueOf(tx`select office.delete_categories(${[id]}::uuid[])`);
  return valueOf(tx`select office.delete_records(${kind}, ${[id]}::uuid[])`);
};
export const restore = (tx: Tx, trash: string) =>
  tx`select office.restore_trash(${[trash]}::uuid[])`;
