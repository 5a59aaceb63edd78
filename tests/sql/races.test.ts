import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs, actAsService, connect, only, type Tx } from './actors.ts';
import {
  addAdministrator,
  addCustomer,
  addProduct,
  placeOrder,
  settle,
  startPayment,
} from './goods.ts';

// These commit, since a race needs more than one transaction; they clean up behind themselves.
const sql = connect(8);
const shoppers = 8;
const price = '19.99';
let customers: string[] = [];
let products: string[] = [];

beforeAll(async () => {
  customers = await Promise.all(Array.from({ length: shoppers }, () => addCustomer(sql)));
  products = await Promise.all(Array.from({ length: 5 }, () => addProduct(sql, { price })));
});

afterAll(async () => {
  await sql`delete from orders where user_id = any(${customers})`;
  await sql`delete from payment_events where reference like 'race-%'`;
  await sql`delete from auth.users where id = any(${customers})`;
  await sql`delete from products where id = any(${products})`;
  await sql.end();
});

const as = <Result>(customer: string, work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    await actAs(tx, customer);
    return work(tx);
  });

const asService = <Result>(work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    await actAsService(tx);
    return work(tx);
  });

const customer = (n: number): string => customers[n % shoppers] ?? '';

test('eight shoppers order the same products at once, each in another order of lines', async () => {
  const placing = Array.from({ length: 48 }, (_, n) => {
    const turned = [...products.slice(n % 5), ...products.slice(0, n % 5)];
    const lines = (n % 2 ? turned : turned.reverse()).map((product, i) => ({
      product,
      quantity: i + 1,
    }));
    return as(customer(n), (tx) => placeOrder(tx, lines, '299.85'));
  });
  // Meanwhile an administrator edits all of the products, several times.
  for (let edit = 1; edit <= 5; edit += 1) {
    await sql`update products set description = ${`edit ${edit}`} where id = any(${products})`;
  }
  const orders = await Promise.all(placing);
  const ids = orders.map((order) => order.id);
  const [sum] = await sql`
    select count(*)::int as orders, sum(total_price)::text as total from orders where id = any(${ids})`;
  expect(sum).toEqual({ orders: 48, total: '14392.80' });
  const wrong = await sql`
    select o.id from orders o join order_items i on i.order_id = o.id where o.id = any(${ids})
    group by o.id having sum(i.unit_price * i.quantity) <> o.total_price or count(*) <> 5`;
  expect([...wrong]).toEqual([]);
});

test('twenty orders with the same key are one order', async () => {
  const lines = [{ product: products[0], quantity: 1 }];
  const key = randomUUID();
  const orders = await Promise.all(
    Array.from({ length: 20 }, () =>
      as(customer(0), (tx) => placeOrder(tx, lines, price, { key })),
    ),
  );
  expect(new Set(orders.map((order) => order.id)).size).toBe(1);
});

test('a payment told ten times at once settles once', async () => {
  const order = await as(customer(1), (tx) =>
    placeOrder(tx, [{ product: products[0], quantity: 1 }], price),
  );
  const reference = `race-${randomUUID()}`;
  await asService((tx) => startPayment(tx, order.id, reference));
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      asService((tx) => settle(tx, reference, 1999, { key: `race-${order.id}-${n % 3}` })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'already_paid')).toHaveLength(9);
  const [events] = await sql`
    select count(*)::int as count from payment_events where reference = ${reference}`;
  expect(events).toEqual({ count: 3 });
});

test('two card pages of one order, paid at once: one pays it, the other is to be refunded', async () => {
  const order = await as(customer(2), (tx) =>
    placeOrder(tx, [{ product: products[1], quantity: 1 }], price),
  );
  const references = [`race-${randomUUID()}`, `race-${randomUUID()}`];
  for (const reference of references)
    await asService((tx) => startPayment(tx, order.id, reference));
  const outcomes = await Promise.all(
    references.map((reference) => asService((tx) => settle(tx, reference, 1999))),
  );
  expect(outcomes.sort()).toEqual(['already_paid', 'paid']);
  const attempts = await sql<{ status: string }[]>`
    select status from payment_attempts where reference = any(${references}) order by status`;
  expect(attempts.map(({ status }) => status)).toEqual(['duplicate', 'paid']);
});

test('an order that is paid while new tries begin names the payment that paid it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await as(customer(5), (tx) =>
      placeOrder(tx, [{ product: products[1], quantity: 1 }], price),
    );
    const first = await asService((tx) => startPayment(tx, order.id, `race-${randomUUID()}`));
    const [outcome, ...tries] = await Promise.allSettled([
      asService((tx) => settle(tx, first, 1999)),
      ...Array.from({ length: 5 }, () =>
        asService((tx) => startPayment(tx, order.id, `race-${randomUUID()}`)),
      ),
    ]);
    expect(outcome).toMatchObject({ value: 'paid' });
    for (const it of tries.filter(({ status }) => status === 'rejected')) {
      expect(it).toMatchObject({ reason: { detail: 'not_pending' } });
    }
    const [kept] = await sql`
      select status, payment_reference as reference from orders where id = ${order.id}`;
    expect(kept).toEqual({ status: 'Paid', reference: first });
  }
});

