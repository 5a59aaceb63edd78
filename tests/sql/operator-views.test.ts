import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { actAsOwner, sql, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import { stack } from '../support/stack.ts';

/** An order of two pieces at 19.95, and who looks at it is the owner of the tables. */
async function order(tx: Tx): Promise<string> {
  await actAsOwner(tx);
  const product = await addProduct(tx, { price: '19.95' });
  await actAsCustomer(tx);
  const { id } = await placeOrder(tx, [{ product, quantity: 2 }], '39.90');
  await actAsOwner(tx);
  return id;
}

const keys = async (rows: Promise<readonly { key: string }[]>) =>
  (await rows).map(({ key }) => key);

test('the dashboard shows what is unpaid, and how often it was tried', async ({ tx }) => {
  const id = await order(tx);
  const find = async () =>
    await rowOf(tx`select status, total_price::text as total, tries, last_status
        from unpaid_orders where id = ${id}`);
  expect(await find()).toEqual({
    status: 'Pending',
    total: '39.90',
    tries: 1,
    last_status: 'started',
  });
  await startPayment(tx, id, `${id}.2`);
  expect(await find()).toMatchObject({ tries: 2, last_status: 'started' });
  await settle(tx, `${id}.2`, 3990);
  expect(await tx`select id from unpaid_orders where id = ${id}`).toEqual([]);
  const [month] = await tx`select income >= 39.90 as counted from income_by_month
      where month = date_trunc('month', now() at time zone 'UTC')::date and currency = 'USD'`;
  expect(month).toEqual({ counted: true });
});

test('money without an order is found, and an order called Paid without money', async ({ tx }) => {
  const [honest, deleted, byHand] = [await order(tx), await order(tx), await order(tx)];
  for (const id of [honest, deleted]) {
    await settle(tx, `${id}.1`, 3990);
  }
  await tx`delete from orders where id = ${deleted}`;
  await tx`update orders set status = 'Paid' where id = ${byHand}`;
  const events = keys(tx`select reference as key from payments_without_order
      where reference in (${`${honest}.1`}, ${`${deleted}.1`})`);
  expect(await events).toEqual([`${deleted}.1`]);
  const orders = keys(tx`select id as key from paid_orders_without_payment
      where id in (${honest}, ${byHand})`);
  expect(await orders).toEqual([byHand]);
});

test('the views are for the dashboard, not for the API', async () => {
  const open = sql`
    select v.name, r.role from (values ('income_by_month'), ('unpaid_orders'),
      ('payments_without_order'), ('paid_orders_without_payment')) v (name),
      (values ('anon'), ('authenticated')) r (role)
    where has_table_privilege(r.role, format('public.%I', v.name), 'select')`;
  expect(await open).toEqual([]);
});

test('lines edited by hand change the total of an order until it is paid', async ({ tx }) => {
  const id = await order(tx);
  const total = () =>
    valueOf<string>(tx`select total_price::text as total from orders where id = ${id}`);
  await tx`update order_items set quantity = 3 where order_id = ${id}`;
  expect(await total()).toBe('59.85');
  await tx`insert into order_items (order_id, title, unit_price, quantity, position)
      values (${id}, 'Gift wrap', 2.50, 1, 2)`;
  expect(await total()).toBe('62.35');
  await tx`delete from order_items where order_id = ${id} and title = 'Gift wrap'`;
  expect(await total()).toBe('59.85');
  await tx`update orders set status = 'Paid' where id = ${id}`;
  await tx`update order_items set quantity = 1 where order_id = ${id}`;
  expect(await total()).toBe('59.85');
});

test('a line moved by hand changes both totals, and none is written over', async ({ tx }) => {
  const [from, to] = [await order(tx), await order(tx)];
  const total = (id: string) =>
    valueOf<string>(tx`select total_price::text as total from orders where id = ${id}`);
  await tx`update order_items set order_id = ${to}, position = 2 where order_id = ${from}`;
  expect([await total(from), await total(to)]).toEqual(['0', '79.80']);
  const overwrite = (price: string) => (point: Tx) =>
    point`update orders set total_price = ${price} where id = ${to}`;
  await expectRefusal(tx, '23514', overwrite('1'));
  await tx`update orders set status = 'Paid' where id = ${to}`;
  await expectRefusal(tx, '23514', overwrite('39.90'));
});

test('the advisors of the Supabase CLI find nothing but the clock', async () => {
  const root = resolve(import.meta.dirname, '../..');
  const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const address = `${stack().dbUrl}?sslmode=disable`;
  const asked = ['db', 'advisors', '--db-url', address, '--level', 'info', '-o', 'json'];
  const program = resolve(root, 'node_modules/.bin/supabase');
  const run = promisify(execFile);
  const { stdout } = await run(program, asked, { cwd: root, env, timeout: 50_000 });
  const findings = JSON.parse(stdout) as { name: string; detail: string }[];
  // Which index was never used says something of a shop's customers, not of its schema: decision 0023.
  const ofSchema = findings.filter(({ name }) => name !== 'unused_index');
  expect(findings.length).toBeGreaterThan(0);
  // Their names were resolved when they were created; with a search path Postgres would not inline them.
  expect(ofSchema.map(({ detail }) => detail).sort()).toEqual([
    'Function `private.running_clock` has a role mutable search_path',
    'Function `public.clock` has a role mutable search_path',
  ]);
});
