import { beforeAll, expect, test } from 'vitest';
import { adminToken, fetchFile, good, newProduct, send } from './client.ts';

let token = '';
beforeAll(async () => {
  token = await adminToken();
});

const none = { prices: [], minimum: null, multiple: null };

async function newList() {
  const json = { name: `Boutiques ${crypto.randomUUID()}`, percent: '15' };
  const { priceList } = await good('POST', '/price-lists/create', { token, json });
  return { ...priceList, at: (name: string) => `/price-lists/${name}/${priceList._id}` };
}

test('a price list is added, renamed, listed, deleted and restored; its name is its own', async () => {
  const { _id, name, at } = await newList();
  const again = await send('POST', '/price-lists/create', { token, json: { name, percent: 5 } });
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'name_taken', issues: [{ path: 'name' }] },
  });
  const over = await send('PUT', at('update'), { token, json: { name, percent: 101 } });
  expect(over).toMatchObject({ status: 400, body: { issues: [{ path: 'percent' }] } });
  await good('PUT', at('update'), { token, json: { name: `${name}!`, percent: 12.5 } });
  const { priceLists } = await good('GET', `/price-lists/admin/list?q=${name}`, { token });
  expect(priceLists).toMatchObject([{ _id, percent: 12.5, prices: 0, companies: 0 }]);
  const { undo } = await good('DELETE', at('delete'), { token });
  expect((await send('GET', at('read'), { token })).status).toBe(404);
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect(await good('GET', at('read'), { token })).toMatchObject({ priceList: { _id } });
});

test('prices of a product are saved at once, and a wrong or old one is named', async () => {
  const { _id, at } = await newList();
  const product = await newProduct(token, { price: '20' });
  const price = (quantity: number | string, cost: number | string) => ({
    ...{ variant: null, quantity, price: cost },
  });
  const put = (body: object) =>
    send('PUT', at('prices'), { token, json: { product: product._id, ...body } });
  const prices = [price('1', '17.5'), price(10, 15)];
  expect(await put({ ...none, prices, minimum: '12', known: none })).toMatchObject({
    status: 200,
    body: { listPrices: { minimum: 12, multiple: 1, prices: [{ price: 17.5 }, { quantity: 10 }] } },
  });
  expect(await put({ ...none, prices: [price(1, 17), price(10, 14)], known: none })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', issues: [{ path: expect.stringMatching(/^prices\.\d$/) }] },
  });
  for (const [wrong, path] of [
    [price(1, 16), 'prices.1.quantity'],
    [price(0, 16), 'prices.1.quantity'],
    [price(5, -1), 'prices.1.price'],
    [{ ...price(5, 1), variant: 'x' }, 'prices.1.variant'],
  ] as const) {
    expect(await put({ ...none, prices: [price(1, 17), wrong], known: none }), path).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
  }
  const { products } = await good('GET', at('products'), { token });
  expect(products).toMatchObject([{ _id: product._id, retail: 20, minimum: 12 }]);
  const read = await good('GET', `/price-lists/prices?list=${_id}&product=${product._id}`, {
    token,
  });
  expect(read.listPrices.prices).toHaveLength(2);
});

test('order quantities for all lists stand in each of them', async () => {
  const { _id } = await newList();
  const product = await newProduct(token, { price: '20' });
  const path = `/price-lists/quantities/${product._id}`;
  const known = { minimum: null, multiple: null };
  await good('PUT', path, { token, json: { minimum: 12, multiple: '6', known } });
  const old = await send('PUT', path, { token, json: { minimum: 1, multiple: 1, known } });
  expect(old).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  const { listPrices } = await good(
    'GET',
    `/price-lists/prices?list=${_id}&product=${product._id}`,
    { token },
  );
  expect(listPrices).toMatchObject({ minimum: null, general: { minimum: 12, multiple: 6 } });
});

test('prices are exported and imported again; an invalid row changes nothing', async () => {
  const { at } = await newList();
  const product = await newProduct(token, { price: '20', title: 'Cape' });
  const put = (csv: string, dry = false) =>
    good('POST', at('import'), { token, json: { csv, dry } });
  const csv = `Product;Title;Minimum quantity;Price\n${product._id};Cape;;17,50\n${product._id};Cape;10;15`;
  expect(await put(csv, true)).toMatchObject({ done: false, counts: { create: 2, wrong: 0 } });
  expect(await put(`${csv}\nx;Cape;1;1`)).toMatchObject({
    ...{ done: false, counts: { wrong: 1 } },
    rows: expect.arrayContaining([expect.objectContaining({ row: 4, action: 'wrong' })]),
  });
  expect(await put(csv)).toMatchObject({ done: true, counts: { create: 2 } });
  const file = await fetchFile(at('export'), token);
  const text = await file.text();
  expect(text).toContain(`,${product._id},Cape,,,1,17.5`);
  expect(await put(text)).toMatchObject({ counts: { same: 2, create: 0, update: 0, wrong: 0 } });
  const gone = await put(text.replace(/,15\r?\n/, ',\n'));
  expect(gone).toMatchObject({ done: true, counts: { update: 1 } });
  const { products } = await good('GET', at('products'), { token });
  expect(products).toMatchObject([{ prices: [{ quantity: 1, price: 17.5 }] }]);
});
