import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, good, newCustomer, newProduct, payByCard, send, sql } from './client.ts';

let admin = '';
let coat: Product;
let scarf: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  scarf = await newProduct(admin, { price: '0.10' });
});

const email = 'parcel@example.com';
const twoCoats = () => ({ email, amount: 39.9, products: [{ product: coat._id, quantity: 2 }] });

const place = (token: string, json: object = twoCoats()) =>
  good('POST', '/orders/place-order', { token, json });

const statuses = async (token: string) =>
  (await good('GET', '/orders/user-orders', { token })).orders.map((it) => it.status);

const settled = (token: string, order: string) =>
  expect
    .poll(async () => (await good('GET', `/orders/user-orders/${order}`, { token })).order.status)
    .toBe('Paid');

/** As if the provider's message had not come yet. */
async function forgetPayment(order: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update orders set status = 'Pending', paid_at = null where id = ${order}`;
    await tx`update payment_attempts set status = 'authorized' where order_id = ${order}`;
    await tx`delete from payment_events where reference like ${`${order}%`}`;
  });
}

describe('an order that is given up', () => {
  const inCart = (quantity: number) => ({
    email,
    amount: (1995 + quantity * 10) / 100,
    checkout: true,
    products: [
      { product: scarf._id, quantity, size: 'M', color: 'navy' },
      { product: coat._id, quantity: 1, size: 'M', color: 'navy' },
    ],
  });
  const cancel = (token: string, order: string) =>
    send('POST', `/orders/${order}/cancel`, { token });

  test('gives way to that of the changed cart, unless it was paid meanwhile', async () => {
    const { token } = await newCustomer();
    const first = await place(token, inCart(1));
    expect((await place(token, inCart(1))).order._id).toBe(first.order._id);
    const second = await place(token, inCart(2));
    expect(await statuses(token)).toEqual(['Pending', 'Cancelled']);
    await payByCard(second.paymentInfo);
    await settled(token, second.order._id);
    await forgetPayment(second.order._id);
    const late = await send('POST', '/orders/place-order', { token, json: inCart(3) });
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'paid_meanwhile',
      messages.orders.paidMeanwhile,
    ]);
    expect(await statuses(token)).toEqual(['Paid', 'Cancelled']);
    expect((await place(token, inCart(3))).order.status).toBe('Pending');
  });

  test('by its customer is cancelled, unless it was paid meanwhile', async () => {
    const { token } = await newCustomer();
    const given = await place(token);
    expect((await cancel(token, given.order._id)).body.order.status).toBe('Cancelled');
    const bought = await place(token);
    await payByCard(bought.paymentInfo);
    await settled(token, bought.order._id);
    await forgetPayment(bought.order._id);
    const refused = await cancel(token, bought.order._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'paid_meanwhile']);
    expect(await statuses(token)).toEqual(['Paid', 'Cancelled']);
  });
});

test('many orders are checked, cancelled and exported at once', async () => {
  const { token } = await newCustomer();
  const [open, bought, late] = [await place(token), await place(token), await place(token)];
  for (const { paymentInfo } of [bought, late]) await payByCard(paymentInfo);
  await settled(token, bought.order._id);
  const ids = [open.order._id, bought.order._id, late.order._id, crypto.randomUUID()];
  const all = (path: string, json: object = { ids }) =>
    send('POST', `/orders/admin/${path}`, { token: admin, json });
  const file = await all('export', { ids: [bought.order._id, open.order._id] });
  expect(file.headers.get('content-disposition')).toContain('orders.csv');
  const rows = file.body.message.trim().split('\r\n');
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual([bought.order._id, open.order._id]);
  const checked = (await all('check-payments')).body;
  expect(checked.counts).toEqual({ paid: 2, held: 0, pending: 0, failed: 2, unreachable: 0 });
  expect(checked.message).toBe('2 paid, 2 not paid.');
  const cancelled = (await all('cancel')).body;
  expect([cancelled.count, cancelled.left]).toEqual([1, 3]);
  expect(cancelled.message).toBe(messages.orders.cancelledMany(1, 3));
  expect(await statuses(token)).toEqual(['Paid', 'Paid', 'Cancelled']);
  const tooMany = Array.from({ length: 51 }, () => crypto.randomUUID());
  for (const path of ['check-payments', 'cancel']) {
    const { status, body } = await all(path, { ids: tooMany });
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'ids']);
  }
});
