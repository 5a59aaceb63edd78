import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { fillCart } from './goods.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import { addGoods, addPeople, as, leaveNothingOf, outcomesOf, overtake, times } from './at-once.ts';

/** A customer, and a product for $20. */
async function open() {
  const { product } = await addGoods();
  const [customer = ''] = await addPeople(1);
  return { product, customer, lines: [{ product, quantity: 1 }] };
}

/** An unpaid order for $20, and how its payment begins. */
async function unpaid() {
  const { customer, lines } = await open();
  const { id } = await as(customer, (tx) => placeOrder(tx, lines, 20));
  return { id, start: () => as(null, (tx) => startPayment(tx, id)) };
}

test('shoppers order the same products at once, each in another order of lines', async () => {
  const goods = await Promise.all(times(5, () => addGoods()));
  const products = goods.map((it) => it.product);
  const placing = (await addPeople(16)).map((person, n) => {
    const turned = [...products.slice(n % 5), ...products.slice(0, n % 5)];
    const lines = (n % 2 ? turned : turned.toReversed()).map((product, i) => ({
      ...{ product, quantity: i + 1 },
    }));
    return as(person, (tx) => placeOrder(tx, lines, 300));
  });
  // Meanwhile an administrator edits all of the products, several times.
  for (let edit = 1; edit <= 5; edit += 1) {
    await sql`update products set description = ${`edit ${edit}`} where id = any(${products})`;
  }
  const ids = (await Promise.all(placing)).map((order) => order.id);
  const wrong = await sql`
    select o.id from orders o join order_items i on i.order_id = o.id where o.id = any(${ids})
    group by o.id having sum(i.unit_price * i.quantity) <> 300 or o.total_price <> 300 or count(*) <> 5`;
  expect(wrong).toEqual([]);
});

test('ten orders with the same key are one order', async () => {
  const { customer, lines } = await open();
  const key = randomUUID();
  const orders = await Promise.all(
    times(10, () => as(customer, (tx) => placeOrder(tx, lines, 20, { key }))),
  );
  expect(new Set(orders.map((order) => order.id)).size).toBe(1);
});

test('a payment told ten times at once settles once', async () => {
  const { id, start } = await unpaid();
  const reference = await start();
  const outcomes = await Promise.all(
    times(10, (n) => as(null, (tx) => settle(tx, reference, 2000, { key: `${id}-${n % 3}` }))),
  );
  expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('already_paid'), 'paid']);
  const events = sql`select count(*)::int from payment_events where reference = ${reference}`;
  expect(await valueOf(events)).toBe(3);
});

test('two card pages of one order, paid at once: one pays it, the other is to be refunded', async () => {
  const { start } = await unpaid();
  const references = [await start(), await start()];
  const outcomes = await Promise.all(
    references.map((reference) => as(null, (tx) => settle(tx, reference, 2000))),
  );
  expect(outcomes.toSorted()).toEqual(['already_paid', 'paid']);
  const attempts = sql`
    select status from payment_attempts where reference = any(${references}) order by status`;
  expect(await valuesOf(attempts)).toEqual(['duplicate', 'paid']);
});

test('an order that is paid while new tries begin names the payment that paid it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, start } = await unpaid();
    const first = await start();
    const [outcome, tries] = await Promise.all([
      as(null, (tx) => settle(tx, first, 2000)),
      outcomesOf(times(5, start)),
    ]);
    expect(outcome).toBe('paid');
    expect(['done', 'not_pending']).toEqual(expect.arrayContaining(Object.keys(tries)));
    const kept = sql`select status, payment_reference as reference from orders where id = ${id}`;
    expect(await kept).toEqual([{ status: 'Paid', reference: first }]);
  }
});

