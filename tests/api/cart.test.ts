import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  refusal,
  runTask,
  send,
  sql,
  type Person,
} from './client.ts';
import { later } from '../support/clock.ts';

let coat: Product;
let soldOut: Product;

beforeAll(async () => {
  const admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  soldOut = await newProduct(admin, { availability: 'OutofStock' });
});

async function cartOf(token: string) {
  return (await good('GET', '/cart/get-cart', { token })).cart.products;
}

test('the same product, size and colour adds up; another size is another line', async () => {
  const { token } = await newCustomer();
  const json = { productId: coat._id, quantity: 1, price: 0.01, size: 'M', color: 'navy' };
  const added = await send('POST', '/cart/add-to-cart', { token, json });
  expect([added.status, added.body.message]).toEqual([201, messages.cart.added]);
  await good('POST', '/cart/add-to-cart', { token, json: { ...json, quantity: 2 } });
  await good('POST', '/cart/add-to-cart', { token, json: { ...json, size: 'L' } });
  const lines = await cartOf(token);
  expect(lines.map((it) => [it.size, it.quantity])).toEqual([
    ['M', 3],
    ['L', 1],
  ]);
  // The price that was sent is ignored: the catalogue's counts.
  expect(lines[0]?.product).toMatchObject({ _id: coat._id, title: coat.title, price: 19.95 });
});

test('additions at the same moment are all counted', async () => {
  const { token } = await newCustomer();
  const options = { token, json: { productId: coat._id } };
  const adding = Array.from({ length: 10 }, () => good('POST', '/cart/add-to-cart', options));
  await Promise.all(adding);
  expect((await cartOf(token)).map((it) => it.quantity)).toEqual([10]);
});

test('a cart takes 200 lines; one more is refused with the reason', async () => {
  const { id, token } = await newCustomer();
  await sql`insert into cart_items (user_id, product_id, quantity, size)
    select ${id}, ${coat._id}, 1, n from generate_series(1, 199) n`;
  const add = (size: string) =>
    send('POST', '/cart/add-to-cart', { token, json: { productId: coat._id, size } });
  expect((await add('M')).status).toBe(201);
  const refused = await add('L');
  expect([...refusal(refused), refused.body.message]).toEqual([
    ...[409, 'cart_full', messages.cart.full],
  ]);
  expect((await add('M')).status).toBe(201);
  expect(await cartOf(token)).toHaveLength(200);
});

test('a line is changed and removed by its own id or by that of its product', async () => {
  const { token } = await newCustomer();
  const add = (size: string) =>
    good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id, size } });
  await add('M');
  await add('L');
  const [medium, large] = await cartOf(token);
  const path = '/cart/update-quantity';
  await good('PUT', `${path}/${large?._id}`, { token, json: { quantity: 5 } });
  await good('PUT', `${path}/${coat._id}`, { token, json: { productId: coat._id, quantity: 3 } });
  expect((await cartOf(token)).map((it) => it.quantity)).toEqual([3, 5]);
  await good('DELETE', `/cart/remove-from-cart/${medium?._id}`, { token });
  expect((await cartOf(token)).map((it) => it._id)).toEqual([large?._id]);
  await good('DELETE', `/cart/remove-from-cart/${coat._id}`, { token });
  expect(await cartOf(token)).toEqual([]);
});

test('clearing empties it, also when it is empty already', async () => {
  const { token } = await newCustomer();
  await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id } });
  for (let i = 0; i < 2; i += 1) {
    const { cart } = await good('DELETE', '/cart/clear-all', { token });
    expect(cart.products).toEqual([]);
  }
  expect(await cartOf(token)).toEqual([]);
});

describe('leaving the shop', () => {
  async function left() {
    const person = await newCustomer();
    const { token } = person;
    await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id } });
    const { cart } = await good('DELETE', '/cart/clear-all?reason=leave', { token });
    expect(cart.products).toHaveLength(1);
    return person;
  }

  /** Looked at past the API, since a call about the cart would come back to it. */
  const isIn = async (table: 'cart_items' | 'cart_departures', { id }: Person) =>
    (await sql`select from ${sql(table)} where user_id = ${id}`).length > 0;

  test('keeps the cart of who comes back in time, for good, and empties that of others', async () => {
    const [back, away] = [await left(), await left()];
    expect(await later(sql, '29 minutes', () => cartOf(back.token))).toHaveLength(1);
    expect(await later(sql, '2 hours', () => cartOf(back.token))).toHaveLength(1);
    expect(await later(sql, '31 minutes', () => cartOf(away.token))).toEqual([]);
  });

  test('is taken back by any call about the cart', async () => {
    const calls = [
      ['PUT', `/cart/update-quantity/${coat._id}`, { quantity: 2 }],
      ['POST', '/cart/add-to-cart', { productId: coat._id }],
      ['DELETE', `/cart/remove-from-cart/${coat._id}`, undefined],
    ] as const;
    for (const [method, path, json] of calls) {
      const person = await left();
      const { token } = person;
      await good(method, path, { token, ...(json ? { json } : {}) });
      const lines = await later(sql, '2 hours', () => cartOf(token));
      expect(lines).toHaveLength(method === 'DELETE' ? 0 : 1);
      expect(await isIn('cart_departures', person)).toBe(false);
    }
  });

  test('lets the scheduled task empty what nobody came back for, and nothing else', async () => {
    const away = await left();
    const back = await later(sql, '2 minutes', left);
    const task = await later(sql, '31 minutes', () => runTask());
    expect(task).toMatchObject({ status: 200, body: { carts: expect.any(Number) } });
    expect([await isIn('cart_items', away), await isIn('cart_items', back)]).toEqual([false, true]);
  });

  test('is distinguished from clearing by its reason; an unknown reason clears nothing', async () => {
    const { token } = await newCustomer();
    await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id } });
    const { status } = await send('DELETE', '/cart/clear-all?reason=leaving', { token });
    expect(status).toBe(400);
    expect(await cartOf(token)).toHaveLength(1);
  });
});

describe('adding refuses', () => {
  let token = '';
  beforeAll(async () => {
    token = (await newCustomer()).token;
  });

  const unknown = '00000000-0000-4000-8000-000000000000';
  test.each([
    ['an unknown product', () => ({ productId: unknown }), 404, 'unknown_product'],
    ['what is out of stock', () => ({ productId: soldOut._id }), 409, 'out_of_stock'],
    ['no pieces', () => ({ productId: coat._id, quantity: 0 }), 400, 'bad_quantity'],
    ['too many', () => ({ productId: coat._id, quantity: 1000 }), 400, 'bad_quantity'],
    ['a product that is none', () => ({ productId: 'coat' }), 400, 'validation_failed'],
  ])('%s', async (_, json, status, code) => {
    const answer = await send('POST', '/cart/add-to-cart', { token, json: json() });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await cartOf(token)).toEqual([]);
  });
});

test('a quantity can be set to a whole number from 1 to 999 only', async () => {
  const { token } = await newCustomer();
  await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id } });
  for (const quantity of [0, -1, 1.5, 1000, '2', null]) {
    const answer = await send('PUT', `/cart/update-quantity/${coat._id}`, {
      token,
      json: { quantity },
    });
    expect([quantity, answer.status, answer.body.code]).toEqual([quantity, 400, 'bad_quantity']);
  }
  expect((await cartOf(token))[0]?.quantity).toBe(1);
});