test('checkouts of changing carts at once leave one Pending order of a customer', async () => {
  const buyer = customer(6);
  await sql`update profiles set address = '4 Mill Lane', country = 'Ireland' where id = ${buyer}`;
  const open = async () =>
    (
      await sql<{ id: string }[]>`select id from orders
      where user_id = ${buyer} and from_cart and status = 'Pending'`
    ).map(({ id }) => id);
  const checkOut = async (quantity: number): Promise<void> => {
    const lines = JSON.stringify([{ product: products[3], quantity, size: 'M' }]);
    const amount = (quantity * 19.99).toFixed(2);
    const replaces = await open();
    await as(
      buyer,
      (tx) => tx`select place_order_to_pay(
      ${lines}::text::jsonb, ${amount}, 'ida@brook.example', null, ${JSON.stringify({ checkout: true, replaces })}::text::jsonb)`,
    );
  };
  for (let round = 0; round < 5; round += 1) {
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => checkOut(n)));
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const it of results.filter(({ status }) => status === 'rejected')) {
      expect(it).toMatchObject({ reason: { detail: 'open_order' } });
    }
    expect(await open()).toHaveLength(1);
  }
});

test('fifty times into the cart at once is one line of fifty', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () =>
      as(customer(3), (tx) => tx`select add_to_cart(${products[2] ?? ''}, 1, 'M', null)`),
    ),
  );
  const line = only(
    await sql`select quantity, size from cart_items where user_id = ${customer(3)}`,
  );
  expect(line).toEqual({ quantity: 50, size: 'M' });
});

test('of twenty lines that come at once into a cart of 195, five find room', async () => {
  const [product = ''] = products;
  await as(
    customer(4),
    (tx) => tx`select add_to_cart(${product}, 1, n::text) from generate_series(1, 195) n`,
  );
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      as(customer(4), (tx) => tx`select add_to_cart(${product}, 1, ${`late ${n}`})`),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const lines = await sql`select from cart_items where user_id = ${customer(4)}`;
  expect(lines).toHaveLength(200);
});

test('products go into carts while an administrator changes them', async () => {
  const administrator = await addAdministrator(sql);
  const product = await addProduct(sql);
  await as(administrator, async (tx) => {
    await tx`select office.change_products(${[product]}::uuid[], p_availability => 'OutofStock')`;
    await as(customer(7), async (other) => {
      await other`set local lock_timeout = '1s'`;
      await other`select add_to_cart(${product})`;
    });
  });
  expect([...(await sql`select from cart_items where product_id = ${product}`)]).toHaveLength(1);
  await sql`delete from products where id = ${product}`;
  await sql`delete from auth.users where id = ${administrator}`;
});

test('tries at once are counted one by one', async () => {
  const key = `race-${randomUUID()}`;
  const waits = await Promise.all(
    Array.from({ length: 30 }, async () =>
      only(await sql<{ wait: number }[]>`select consume_rate_limit(${key}, 12, '1 hour') as wait`),
    ),
  );
  expect(waits.filter(({ wait }) => wait === 0)).toHaveLength(12);
  await sql`delete from rate_limits where key = ${key}`;
});

/** Deletes orders while another transaction, which waits for the first of them, deletes whose they are. */
async function deleteOrdersWhile(orders: readonly string[], leave: (tx: Tx) => Promise<unknown>) {
  const started = Promise.withResolvers<number>();
  let leaving: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from orders where id = ${orders[0] ?? ''} for update`;
    leaving = sql.begin(async (other) => {
      started.resolve(only(await other<{ pid: number }[]>`select pg_backend_pid() as pid`).pid);
      await leave(other);
    });
    const pid = await started.promise;
    await expect
      .poll(() => sql`select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`)
      .toHaveLength(1);
    await tx`delete from orders where id = any (${[...orders]})`;
  });
  await leaving;
}

test('orders are deleted while an administrator deletes their customers', async () => {
  const administrator = await addAdministrator(sql);
  const [one, two] = [await addCustomer(sql), await addCustomer(sql)];
  const [first = '', second = ''] = [randomUUID(), randomUUID()].sort();
  // Who came first has the order that is locked last.
  await sql`insert into orders (id, user_id, total_price) values (${second}, ${one}, 0), (${first}, ${two}, 0)`;
  await deleteOrdersWhile([first, second], async (tx) => {
    await actAs(tx, administrator);
    await tx`select office.delete_customers(${[one, two]})`;
  });
  expect([...(await sql`select from auth.users where id in (${one}, ${two})`)]).toEqual([]);
  await sql`delete from auth.users where id = ${administrator}`;
});

test('an order is deleted while its customer leaves', async () => {
  const leaver = await addCustomer(sql);
  const order = randomUUID();
  await sql`insert into orders (id, user_id, total_price) values (${order}, ${leaver}, 0)`;
  await deleteOrdersWhile([order], (tx) => tx`delete from auth.users where id = ${leaver}`);
  expect([...(await sql`select from auth.users where id = ${leaver}`)]).toEqual([]);
});