test('checkouts of changing carts at once leave one Pending order of a customer', async () => {
  const { customer, product } = await open();
  const pending = () =>
    valuesOf<string>(sql`select id from orders
      where user_id = ${customer} and from_cart and status = 'Pending'`);
  const checkOut = async (quantity: number): Promise<void> => {
    const lines = JSON.stringify([{ product, quantity, size: 'M' }]);
    const options = JSON.stringify({ checkout: true, replaces: await pending() });
    await as(
      customer,
      (tx) => tx`select place_order_to_pay(${lines}::text::jsonb, ${quantity * 20},
        'ida@brook.example', null, ${options}::text::jsonb)`,
    );
  };
  for (let round = 0; round < 3; round += 1) {
    const { done, ...refused } = await outcomesOf(times(6, (n) => checkOut(n + 1)));
    expect(done).toBeGreaterThan(0);
    expect(['open_order']).toEqual(expect.arrayContaining(Object.keys(refused)));
    expect(await pending()).toHaveLength(1);
  }
});

test('twenty times into the cart at once is one line of twenty', async () => {
  const { customer, product } = await open();
  const adding = times(20, () => as(customer, (tx) => tx`select add_to_cart(${product}, 1, 'M')`));
  expect(await outcomesOf(adding)).toEqual({ done: 20 });
  const lines = sql`select quantity, size from cart_items where user_id = ${customer}`;
  expect(await lines).toEqual([{ quantity: 20, size: 'M' }]);
});

test('of twenty lines that come at once into a cart of 195, five find room', async () => {
  const { customer, product } = await open();
  await fillCart(sql, customer, product, 195);
  const adding = times(20, (n) =>
    as(customer, (tx) => tx`select add_to_cart(${product}, 1, ${`late ${n}`})`),
  );
  expect(await outcomesOf(adding)).toEqual({ done: 5, cart_full: 15 });
  expect(await sql`select from cart_items where user_id = ${customer}`).toHaveLength(200);
});

test('products go into carts while an administrator changes them', async () => {
  const { customer, product } = await open();
  const administrator = await addAdministrator(sql);
  leaveNothingOf(administrator);
  await as(administrator, async (tx) => {
    await tx`select office.change_products(${[product]}::uuid[], p_availability => 'OutofStock')`;
    await as(customer, async (other) => {
      // It would wait for ever.
      await other`set local lock_timeout = '20s'`;
      await other`select add_to_cart(${product})`;
    });
  });
  expect(await sql`select from cart_items where product_id = ${product}`).toHaveLength(1);
});

test('tries at once are counted one by one', async () => {
  const key = `race-${randomUUID()}`;
  const waits = await Promise.all(
    times(20, () => valueOf<number>(sql`select consume_rate_limit(${key}, 12, '1 hour')`)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(12);
  await sql`delete from rate_limits where key = ${key}`;
});

/** Deletes orders while another transaction, which waits for the first of them, deletes whose they are. */
async function deleteOrdersWhile(orders: readonly string[], leave: () => Promise<unknown>) {
  const [first = ''] = orders;
  await overtake(
    'owner',
    (tx) => tx`select from orders where id = ${first} for update`,
    leave,
    1,
    (tx) => tx`delete from orders where id = any (${[...orders]})`,
  );
}

test('orders are deleted while an administrator deletes their customers', async () => {
  const administrator = await addAdministrator(sql);
  leaveNothingOf(administrator);
  const [one, two] = [await addCustomer(sql), await addCustomer(sql)];
  const [first = '', second = ''] = [randomUUID(), randomUUID()].sort();
  // Who came first has the order that is locked last.
  await sql`insert into orders (id, user_id, total_price) values (${second}, ${one}, 0), (${first}, ${two}, 0)`;
  await deleteOrdersWhile([first, second], () =>
    as(administrator, (tx) => tx`select office.delete_customers(${[one, two]})`),
  );
  expect(await sql`select from auth.users where id in (${one}, ${two})`).toEqual([]);
});

test('an order is deleted while its customer leaves', async () => {
  const leaver = await addCustomer(sql);
  const order = randomUUID();
  await sql`insert into orders (id, user_id, total_price) values (${order}, ${leaver}, 0)`;
  await deleteOrdersWhile([order], () =>
    as('owner', (tx) => tx`delete from auth.users where id = ${leaver}`),
  );
  expect(await sql`select from auth.users where id = ${leaver}`).toEqual([]);
});
