import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { only } from './actors.ts';

type Db = postgres.Sql | postgres.TransactionSql;

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

export async function addCategory(db: Db, name = `Test goods ${randomUUID()}`): Promise<string> {
  return only(
    await db<{ id: string }[]>`insert into categories (name) values (${name}) returning id`,
  ).id;
}

export interface Product {
  title?: string;
  description?: string;
  price?: string;
  category?: string | null;
  availability?: 'InStock' | 'OutofStock';
  sizes?: string[];
  colors?: string[];
  status?: 'published' | 'draft';
}

export async function addProduct(db: Db, product: Product = {}): Promise<string> {
  const { title = 'Test coat', description = '', price = '20.00', category = null } = product;
  const { availability = 'InStock', sizes = [], colors = [], status = 'published' } = product;
  return only(
    await db<{ id: string }[]>`
      insert into products (title, description, price, category_id, availability, sizes, colors, status)
      values (${title}, ${description}, ${price}, ${category}, ${availability}, ${sizes}, ${colors}, ${status})
      returning id`,
  ).id;
}

export async function addReview(db: Db, customer: string, product: string): Promise<string> {
  return only(
    await db<{ id: string }[]>`insert into reviews (user_id, product_id, rating, comment)
      values (${customer}, ${product}, 5, 'Good') returning id`,
  ).id;
}

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
  amount: string,
  { key = null, email = 'ida@test.example', ...options }: OrderOptions = {},
): Promise<Columns> {
  const { reply } = only(
    await db<
      { reply: PlacedReply }[]
    >`select place_order_to_pay(${JSON.stringify(lines)}::text::jsonb, ${amount},
      ${email}, ${key}, ${JSON.stringify(options)}::text::jsonb) as reply`,
  );
  return only(await db<Columns[]>`select * from orders where id = ${placedId(reply)}`);
}

/** A settlement as the webhook asks for it; the amount is in cents. */
export async function settle(
  db: Db,
  reference: string,
  cents: number,
  { key = `charge.success:${reference}`, currency = 'USD' } = {},
): Promise<string> {
  return only(
    await db<{ outcome: string }[]>`select settle_payment(
      ${key}, 'charge.success', ${reference}, ${cents}, ${currency}, '{}') as outcome`,
  ).outcome;
}

export async function startPayment(
  db: Db,
  order: string,
  reference: string = randomUUID(),
): Promise<string> {
  await db`select start_payment_attempt(${order}, ${reference})`;
  return reference;
}
