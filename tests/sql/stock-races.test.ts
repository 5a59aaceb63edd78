import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { actAs, actAsService, connect, only, type Tx } from './actors.ts';
import { wrongStock } from '../../tools/prove/books.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { addAdministrator, addCustomer, placeOrder, settle, startPayment } from './goods.ts';
import { picker, randomNumbers } from '../support/random.ts';

// These commit, since a race needs more than one transaction; they clean up behind themselves.
const connections = 20;
const sql = connect(connections);
const people: string[] = [];
const goods: string[] = [];

beforeAll(async () => {
  await sql`update private.function_settings set value = '100000' where name = 'LIMIT_ORDER'`;
});
afterAll(async () => {
  await sql`update private.function_settings set value = '30' where name = 'LIMIT_ORDER'`;
  await sql`delete from orders where user_id = any(${people})`;
  await sql`delete from auth.users where id = any(${people})`;
  await sql`delete from products where id = any(${goods})`;
  await sql.end();
});

const as = <Result>(person: string | null, work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    await (person ? actAs(tx, person) : actAsService(tx));
    return work(tx);
  });

async function addPeople(many: number, given = {}): Promise<string[]> {
  const added = await Promise.all(Array.from({ length: many }, () => addCustomer(sql, given)));
  people.push(...added);
  return added;
}

async function addGoods(pieces: Readonly<Record<string, number>>) {
  const added = await addCountedProduct(sql, pieces);
  goods.push(added.product);
  return added;
}

test('of 50 pieces that 200 shoppers want at once, 50 are sold and nothing is negative', async () => {
  const { product } = await addGoods({ M: 50 });
  const outcomes = await Promise.all(
    (await addPeople(200)).map((person, n) => {
      // Every tenth asks for the last of its pieces in two lines.
      const lines = [{ product, quantity: 1, size: 'M' }];
      const twice = n % 10 === 0 ? [...lines, ...lines] : lines;
      return as(person, (tx) => placeOrder(tx, twice, String(20 * twice.length))).then(
        () => twice.length,
        (error: unknown) => {
          if (error instanceof postgres.PostgresError && error.detail === 'out_of_stock') return 0;
          throw error;
        },
      );
    }),
  );
  expect(outcomes.reduce((sum, it) => sum + it, 0)).toBe(50);
  expect(await stockOf(sql, product)).toEqual([{ size: 'M', onHand: 50, held: 50, ledger: 50 }]);
});

/** Lets `early` finish only once `late` waits for its locks. */
async function overtake(
  early: (tx: Tx) => Promise<unknown>,
  person: string | null,
  late: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  let second: Promise<unknown> = Promise.resolve();
  await as(null, async (tx) => {
    await early(tx);
    const pid = await new Promise<number>((resolve) => {
      second = as(person, async (other) => {
        resolve(only(await other<{ pid: number }[]>`select pg_backend_pid() as pid`).pid);
        return late(other);
      });
    });
    await expect
      .poll(() => sql`select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`)
      .toHaveLength(1);
  });
  await second;
}

/** A customer with an unpaid order of both pieces of a product, whose payment has begun. */
async function addUnpaid() {
  const { product } = await addGoods({ M: 2 });
  const [person = ''] = await addPeople(1);
  const line = { product, size: 'M' };
  const { id } = await as(person, (tx) => placeOrder(tx, [{ ...line, quantity: 2 }], '40'));
  const reference = await as(null, (tx) => startPayment(tx, id));
  const pay = (tx: Tx) => settle(tx, reference, 4000);
  const held = async () => (await stockOf(sql, product))[0]?.held;
  return { id, line, person, pay, held };
}

test('pieces that are paid while their time ends stay with the order', async () => {
  const { id, pay, held } = await addUnpaid();
  await sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
  await overtake(pay, null, (tx) => tx`select release_expired_holds()`);
  expect(await held()).toBe(2);
});

test('an order that is paid while the same shopper places another keeps its pieces', async () => {
  const { line, person, pay, held } = await addUnpaid();
  const late = (tx: Tx) => placeOrder(tx, [{ ...line, quantity: 1 }], '20');
  await expect(overtake(pay, person, late)).rejects.toMatchObject({ detail: 'out_of_stock' });
  expect(await held()).toBe(2);
});

/** Refusals that are right answers to a random step. */
const refusals = new Set([
  'out_of_stock',
  'not_pending',
  'open_order',
  'stock_too_low',
  'not_refundable',
  'already_refunded',
  'wrong_amount',
  'too_many_pieces',
]);
/** Raise it for a longer walk: `STOCK_STEPS=100000`. */
const steps = Number(process.env['STOCK_STEPS'] ?? 2000);

