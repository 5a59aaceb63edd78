import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { orderingMessages } from '#shared/ordering-messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, good, newCustomer, newProduct, send } from './client.ts';

let coat: Product;
let sku = '';

beforeAll(async () => {
  const token = await adminToken();
  coat = await newProduct(token, { price: '19.95' });
  const { variants } = await good('GET', `/products/${coat._id}/variants`, { token });
  sku = variants.find((it) => it.size === 'L')?.sku ?? '';
});

const line = (more: object = {}) => ({
  ...{ product: coat._id, size: 'M', color: 'navy', quantity: 2 },
  ...more,
});

test('many lines go into the cart with one call, by product or SKU', async () => {
  const { token } = await newCustomer();
  const json = { lines: [line(), { sku: sku.toLowerCase(), quantity: 7 }] };
  const { status, body } = await send('POST', '/cart/add-lines', { token, json });
  expect([status, body.message]).toEqual([201, messages.cart.added]);
  expect(body.cart.products.map((it) => [it.size, it.quantity])).toEqual([
    ['M', 2],
    ['L', 7],
  ]);
  expect(body.problems).toEqual([]);
});

test('what cannot be added is named by its line; all or none, or all that can be', async () => {
  const { token } = await newCustomer();
  const lines = [line(), { sku: 'NO-SUCH', quantity: 1 }, line({ size: 'XS' })];
  const refused = await send('POST', '/cart/add-lines', { token, json: { lines } });
  const unknown = 'There is no article NO-SUCH.';
  expect([refused.status, refused.body.code, refused.body.issues]).toEqual([
    404,
    'unknown_product',
    [{ path: 'lines.1.sku', message: unknown }],
  ]);
  expect((await good('GET', '/cart/get-cart', { token })).cart.products).toEqual([]);
  const json = { lines, leaveOut: true };
  const { cart, problems } = await good('POST', '/cart/add-lines', { token, json });
  expect(cart.products.map((it) => it.quantity)).toEqual([2]);
  expect(problems).toEqual([
    { line: 1, message: unknown },
    { line: 2, message: expect.stringContaining('navy, XS') as string },
  ]);
});

test.each([
  ['no lines', [], 'lines'],
  ['too many', Array.from({ length: 201 }, () => ({ sku: 'A', quantity: 1 })), 'lines'],
  ['no quantity', [{ sku: 'A' }], 'lines.0'],
  ['neither product nor SKU', [{ quantity: 1 }], 'lines.0'],
])('%s: refused with the path', async (_, lines, path) => {
  const { token } = await newCustomer();
  const { status, body } = await send('POST', '/cart/add-lines', { token, json: { lines } });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.issues?.[0]?.path).toMatch(new RegExp(`^${path}`));
});

test('articles are found by how their SKU begins, else by words of their titles', async () => {
  const { token } = await newCustomer();
  const find = async (q: string) =>
    (await good('GET', `/wholesale/articles?q=${encodeURIComponent(q)}`, { token })).articles;
  const beginning = sku.slice(0, -1);
  expect(await find(` ${sku.toLowerCase()}`)).toEqual([
    { sku, title: coat.title, size: 'L', color: 'navy' },
  ]);
  expect((await find(beginning)).map((it) => it.size)).toEqual(['L', 'M']);
  const titled = await find(`${coat.title.slice(0, -1)}`);
  expect(titled.map((it) => [it.title, it.size]).slice(0, 2)).toEqual([
    [coat.title, 'L'],
    [coat.title, 'M'],
  ]);
  expect(await find('%')).toEqual([]);
  expect(await find('')).toEqual([]);
});

test('a cart is kept under a name, loaded again and deleted', async () => {
  const { token } = await newCustomer();
  const json = { lines: [line(), line({ size: 'L', quantity: 3 })] };
  await good('POST', '/cart/add-lines', { token, json });
  const name = 'Autumn windows';
  const { drafts, message } = await good('POST', '/cart/drafts', { token, json: { name } });
  expect(message).toBe(orderingMessages.draftSaved);
  expect(drafts).toMatchObject([{ name, lines: 2, pieces: 5 }]);
  const path = `/cart/drafts/${drafts[0]?._id}`;
  await good('DELETE', '/cart/clear-all', { token });
  const empty = await send('POST', '/cart/drafts', { token, json: { name } });
  expect([empty.status, empty.body.code]).toEqual([400, 'empty_order']);
  const { cart, problems } = await good('POST', `${path}/load`, { token });
  expect([cart.products.map((it) => it.quantity), problems]).toEqual([[2, 3], []]);
  const other = await newCustomer();
  expect((await send('POST', `${path}/load`, { token: other.token })).status).toBe(404);
  expect((await send('DELETE', path, { token: other.token })).status).toBe(404);
  expect((await good('DELETE', path, { token })).drafts).toEqual([]);
  expect((await good('GET', '/cart/drafts', { token })).drafts).toEqual([]);
});
