import { afterAll, beforeAll, expect, test } from 'vitest';
import postgres from 'postgres';
import { actAs, actAsService, connect, type Tx } from './actors.ts';
import { addCustomer, addProduct, settle } from './goods.ts';
import { addVoucher, checkOutWith, orderWith, usesOf } from './voucher-orders.ts';

// These commit, since a race needs more than one transaction; they clean up behind themselves.
const connections = 20;
const sql = connect(connections);
const people: string[] = [];
let product = '';
const vouchers: string[] = [];

beforeAll(async () => {
  await sql`update private.function_settings set value = '100000' where name = 'LIMIT_ORDER'`;
  product = await addProduct(sql);
});
afterAll(async () => {
  await sql`update private.function_settings set value = '30' where name = 'LIMIT_ORDER'`;
  await sql`delete from orders where user_id = any(${people})`;
  await sql`delete from auth.users where id = any(${people})`;
  await sql`delete from vouchers where id = any(${vouchers})`;
  await sql`delete from products where id = ${product}`;
  await sql`delete from trash where record_id = any(${[...vouchers, product]})`;
  await sql.end();
});

const as = <Result>(person: string | null, work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    await (person ? actAs(tx, person) : actAsService(tx));
    return work(tx);
  });

async function addPeople(many: number): Promise<string[]> {
  const where = { address: '4 Mill Lane', country: 'Ireland' };
  const added = await Promise.all(Array.from({ length: many }, () => addCustomer(sql, where)));
  people.push(...added);
  return added;
}

async function addCode(given: Readonly<Record<string, unknown>>) {
  const voucher = await addVoucher(sql, given);
  vouchers.push(voucher.id);
  return voucher;
}

/** 1 for an order that was placed, 0 where the voucher was refused. */
const counted = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 1,
    (error: unknown) => {
      if (error instanceof postgres.PostgresError && error.detail === 'voucher_refused') return 0;
      throw error;
    },
  );
const sum = (numbers: readonly number[]) => numbers.reduce((all, it) => all + it, 0);
const line = (quantity: number) => [{ product, quantity }];

test('of 50 shoppers who want the last 10 uses at once, 10 get one', async () => {
  const { id, code } = await addCode({ max_uses: 10 });
  const placed = await Promise.all(
    (await addPeople(50)).map((person) =>
      counted(as(person, (tx) => orderWith(tx, code, line(1), '18'))),
    ),
  );
  expect(sum(placed)).toBe(10);
  expect(await usesOf(sql, id)).toBe(10);
});

test('a shopper with many tabs uses a voucher for once per customer once', async () => {
  const { id, code } = await addCode({ once_per_customer: true });
  const [person = ''] = await addPeople(1);
  const placed = await Promise.all(
    Array.from({ length: 10 }, () =>
      counted(as(person, (tx) => orderWith(tx, code, line(1), '18'))),
    ),
  );
  expect(sum(placed)).toBe(1);
  expect(await usesOf(sql, id)).toBe(1);
});

test('after random steps over many connections every use is counted, and none too many', async () => {
  const codes = await Promise.all([
    addCode({ max_uses: 3 }),
    addCode({ max_uses: 4, once_per_customer: true }),
    addCode({ once_per_customer: true }),
  ]);
  const shoppers = await addPeople(12);
  const orders: string[] = [];
  // A repeatable sequence, so that a failure can be seen again.
  let state = 7;
  const pick = <It>(from: readonly It[]): It | undefined => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return from[Math.floor((state / 2147483648) * from.length)];
  };
  const checkOut = async () => {
    const code = pick([...codes.map((it) => it.code), null]) ?? null;
    const pieces = pick([1, 2, 3]) ?? 1;
    const amount = String(pieces * (code ? 18 : 20));
    orders.push(
      await as(pick(shoppers) ?? '', (tx) => checkOutWith(tx, code, line(pieces), amount)),
    );
  };
  const pay = () =>
    as(null, async (tx) => {
      const order = pick(orders) ?? null;
      const [due] = await tx<{ cents: number }[]>`
        select (total_price * 100)::int as cents from orders where id = ${order}`;
      if (due && pick([0, 0, 1]) === 1) await settle(tx, `${order ?? ''}.1`, due.cents);
    });
  const cancel = () => sql`update orders set status = 'Cancelled'
    where id = ${pick(orders) ?? null} and status = 'Pending'`;
  const expire = async () => {
    await sql`update voucher_uses set expires_at = now() - interval '1 second'
      where expires_at is not null and order_id = ${pick(orders) ?? null}`;
    await as(null, (tx) => tx`select release_expired_holds()`);
  };
  const remove = () => sql`delete from orders where id = ${pick(orders) ?? null}`;
  const steps = [checkOut, checkOut, checkOut, checkOut, pay, cancel, expire, remove];
  const refusals = new Set(['voucher_refused', 'open_order']);
  const unexpected: unknown[] = [];
  let refused = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let n = 0; n < 30; n += 1) {
        await pick(steps)?.().catch((error: unknown) => {
          const detail = error instanceof postgres.PostgresError ? (error.detail ?? '') : '';
          if (refusals.has(detail)) refused += 1;
          else unexpected.push(error);
        });
      }
    }),
  );
  expect(unexpected).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  for (const { id } of codes) await usesOf(sql, id);
  // A paid order has its use, and a cancelled one has none.
  expect([
    ...(await sql`
      select o.status, u.expires_at from orders o left join voucher_uses u on u.order_id = o.id
      where o.id = any(${orders}) and o.voucher_code <> ''
        and (o.status = 'Paid' and (u.order_id is null or u.expires_at is not null)
          or o.status = 'Cancelled' and u.order_id is not null)`),
  ]).toEqual([]);
});
