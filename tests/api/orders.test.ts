import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, good, newCustomer, newProduct, payByCard, send } from './client.ts';

let admin = '';
let coat: Product;
let scarf: Product;
let soldOut: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  scarf = await newProduct(admin, { price: '0.10' });
  soldOut = await newProduct(admin, { availability: 'OutofStock' });
});

const email = 'parcel@example.com';

function twoCoats() {
  return { email, amount: 39.9, products: [{ product: coat._id, quantity: 2, size: 'M' }] };
}

async function place(token: string, json: unknown = twoCoats(), headers = {}) {
  return good('POST', '/orders/place-order', { token, json, headers });
}

test('an order keeps customer, prices and lines as they were', async () => {
  const { token } = await newCustomer();
  const bought = await newProduct(admin, { price: '33.30' });
  const products = [
    { product: bought._id, quantity: 1 },
    { product: scarf._id, quantity: 3, color: 'navy' },
  ];
  const { order, paymentInfo } = await place(token, { email, amount: 33.6, products });
  expect(order).toMatchObject({
    totalPrice: 33.6,
    currency: 'USD',
    status: 'Pending',
    paymentReference: paymentInfo.data.reference,
    user: { firstname: 'Ada', email, address: '4 Mill Lane', postcode: 'D02' },
  });
  expect(new URL(paymentInfo.data.authorization_url).protocol).toMatch(/^http/);

  await good('PUT', `/products/update/${bought._id}`, {
    token: admin,
    json: { title: 'Dearer', price: 99 },
  });
  await good('DELETE', `/products/delete/${bought._id}`, { token: admin });
  const { orders } = await good('GET', '/orders/user-orders', { token });
  expect(orders).toHaveLength(1);
  expect(orders[0]?.totalPrice).toBe(33.6);
  expect(orders[0]?.products).toMatchObject([
    { product: null, title: bought.title, unitPrice: 33.3, quantity: 1 },
    { product: { _id: scarf._id, title: scarf.title }, quantity: 3, color: 'navy' },
  ]);
});

test('a customer reads the own orders in pages, and those of one status', async () => {
  const { token } = await newCustomer();
  const placed: string[] = [];
  for (let i = 0; i < 3; i += 1) placed.push((await place(token)).order._id);
  const own = (query: string) => good('GET', `/orders/user-orders?${query}`, { token });
  const first = await own('limit=2&status=Pending');
  const rest = await own(`limit=2&status=Pending&cursor=${first.next ?? ''}`);
  const ids = [...first.orders, ...rest.orders].map((it) => it._id);
  expect([ids, rest.next]).toEqual([placed.toReversed(), null]);
  expect((await own('status=Paid')).orders).toEqual([]);
  expect((await send('GET', '/orders/user-orders?status=Lost', { token })).status).toBe(400);
});

test('an order that is paid on the card page is Paid, counted and empties the cart', async () => {
  const { token } = await newCustomer();
  const line = { productId: coat._id, size: 'M', quantity: 2 };
  await good('POST', '/cart/add-to-cart', { token, json: line });
  await good('POST', '/cart/add-to-cart', { token, json: { productId: scarf._id } });
  const { paymentInfo } = await place(token);
  const { reference } = paymentInfo.data;
  await payByCard(paymentInfo);
  const settled = await good('POST', '/orders/settle', { token, json: { reference } });
  expect(settled).toMatchObject({
    outcome: 'paid',
    order: { status: 'Paid', paymentReference: reference },
  });
  const { cart } = await good('GET', '/cart/get-cart', { token });
  expect(cart.products.map((it) => it.product._id)).toEqual([scarf._id]);
  expect((await good('GET', '/orders/order-count', { token })).orderCount).toBe(1);
});

test('a declined card leaves the order Pending, and it can be paid by another try', async () => {
  const { token } = await newCustomer();
  const { order, paymentInfo } = await place(token);
  await payByCard(paymentInfo, 'decline');
  const { reference } = paymentInfo.data;
  const declined = await good('POST', '/orders/settle', { token, json: { reference } });
  expect(declined).toMatchObject({ outcome: 'failed', order: { status: 'Pending' } });

  const again = await good('POST', `/orders/${order._id}/pay`, { token });
  expect(again.paymentInfo.data.reference).not.toBe(reference);
  const [waiting] = (await good('GET', '/orders/user-orders', { token })).orders;
  expect(waiting).toMatchObject({ paymentReference: again.paymentInfo.data.reference });
  await payByCard(again.paymentInfo);
  const settled = await good('POST', '/orders/settle', {
    token,
    json: { reference: again.paymentInfo.data.reference },
  });
  expect(settled.outcome).toBe('paid');
  const more = await send('POST', `/orders/${order._id}/pay`, { token });
  expect([more.status, more.body.code]).toEqual([409, 'not_pending']);
});

test('a card page that was left can be gone back to', async () => {
  const { token } = await newCustomer();
  const { order, paymentInfo } = await place(token);
  const { outcome } = await good('POST', '/orders/settle', {
    token,
    json: { reference: paymentInfo.data.reference },
  });
  expect(outcome).toBe('failed');
  const again = await good('POST', `/orders/${order._id}/pay`, { token });
  expect(again.paymentInfo).toEqual(paymentInfo);
});

