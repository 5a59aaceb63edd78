import { expect, onTestFinished, test } from 'vitest';
import { sql } from './actors.ts';
import { settle } from './orders.ts';
import { addGoods, addPeople, as, outcomesOf, times, walk, withoutLimit } from './at-once.ts';
import { addVoucher, checkOutWith, orderWith, usesOf } from './voucher-orders.ts';
import { picker, randomNumbers } from '../support/random.ts';

async function addCode(given: Readonly<Record<string, unknown>>) {
  const voucher = await addVoucher(sql, given);
  onTestFinished(async () => {
    await sql`delete from vouchers where id = ${voucher.id}`;
  });
  return voucher;
}

test('of 30 shoppers who want the last 10 uses at once, 10 get one', async () => {
  const { id, code } = await addCode({ max_uses: 10 });
  const { product } = await addGoods();
  const placed = (await addPeople(30)).map((person) =>
    as(person, (tx) => orderWith(tx, code, [{ product, quantity: 1 }], 18)),
  );
  expect(await outcomesOf(placed)).toEqual({ done: 10, voucher_refused: 20 });
  expect(await usesOf(sql, id)).toBe(10);
});

test('a shopper with many tabs uses a voucher for once per customer once', async () => {
  const { id, code } = await addCode({ once_per_customer: true });
  const { product } = await addGoods();
  const [person = ''] = await addPeople(1);
  const placed = times(10, () =>
    as(person, (tx) => orderWith(tx, code, [{ product, quantity: 1 }], 18)),
  );
  expect(await outcomesOf(placed)).toEqual({ done: 1, voucher_refused: 9 });
  expect(await usesOf(sql, id)).toBe(1);
});

async function usesAfter(many: number): Promise<void> {
  await withoutLimit();
  const { product } = await addGoods();
  const codes = await Promise.all([
    addCode({ max_uses: 3 }),
    addCode({ max_uses: 4, once_per_customer: true }),
    addCode({ once_per_customer: true }),
  ]);
  const shoppers = await addPeople(12);
  const orders: string[] = [];
  const pick = picker(randomNumbers(7));
  const checkOut = async () => {
    const code = pick([...codes.map((it) => it.code), null]);
    const pieces = pick([1, 2, 3]);
    const lines = [{ product, quantity: pieces }];
    const amount = pieces * (code ? 18 : 20);
    orders.push(await as(pick(shoppers), (tx) => checkOutWith(tx, code, lines, amount)));
  };
  const payFor = () =>
    as(null, async (tx) => {
      const order = pick(orders);
      const [due] = await tx<{ cents: number }[]>`
        select (total_price * 100)::int as cents from orders where id = ${order}`;
      if (due && pick([0, 0, 1]) === 1) await settle(tx, `${order}.1`, due.cents);
    });
  const cancel = async () => sql`update orders set status = 'Cancelled'
    where id = ${pick(orders)} and status = 'Pending'`;
  const expire = async () => {
    await sql`update voucher_uses set expires_at = now() - interval '1 second'
      where expires_at is not null and order_id = ${pick(orders)}`;
    await as(null, (tx) => tx`select release_expired_holds()`);
  };
  const drop = async () => sql`delete from orders where id = ${pick(orders)}`;
  const steps = [checkOut, checkOut, checkOut, checkOut, payFor, cancel, expire, drop];
  await checkOut();
  const outcomes = await walk(many, () => pick(steps), ['voucher_refused', 'open_order']);
  if (many > 200) expect(outcomes.get('voucher_refused')).toBeGreaterThan(0);
  for (const { id } of codes) await usesOf(sql, id);
  // A paid order has its use, and a cancelled one has none.
  expect(
    await sql`
      select o.status, u.expires_at from orders o left join voucher_uses u on u.order_id = o.id
      where o.id = any(${orders}) and o.voucher_code <> ''
        and (o.status = 'Paid' and (u.order_id is null or u.expires_at is not null)
          or o.status = 'Cancelled' and u.order_id is not null)`,
  ).toEqual([]);
}

test('after random steps over many connections every use is counted, and none too many', () =>
  usesAfter(80));
test('after many random steps, too', { tags: ['more'] }, () => usesAfter(600));
