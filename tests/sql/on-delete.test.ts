import { afterAll, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import {
  addAdministrator,
  addCategory,
  addCustomer,
  addProduct,
  addReview,
  placeOrder,
} from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Shop {
  customer: string;
  category: string;
  product: string;
  order: string;
}

/** A product in a category, bought, reviewed and in the cart again. */
async function inShop(work: (tx: Tx, shop: Shop) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    const customer = await addCustomer(tx);
    const category = await addCategory(tx);
    const product = await addProduct(tx, { title: 'Coat', category });
    await addReview(tx, customer, product);
    await actAs(tx, customer);
    const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await tx`select add_to_cart(${product}, 1, null, null)`;
    await actAsOwner(tx);
    await work(tx, { customer, category, product, order });
  });
}

const count = async (tx: Tx, table: string, column: string, value: string) =>
  only(
    await tx<{ count: number }[]>`
      select count(*)::int as count from ${tx(table)} where ${tx(column)} = ${value}`,
  ).count;

test('a deleted category leaves its products, without a category', async () => {
  await inShop(async (tx, { category, product }) => {
    await tx`delete from categories where id = ${category}`;
    expect(only(await tx`select category_id from products where id = ${product}`)).toEqual({
      category_id: null,
    });
  });
});

test('a deleted product leaves the orders, and goes from carts and reviews', async () => {
  await inShop(async (tx, { product, order }) => {
    await tx`delete from products where id = ${product}`;
    const line =
      await tx`select product_id, title, unit_price from order_items where order_id = ${order}`;
    expect(only(line)).toEqual({ product_id: null, title: 'Coat', unit_price: '20.00' });
    expect(await count(tx, 'cart_items', 'product_id', product)).toBe(0);
    expect(await count(tx, 'reviews', 'product_id', product)).toBe(0);
  });
});

test('an administrator deletes a customer: the orders stay', async () => {
  await inShop(async (tx, { customer, product, order }) => {
    const administrator = await addAdministrator(tx);
    await actAs(tx, administrator);
    const remove = async (id: string) =>
      only(await tx<{ many: number }[]>`select office.delete_customers(${[id]}) as many`).many;
    expect([await remove(customer), await remove(customer)]).toEqual([1, 0]);
    // Nor may one administrator lock another, or themselves, out this way.
    expect(await remove(administrator)).toBe(0);
    await actAsOwner(tx);
    const kept = only(await tx`select user_id, firstname, email from orders where id = ${order}`);
    expect(kept).toEqual({ user_id: null, firstname: 'Ida', email: 'ida@test.example' });
    expect(await count(tx, 'order_items', 'order_id', order)).toBe(1);
    expect(await count(tx, 'cart_items', 'user_id', customer)).toBe(0);
    expect(await count(tx, 'reviews', 'product_id', product)).toBe(0);
    expect(await count(tx, 'profiles', 'id', customer)).toBe(0);
  });
});

test('nobody else deletes a customer', async () => {
  await inShop(async (tx, { customer }) => {
    await actAs(tx, customer);
    const refusal = await refusalOf(
      tx,
      (point) => point`select office.delete_customers(${[customer]})`,
    );
    expect(refusal).toEqual(raised('not_an_administrator'));
  });
});

test('a deleted order takes its lines and payments along, but no record of money', async () => {
  await inShop(async (tx, { order }) => {
    await tx`select start_payment_attempt(${order}, 'gone-1')`;
    await tx`insert into payment_events (id, reference) values ('gone-event', 'gone-1')`;
    await actAs(tx, await addAdministrator(tx));
    await tx`select office.delete_records('orders', ${[order]}::uuid[])`;
    await actAsOwner(tx);
    expect(await count(tx, 'order_items', 'order_id', order)).toBe(0);
    expect(await count(tx, 'payment_attempts', 'order_id', order)).toBe(0);
    expect(await count(tx, 'payment_events', 'reference', 'gone-1')).toBe(1);
  });
});
