import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import postgres from 'postgres';
import { actAs, actAsService, connect, only, type Tx } from './actors.ts';
import { addCustomer, addProduct, placeOrder, settle, startPayment } from './goods.ts';

// These commit, since a race needs more than one transaction; they clean up behind themselves.
const sql = connect(20);
const people: string[] = [];
const goods: string[] = [];
afterAll(async () => {
  await sql`delete from orders where user_id = any(${people})`;
  await sql`delete from auth.users where id = any(${people})`;
  await sql`delete from products where id = any(${goods})`;
  await sql.end();
});

const asService = <Result>(work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    await actAsService(tx);
    return work(tx);
  });

/** A paid order of so many pieces for $20 each. */
async function paid(quantity: number) {
  const [person, product] = [await addCustomer(sql), await addProduct(sql)];
  people.push(person);
  goods.push(product);
  const order = await sql.begin(async (tx) => {
    await actAs(tx, person);
    return placeOrder(tx, [{ product, quantity }], String(20 * quantity));
  });
  const reference = await asService((tx) => startPayment(tx, order.id));
  await asService((tx) => settle(tx, reference, 2000 * quantity));
  const { id: item } = only(
    await sql<{ id: string }[]>`select id from order_items where order_id = ${order.id}`,
  );
  return { order: order.id, reference, item };
}

/** What was refused is named by its detail. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof postgres.PostgresError) return error.detail ?? error.code;
      throw error;
    },
  );

const count = (outcomes: readonly string[], outcome: string) =>
  outcomes.filter((it) => it === outcome).length;

test('of 200 parts that are asked for at once, no more are refunded than was paid', async () => {
  const { order, reference } = await paid(5);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const id = randomUUID();
      const begun = await outcomeOf(
        asService((tx) => tx`select start_refund(${id}, ${reference}, 10000, 'USD', null, 300)`),
      );
      if (begun !== 'done') return begun;
      return outcomeOf(asService((tx) => tx`select update_refund(${id}, 'processed')`));
    }),
  );
  expect([count(outcomes, 'done'), count(outcomes, 'wrong_amount')]).toEqual([33, 167]);
  const id = randomUUID();
  await asService((tx) => tx`select start_refund(${id}, ${reference}, 10000, 'USD', null)`);
  await asService((tx) => tx`select update_refund(${id}, 'processed')`);
  expect(
    only(
      await sql`select o.status, o.refunded::float as refunded, sum(r.amount_minor)::int as cents
        from orders o join refunds r on r.order_id = o.id where o.id = ${order} group by o.id`,
    ),
  ).toEqual({ status: 'Refunded', refunded: 100, cents: 10000 });
});

test('of 60 that ask for the same piece at once, as many get it as were ordered', async () => {
  const { reference, item } = await paid(3);
  const lines = JSON.stringify([{ item, quantity: 1 }]);
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () =>
      outcomeOf(
        asService(
          (tx) => tx`select start_refund(${randomUUID()}, ${reference}, 6000, 'USD', null, 1,
            ${lines}::text::jsonb)`,
        ),
      ),
    ),
  );
  expect([count(outcomes, 'done'), count(outcomes, 'too_many_pieces')]).toEqual([3, 57]);
});

test('one request that is repeated at once begins one refund', async () => {
  const { reference } = await paid(1);
  const id = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcomeOf(
        asService((tx) => tx`select start_refund(${id}, ${reference}, 2000, 'USD', null, 100)`),
      ),
    ),
  );
  expect([count(outcomes, 'done'), count(outcomes, 'already_refunded')]).toEqual([1, 19]);
});

test('whatever is reported about two refunds, by webhooks and lists in any order, the totals are right', async () => {
  for (const seed of [1, 2, 3, 4]) {
    const { order, reference } = await paid(1);
    const ours = [randomUUID(), randomUUID()];
    for (const id of ours) {
      await asService(
        (tx) => tx`select start_refund(${id}, ${reference}, 2000, 'USD', null, 1000)`,
      );
    }
    const told = ours.flatMap((id, n) => [
      ...['pending', 'processing', 'processed', 'processed'].map(
        (status) => (tx: Tx) => tx`select settle_refund(${randomUUID()}, ${`refund.${status}`},
          ${reference}, 1000, ${status}, '{}', ${`${reference}-${n}`})`,
      ),
      ...['pending', 'processed'].map(
        (status) => (tx: Tx) =>
          tx`select settle_listed_refund(${reference}, 1000, ${status}, ${`${reference}.${n}`}, ${id})`,
      ),
    ]);
    // Another order of the same messages for each seed.
    const mixed = told
      .map((work, n) => ({ work, place: (n * 7 * seed + seed) % told.length }))
      .sort((a, b) => a.place - b.place);
    await Promise.all(mixed.map(({ work }) => asService(work)));
    expect(
      only(
        await sql`select o.status, a.refunded_minor::int as cents, count(*)::int as many
          from orders o join payment_attempts a on a.order_id = o.id
          join refunds r on r.reference = a.reference
          where o.id = ${order} group by o.id, a.reference`,
      ),
    ).toEqual({ status: 'Refunded', cents: 2000, many: 2 });
  }
});
