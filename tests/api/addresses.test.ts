import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, good, newCustomer, newProduct, send } from './client.ts';

const email = 'parcel@example.com';
const mother = {
  ...{ recipient: 'Mo Brook', phone: '', address: 'Ballymacurly', city: 'Roscommon' },
  ...{ state: '', postcode: '', country: 'Éire' },
};
let coat: Product;
beforeAll(async () => {
  coat = await newProduct(await adminToken(), { price: '19.95' });
});

const orderOf = (more: object) => ({
  ...{ email, amount: 19.95, products: [{ product: coat._id, quantity: 1 }] },
  ...more,
});

describe('the address book', () => {
  test('is added to, changed and deleted from', async () => {
    const { token } = await newCustomer();
    const added = await send('POST', '/users/addresses', { token, json: mother });
    expect(added.status).toBe(201);
    const { _id } = added.body;
    expect(added.body.addresses).toMatchObject([{ ...mother, _id, isDefault: false }]);
    const json = { ...mother, city: 'Boyle', isDefault: true };
    await good('PUT', `/users/addresses/${_id}`, { token, json });
    const { addresses } = await good('GET', '/users/addresses', { token });
    expect(addresses).toMatchObject([{ ...json, _id }]);
    const { token: other } = await newCustomer();
    expect((await send('PUT', `/users/addresses/${_id}`, { token: other, json })).status).toBe(404);
    expect((await send('DELETE', `/users/addresses/${_id}`, { token: other })).status).toBe(404);
    expect((await good('DELETE', `/users/addresses/${_id}`, { token })).addresses).toEqual([]);
  });

  test.each([
    ['of Japan alone', { country: 'Japan' }, ['state', 'postcode']],
    ['of Japan with a prefecture', { country: '日本', state: '東京都' }, ['postcode']],
    ['without a name', { recipient: ' ' }, ['recipient']],
    ['without a city', { city: '' }, ['city']],
    ['of Hong Kong', { country: 'Hong Kong', city: '', state: 'Kowloon' }, []],
    // What the data doubts, and what it does not know, is taken.
    ['with an unusual ZIP code', { country: 'US', state: 'Atlantis', postcode: 'x' }, []],
    ['of an unknown country', { country: 'Wakanda' }, []],
  ])('an address %s lacks as much', async (_name, more, missing) => {
    const { token } = await newCustomer();
    const json = { ...mother, ...more };
    const { status, body } = await send('POST', '/users/addresses', { token, json });
    expect([status, (body.issues ?? []).map((it) => it.path)]).toEqual([
      missing.length > 0 ? 400 : 201,
      missing,
    ]);
  });
});

test('an order goes to another address, with a gift, and its invoice to the customer', async () => {
  const { token } = await newCustomer();
  const gift = { message: 'For <you> 🎂\n&amp; yours' };
  const json = orderOf({ deliverTo: mother, gift });
  const { order } = await good('POST', '/orders/place-order', { token, json });
  expect(order).toMatchObject({
    recipient: mother.recipient,
    user: { firstname: 'Ada', address: mother.address, country: mother.country },
    invoiceAddress: { address: '4 Mill Lane', postcode: 'D02' },
    gift,
  });
  const plain = await good('POST', '/orders/place-order', { token, json: orderOf({}) });
  expect(plain.order).toMatchObject({ recipient: '', invoiceAddress: null, gift: null });
});

test.each([
  [{ gift: { message: 'x'.repeat(5000) } }, 'gift.message', 'At most 500 characters'],
  [{ gift: { message: '🎂'.repeat(501) } }, 'gift.message', 'At most 500 characters'],
  [{ deliverTo: { ...mother, recipient: '' } }, 'deliverTo.recipient', 'Required'],
  [{ deliverTo: { ...mother, country: 'Japan' } }, 'deliverTo.state', 'Required'],
])('a wrong field of an order is named: %#', async (more, path, message) => {
  const { token } = await newCustomer();
  const { status, body } = await send('POST', '/orders/place-order', {
    token,
    json: orderOf(more),
  });
  expect([status, body.issues?.[0]]).toEqual([400, { path, message }]);
});
