import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { pay, placeOrder } from './orders.ts';
import { addGoods, addPeople, as, outcomesOf, times } from './at-once.ts';

/** A paid order of so many pieces for $20 each. */
async function paid(quantity: number) {
  const { product } = await addGoods();
  const [person = ''] = await addPeople(1);
  const { id: order } = await as(person, (tx) =>
    placeOrder(tx, [{ product, quantity }], 20 * quantity),
  );
  const reference = await as(null, (tx) => pay(tx, order, 2000 * quantity));
  const item = await valueOf<string>(sql`select id from order_items where order_id = ${order}`);
  return { order, reference, item };
}

test('of 60 parts that are asked for at once, no more are refunded than was paid', async () => {
  const { order, reference } = await paid(5);
  const refund = async (cents: number | null) => {
    const id = randomUUID();
    await as(
      null,
      (tx) => tx`select start_refund(${id}, ${reference}, 10000, 'USD', null, ${cents})`,
    );
    await as(null, (tx) => tx`select update_refund(${id}, 'processed')`);
  };
  const outcomes = await outcomesOf(times(60, () => refund(300)));
  expect(outcomes).toEqual({ done: 33, wrong_amount: 27 });
  await refund(null);
  expect(
    await sql`select o.status, o.refunded::float as refunded, sum(r.amount_minor)::int as cents
      from orders o join refunds r on r.order_id = o.id where o.id = ${order} group by o.id`,
  ).toEqual([{ status: 'Refunded', refunded: 100, cents: 10000 }]);
});

test('of 20 that ask for the same piece at once, as many get it as were ordered', async () => {
  const { reference, item } = await paid(3);
  const lines = JSON.stringify([{ item, quantity: 1 }]);
  const refunds = times(20, () =>
    as(
      null,
      (tx) => tx`select start_refund(${randomUUID()}, ${reference}, 6000, 'USD', null, 1,
      ${lines}::text::jsonb)`,
    ),
  );
  expect(await outcomesOf(refunds)).toEqual({ done: 3, too_many_pieces: 17 });
});

test('one request that is repeated at once begins one refund', async () => {
  const { reference } = await paid(1);
  const id = randomUUID();
  const refunds = times(20, () =>
    as(null, (tx) => tx`select start_refund(${id}, ${reference}, 2000, 'USD', null, 100)`),
  );
  expect(await outcomesOf(refunds)).toEqual({ done: 1, already_refunded: 19 });
});

test('whatever is reported about two refunds, by webhooks and lists in any order, the totals are right', async () => {
  for (const seed of [1, 2]) {
    const { order, reference } = await paid(1);
    const ours = [randomUUID(), randomUUID()];
    for (const id of ours) {
      await as(null, (tx) => tx`select start_refund(${id}, ${reference}, 2000, 'USD', null, 1000)`);
    }
    const told = ours.flatMap((id, n) => [
      ...['pending', 'processing', 'processed', 'processed'].map(
        (status) => (tx: Tx) => tx`select settle_refund(${randomUUID()}, ${`refund.${status}`},
          ${reference}, 1000, ${status}, '{}', ${`${reference}-${n}`})`,
      ),
      ...['pending', 'processed'].map(
        (status) => (tx: Tx) =>
          tx`select settle_listed_refunds(${reference}, ${tx.json([
            { id, provider_id: `${reference}.${n}`, amount: 1000, status },
          ])}, false)`,
      ),
    ]);
    // Another order of the same messages for each seed.
    const mixed = told
      .map((work, n) => ({ work, place: (n * 7 * seed + seed) % told.length }))
      .sort((a, b) => a.place - b.place);
    await Promise.all(mixed.map(({ work }) => as(null, work)));
    expect(
      await rowOf(sql`select o.status, a.refunded_minor::int as cents, count(*)::int as many
          from orders o join payment_attempts a on a.order_id = o.id
          join refunds r on r.reference = a.reference
          where o.id = ${order} group by o.id, a.reference`),
    ).toEqual({ status: 'Refunded', cents: 2000, many: 2 });
  }
});
