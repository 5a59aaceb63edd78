import { describe, expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test as base, type Tx } from './actors.ts';
import { only, rowOf, valueOf } from './answers.ts';
import { actAsAdministrator, addCustomer } from './people.ts';
import { addCategory, addProduct, addReview } from './goods.ts';
import { placeOrder } from './orders.ts';
import { test as testOfSale, type Sale } from './paid-order.ts';

/** A product in a category, bought, reviewed and in the cart again. */
const test = base.extend('shop', async ({ tx }) => {
  const customer = await addCustomer(tx);
  const category = await addCategory(tx);
  const product = await addProduct(tx, { title: 'Coat', category });
  await addReview(tx, customer, product);
  await actAs(tx, customer);
  const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
  await tx`select add_to_cart(${product}, 1, null, null)`;
  await actAsOwner(tx);
  return { customer, category, product, order };
});

const count = (tx: Tx, table: string, column: string, value: string) =>
  valueOf<number>(tx`
      select count(*)::int as count from ${tx(table)} where ${tx(column)} = ${value}`);

test('a deleted category leaves its products, without a category', async ({ tx, shop }) => {
  const { category, product } = shop;
  await tx`delete from categories where id = ${category}`;
  expect(await valueOf(tx`select category_id from products where id = ${product}`)).toBe(null);
});

test('a deleted product stays in orders, not in carts and reviews', async ({ tx, shop }) => {
  const { product, order } = shop;
  await tx`delete from products where id = ${product}`;
  const line =
    await tx`select product_id, title, unit_price from order_items where order_id = ${order}`;
  expect(only(line)).toEqual({ product_id: null, title: 'Coat', unit_price: '20.00' });
  expect(await count(tx, 'cart_items', 'product_id', product)).toBe(0);
  expect(await count(tx, 'reviews', 'product_id', product)).toBe(0);
});

test('an administrator deletes a customer: the orders stay', async ({ tx, shop }) => {
  const { customer, product, order } = shop;
  const administrator = await actAsAdministrator(tx);
  const remove = (id: string) => valueOf<number>(tx`select office.delete_customers(${[id]})`);
  expect([await remove(customer), await remove(customer)]).toEqual([1, 0]);
  // Nor may one administrator lock another, or themselves, out this way.
  expect(await remove(administrator)).toBe(0);
  await actAsOwner(tx);
  const kept = await rowOf(tx`select user_id, firstname, email from orders where id = ${order}`);
  expect(kept).toEqual({ user_id: null, firstname: 'Ida', email: 'ida@test.example' });
  expect(await count(tx, 'order_items', 'order_id', order)).toBe(1);
  expect(await count(tx, 'cart_items', 'user_id', customer)).toBe(0);
  expect(await count(tx, 'reviews', 'product_id', product)).toBe(0);
  expect(await count(tx, 'profiles', 'id', customer)).toBe(0);
});

test('a deleted order takes its lines along, but no record of money', async ({ tx, shop }) => {
  const { order } = shop;
  await tx`select start_payment_attempt(${order}, 'gone-1')`;
  await tx`insert into payment_events (id, reference) values ('gone-event', 'gone-1')`;
  await actAsAdministrator(tx);
  await tx`select office.delete_records('orders', ${[order]}::uuid[])`;
  await actAsOwner(tx);
  expect(await count(tx, 'order_items', 'order_id', order)).toBe(0);
  expect(await count(tx, 'payment_attempts', 'order_id', order)).toBe(0);
  expect(await count(tx, 'payment_events', 'reference', 'gone-1')).toBe(1);
});

describe('a deleted order', () => {
  const everything = async (tx: Tx, { order }: Sale) =>
    await rowOf(tx`select
        (select to_jsonb(o) from orders o where id = ${order}) as order,
        (select jsonb_agg(i) from order_items i where order_id = ${order}) as items,
        (select jsonb_agg(a) from payment_attempts a where order_id = ${order}) as attempts,
        (select jsonb_agg(r) from refunds r where order_id = ${order}) as refunds,
        (select jsonb_agg(l) from refund_lines l join refunds r on r.id = l.refund_id
          where r.order_id = ${order}) as refund_lines,
        (select jsonb_agg(i order by i.kind) from invoices i where order_id = ${order}) as invoices`);

  const removeOrder = (tx: Tx, order: string) =>
    valueOf<string>(tx`select office.delete_records('orders', ${[order]}::uuid[])`);

  testOfSale('comes back as it was', async ({ tx, sale }) => {
    const lines = tx`(select jsonb_agg(jsonb_build_object('item', id, 'quantity', 1))
        from order_items where order_id = ${sale.order})`;
    await tx`select start_refund(${sale.order}, ${sale.reference}, 2000, 'USD',
        ${sale.administrator}, 500, ${lines})`;
    await tx`select update_refund(${sale.order}, 'processed')`;
    await tx`set constraints all immediate`;
    await tx`set constraints all deferred`;
    const before = await everything(tx, sale);
    expect(before['invoices']).toMatchObject([{ refund_id: null }, { refund_id: sale.order }]);
    await actAs(tx, sale.administrator);
    const undo = await removeOrder(tx, sale.order);
    expect((await everything(tx, sale))['order']).toBeNull();
    await tx`select office.restore_trash(${[undo]}::uuid[])`;
    await actAsOwner(tx);
    expect(await everything(tx, sale)).toEqual(before);
  });

  testOfSale('comes back without the product that is gone since', async ({ tx, sale }) => {
    await actAs(tx, sale.administrator);
    const undo = await removeOrder(tx, sale.order);
    await asOwner(tx, () => tx`delete from products where title = 'Test coat'`);
    await tx`select office.restore_trash(${[undo]}::uuid[])`;
    await actAsOwner(tx);
    const { order, items } = await everything(tx, sale);
    expect(order).toMatchObject({ total_price: 20, status: 'Paid' });
    expect(items).toMatchObject([{ product_id: null, title: 'Test coat' }]);
  });
});
