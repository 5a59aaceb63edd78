import { expect } from 'vitest';
import { addCategories, addProducts, addReviews } from '../../scripts/large/catalogue.ts';
import { addOrders } from '../../scripts/large/orders.ts';
import { addCustomers, addVisitors, hashPassword } from '../../scripts/large/people.ts';
import { test, type Tx } from './actors.ts';
import { rowOf } from './answers.ts';

async function fill(tx: Tx): Promise<void> {
  await addCategories(tx);
  await addProducts(tx, 0, 40);
  await addCustomers(tx, 0, 5, await hashPassword(tx));
  await addReviews(tx, 0, 40, 5);
  await addOrders(tx, 0, 50, { products: 40, customers: 5 });
  await addVisitors(tx, 0, 30, 40);
}

const count = async (tx: Tx) =>
  await rowOf(tx<Record<'products' | 'customers' | 'orders' | 'lines' | 'carts', number>[]>`
    select (select count(*)::int from products) as products, (select count(*)::int from profiles) as customers,
      (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as lines,
      (select count(*)::int from visitors v join cart_items c on c.user_id = v.id) as carts`);

test('the large shop has what it promises, once however often it is made', async ({ tx }) => {
  const before = await count(tx);
  await fill(tx);
  const after = await count(tx);
  expect(after.products - before.products).toBe(40);
  expect(after.customers - before.customers).toBe(5);
  expect(after.orders - before.orders).toBe(50);
  expect(after.carts - before.carts).toBe(30);
  await fill(tx);
  expect(await count(tx)).toEqual(after);
});

test('its orders cost what their lines cost, and paid ones were paid exactly', async ({ tx }) => {
  await fill(tx);
  const wrong = await tx`
      select o.id from orders o
      left join payment_attempts a on a.order_id = o.id
      where o.payment_reference like 'large-%' and (
        o.total_price <> (select sum(unit_price * quantity) from order_items i where i.order_id = o.id)
        or a.amount_minor is distinct from o.total_price * 100)`;
  expect(wrong).toEqual([]);
});