describe('with an Idempotency-Key', () => {
  test('tries at the same moment make one order with one card page', async () => {
    const { token } = await newCustomer();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => place(token, twoCoats(), headers)),
    );
    expect(new Set(tries.map((it) => it.order._id)).size).toBe(1);
    expect(new Set(tries.map((it) => it.paymentInfo.data.authorization_url)).size).toBe(1);
    expect((await good('GET', '/orders/order-count', { token })).orderCount).toBe(1);
  });

  test('a repeat answers as the first time, even after the payment', async () => {
    const { token } = await newCustomer();
    const headers = { 'idempotency-key': 'my-order' };
    const first = await place(token, twoCoats(), headers);
    await payByCard(first.paymentInfo);
    const { reference } = first.paymentInfo.data;
    await good('POST', '/orders/settle', { token, json: { reference } });
    const second = await place(token, twoCoats(), headers);
    expect(second.order).toMatchObject({ _id: first.order._id, status: 'Paid' });
    expect(second.paymentInfo).toEqual(first.paymentInfo);
  });

  test('another order under the same key is refused, and the first one stays as it is', async () => {
    const { token } = await newCustomer();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await place(token, twoCoats(), headers);
    const [line] = twoCoats().products;
    const others = [
      { ...twoCoats(), amount: 19.95, products: [{ ...line, quantity: 1 }] },
      { ...twoCoats(), products: [{ ...line, size: 'L' }] },
      { ...twoCoats(), amount: 39.91 },
      { ...twoCoats(), email: 'another@example.com' },
    ];
    for (const json of others) {
      const { status, body } = await send('POST', '/orders/place-order', { token, json, headers });
      expect([status, body.code]).toEqual([409, 'key_reused']);
    }
    const again = await place(token, twoCoats(), headers);
    expect([again.order, again.paymentInfo]).toEqual([first.order, first.paymentInfo]);
  });

  test('the same key of another customer is another order, and a key that is none is refused', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const [a, b] = [await newCustomer(), await newCustomer()];
    const first = await place(a.token, twoCoats(), headers);
    const second = await place(b.token, twoCoats(), headers);
    expect(second.order._id).not.toBe(first.order._id);
    const none = { 'idempotency-key': 'x'.repeat(201) };
    const refused = { token: a.token, json: twoCoats(), headers: none };
    expect((await send('POST', '/orders/place-order', refused)).status).toBe(400);
  });
});

describe('place-order refuses', () => {
  let token = '';
  beforeAll(async () => {
    token = (await newCustomer()).token;
  });

  const unknown = '00000000-0000-4000-8000-000000000000';
  const one = (product: string, quantity: unknown = 1) => [{ product, quantity }];
  test.each([
    ['an empty list', () => ({ amount: 0, products: [] }), 400, 'empty_order'],
    ['an unknown product', () => ({ products: one(unknown) }), 404, 'unknown_product'],
    ['what is out of stock', () => ({ products: one(soldOut._id) }), 409, 'out_of_stock'],
    ['no pieces', () => ({ products: one(coat._id, 0) }), 400, 'bad_quantity'],
    ['a quantity as text', () => ({ products: one(coat._id, '2') }), 400, 'bad_quantity'],
    ['a lower amount', () => ({ products: one(coat._id), amount: 19.94 }), 409, 'amount_differs'],
    ['a higher amount', () => ({ products: one(coat._id), amount: 20 }), 409, 'amount_differs'],
  ])('%s', async (_, changes, status, code) => {
    const json = { email, amount: 19.95, ...changes() };
    const answer = await send('POST', '/orders/place-order', { token, json });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await good('GET', '/orders/order-count', { token })).orderCount).toBe(0);
  });
});

test('administrators see all orders and those of one customer, count and delete them', async () => {
  const { token } = await newCustomer();
  const { order } = await place(token);
  const { orders } = await good('GET', '/orders/all-orders', { token: admin });
  expect(orders).toContainEqual(order);
  const own = await good('GET', `/orders/users/${order.user._id}`, { token: admin });
  expect(own.orders).toEqual([order]);
  const { totalOrders } = await good('GET', '/orders/getTotalOrders', { token: admin });
  expect(totalOrders).toBeGreaterThan(0);
  const path = `/orders/delete-order/${order._id}`;
  const { message } = await good('DELETE', path, { token: admin });
  expect(message).toBe(messages.orders.removed);
  expect((await send('DELETE', path, { token: admin })).status).toBe(404);
  expect((await good('GET', '/orders/user-orders', { token })).orders).toEqual([]);
});

test('a deleted customer leaves the orders', async () => {
  const { token } = await newCustomer();
  const { order } = await place(token);
  await good('DELETE', `/users/profile/${order.user._id}`, { token: admin });
  const { orders } = await good('GET', '/orders/all-orders', { token: admin });
  const kept = orders.find((it) => it._id === order._id);
  expect(kept?.user).toMatchObject({ _id: null, firstname: 'Ada', email });
});
