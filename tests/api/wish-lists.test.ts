import { beforeAll, expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { sharedReply, sharedWishListReply, wishesAddedReply } from '#shared/schemas/wish-lists.ts';
import { wishListMessages } from '#shared/wish-list-messages.ts';
import { adminToken, good, newCustomer, newProduct, send, sql } from './client.ts';

let coat: Product;
let scarf: Product;

beforeAll(async () => {
  const token = await adminToken();
  [coat, scarf] = await Promise.all([newProduct(token), newProduct(token)]);
});

test('a customer adds products, shares them, and removes them; others see nothing of it', async () => {
  const [{ token }, other] = [await newCustomer(), await newCustomer()];
  const json = { products: [coat._id, scarf._id] };
  const { added, left } = wishesAddedReply.parse(
    await good('POST', '/users/wish-list', { token, json }),
  );
  expect([added.toSorted(), left]).toEqual([json.products.toSorted(), []]);
  expect(await good('GET', '/users/wish-list', { token })).toEqual({ ...json, link: null });

  const share = { token, json: { withName: false } };
  const { link } = sharedReply.parse(await good('PUT', '/users/wish-list/link', share));
  const path = `/wish-lists/${link.token}`;
  const shown = sharedWishListReply.parse(await good('GET', path));
  expect([shown.firstname, shown.total]).toEqual(['', 2]);
  expect(shown.products.map((it) => it._id)).toEqual(json.products);
  const page = await good('GET', `${path}?limit=1&page=2`);
  expect(page.products.map((it) => it._id)).toEqual([scarf._id]);

  const theirs = { token: other.token };
  for (const it of [`/${coat._id}`, '/link']) await good('DELETE', `/users/wish-list${it}`, theirs);
  expect(await good('GET', '/users/wish-list', theirs)).toEqual({ products: [], link: null });
  expect(await good('GET', '/users/wish-list', { token })).toEqual({ ...json, link });

  const { message } = await good('DELETE', `/users/wish-list/${coat._id}`, { token });
  expect(message).toBe(wishListMessages.removed);
  expect((await good('GET', path)).total).toBe(1);
  await good('DELETE', '/users/wish-list/link', { token });
  expect((await send('GET', path)).status).toBe(404);
});

test.each([
  ['no products', 'POST', '', { products: [] }, 'products'],
  [
    'too many',
    'POST',
    '',
    { products: Array.from({ length: 501 }, () => crypto.randomUUID()) },
    'products',
  ],
  ['no id', 'POST', '', { products: ['coat'] }, 'products.0'],
  ['no answer about the name', 'PUT', '/link', {}, 'withName'],
])('%s: refused with the field', async (_, method, path, json, field) => {
  const { token } = await newCustomer();
  const { status, body } = await send(method, `/users/wish-list${path}`, { token, json });
  expect([status, body.code, body.issues?.[0]?.path]).toEqual([400, 'validation_failed', field]);
});

test('products are read by their ids in that order, without those that are not on sale', async () => {
  const draft = await newProduct(await adminToken());
  await sql`update products set status = 'draft' where id = ${draft._id}`;
  const byIds = (...ids: string[]) => send('GET', `/products/by-ids?products=${ids.join()}`);
  const { body } = await byIds(scarf._id, draft._id, crypto.randomUUID(), coat._id);
  expect(body.products.map((it) => it._id)).toEqual([scarf._id, coat._id]);
  for (const wrong of [['coat'], Array.from({ length: 101 }, () => coat._id)]) {
    const refused = await byIds(...wrong);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'products']);
  }
});