test(`after ${steps} random steps over ${connections} connections every counter is the sum of its rows`, async () => {
  const random = randomNumbers(19);
  const pick = picker(random);
  const sizes = ['S', 'M', 'L'];
  const shoppers = await addPeople(30, { address: '4 Mill Lane', country: 'Ireland' });
  const admin = await addAdministrator(sql);
  people.push(admin);
  const shop = await Promise.all(Array.from({ length: 4 }, () => addGoods({ S: 8, M: 8, L: 8 })));
  const orders: { id: string; cents: number }[] = [];
  const payments: { reference: string; order: string; cents: number }[] = [];

  const wanted = () => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      ...{ product: pick(shop).product, size: pick(sizes), quantity: 1 + Math.floor(random() * 2) },
    }));
    return { lines, dollars: 20 * lines.reduce((sum, it) => sum + it.quantity, 0) };
  };
  const order = async () => {
    const { lines, dollars } = wanted();
    const placed = await as(pick(shoppers), (tx) => placeOrder(tx, lines, String(dollars)));
    orders.push({ id: placed.id, cents: dollars * 100 });
  };
  // Takes the place of the shopper's order that is open.
  const checkOut = async () => {
    const { lines, dollars } = wanted();
    const replaces = sql`array(select id from orders where user_id = auth.uid() and from_cart and status = 'Pending')`;
    await as(
      pick(shoppers),
      (tx) => tx`select place_order_to_pay(${JSON.stringify(lines)}::text::jsonb, ${dollars}, '',
        p_options => jsonb_build_object('checkout', true, 'replaces', ${replaces}::uuid[]))`,
    );
  };
  const start = async () => {
    const { id, cents } = pick(orders);
    const reference = await as(null, (tx) => startPayment(tx, id));
    payments.push({ reference, order: id, cents });
  };
  const pay = async () => {
    const { reference, cents } = pick(payments);
    // Late, twice, out of order, and sometimes with a wrong amount.
    await as(null, (tx) => settle(tx, reference, random() < 0.05 ? 1 : cents));
  };
  const cancel = async () => {
    const { id } = pick(orders);
    const [found] = await sql<
      { owner: string }[]
    >`select user_id as owner from orders where id = ${id}`;
    if (found) await as(found.owner, (tx) => tx`select cancel_order(${id})`);
  };
  const refund = async () => {
    const { reference, cents } = pick(payments);
    const id = randomUUID();
    await as(null, (tx) => tx`select start_refund(${id}, ${reference}, ${cents}, 'USD', null)`);
    await as(null, (tx) => tx`select update_refund(${id}, 'processed')`);
  };
  const refundPiece = async () => {
    const { reference, cents, order: ordered } = pick(payments);
    const [id, item] = [
      randomUUID(),
      sql`(select id from order_items where order_id = ${ordered} limit 1)`,
    ];
    const lines = sql`jsonb_build_array(jsonb_build_object('item', ${item}, 'quantity', 1))`;
    await as(
      null,
      (tx) => tx`select start_refund(${id}, ${reference}, ${cents}, 'USD', null, null, ${lines})`,
    );
    const end = random() < 0.8 ? 'processed' : 'failed';
    await as(null, (tx) => tx`select update_refund(${id}, ${end})`);
  };
  const send = async () => {
    await as(admin, (tx) => tx`select office.send_orders(${[pick(orders).id, pick(orders).id]})`);
  };
  const adjust = async () => {
    const { variant } = pick(shop);
    const change = {
      variant: variant(pick(sizes)),
      by: Math.floor(random() * 9) - 3,
      reason: 'counted',
    };
    await as(
      admin,
      (tx) => tx`select office.adjust_stock(${JSON.stringify([change])}::text::jsonb)`,
    );
  };
  const receive = async () => {
    await sql`insert into stock_movements (variant_id, quantity, reason)
      select id, 1, 'received' from product_variants where product_id = any (${goods}) and policy = 'deny' order by random()`;
  };
  const expire = async () => {
    await sql`update stock_holds set expires_at = now() - interval '1 second'
      where expires_at is not null and order_id = ${pick(orders).id}`;
    await as(null, (tx) => tx`select release_expired_holds()`);
  };
  const edit = async () => {
    const sizeRun = random() < 0.5 ? ['S', 'M', 'L'] : ['S', 'L', 'M', 'XL'];
    const { product } = pick(shop);
    await as(admin, (tx) => tx`select office.update_product(${product}, p_sizes => ${sizeRun})`);
  };

  await order();
  await start();
  const kinds = [
    order,
    order,
    order,
    order,
    checkOut,
    checkOut,
    start,
    start,
    start,
    pay,
    pay,
    cancel,
    refund,
    send,
    refundPiece,
    adjust,
    receive,
    expire,
    edit,
  ];
  let done = 0;
  const unexpected: unknown[] = [];
  const outcomes = new Map<string, number>();
  for (let checked = 0; checked < steps; checked += 1000) {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (done < Math.min(checked + 1000, steps)) {
          done += 1;
          const step = pick(kinds);
          const outcome = await step().then(
            () => step.name,
            (error: unknown) => {
              const detail = error instanceof postgres.PostgresError ? (error.detail ?? '') : '';
              if (!refusals.has(detail)) unexpected.push(error);
              return detail;
            },
          );
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }),
    );
    expect(unexpected).toEqual([]);
    expect(await wrongStock(sql)).toEqual([]);
  }
  // Steps of every kind went through, and the shop was sold out in between.
  for (const { name } of kinds) expect(outcomes.get(name), name).toBeGreaterThan(0);
  expect(outcomes.get('out_of_stock')).toBeGreaterThan(0);
  expect(
    only(
      await sql<{ many: number }[]>`
    select count(*)::int as many from orders where id = any(${orders.map((it) => it.id)}) and status = 'Paid'`,
    ).many,
  ).toBeGreaterThan(0);
}, 600_000);
