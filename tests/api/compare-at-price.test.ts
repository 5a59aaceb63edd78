import { beforeAll, expect, test } from 'vitest';
import { importReply } from '#shared/schemas/product-files.ts';
import { adminToken, fetchFile, good, newProduct, send } from './client.ts';

let admin = '';
beforeAll(async () => {
  admin = await adminToken();
});

/** A product that costs $19.95, with ways to change and to read it. */
async function inShop() {
  const { _id, categoryId } = await newProduct(admin);
  const update = (json: object) => send('PUT', `/products/update/${_id}`, { token: admin, json });
  const read = async () => (await good('GET', `/products/${_id}`)).product;
  return { _id, categoryId: categoryId ?? '', update, read };
}

const refused = [400, [{ path: 'compareAtPrice', message: 'Has to be higher than the price' }]];

test('a product on sale has its compare-at price everywhere, and the lowest price on its own', async () => {
  const { _id, update, read, categoryId } = await inShop();
  expect(await read()).toMatchObject({ compareAtPrice: null, lowestPrice30Days: null });
  await update({ price: 18 });
  const { body } = await update({ compareAtPrice: 25 });
  expect(body['product']).toMatchObject({ price: 18, compareAtPrice: 25 });
  expect(await read()).toMatchObject({ compareAtPrice: 25, lowestPrice30Days: 19.95 });
  const lists = [
    `product-category/${categoryId}?limit=100`,
    'all?limit=100',
    'admin/list?limit=100',
  ];
  for (const list of lists) {
    const { products } = await good('GET', `/products/${list}`, { token: admin });
    expect(products.find((it: { _id: string }) => it._id === _id)?.compareAtPrice, list).toBe(25);
  }
  // What is left out stays; null and an empty field of a form end the sale.
  await update({ price: 17 });
  expect(await read()).toMatchObject({ compareAtPrice: 25, lowestPrice30Days: 18 });
  await update({ compareAtPrice: null });
  expect(await read()).toMatchObject({ compareAtPrice: null, lowestPrice30Days: null });
  await update({ compareAtPrice: '25.50' });
  expect((await read()).compareAtPrice).toBe(25.5);
  await update({ compareAtPrice: '' });
  expect((await read()).compareAtPrice).toBeNull();
});

test('a compare-at price that is not above the price is refused at its field, whichever of them changes', async () => {
  const { _id, categoryId, update } = await inShop();
  const outcome = async (json: object) => {
    const { status, body } = await update(json);
    return [status, body.issues];
  };
  expect(await outcome({ compareAtPrice: 19.95 })).toEqual(refused);
  await update({ compareAtPrice: 30 });
  expect(await outcome({ price: 30 })).toEqual(refused);
  expect((await outcome({ compareAtPrice: '12,5' }))[0]).toBe(400);
  const preview = { token: admin, json: { ids: [_id], amount: 20 } };
  const { status, body } = await send('POST', '/products/admin/price-preview', preview);
  expect([status, body.code]).toEqual([409, 'price_too_high']);
  const form = new FormData();
  const fields = { title: 'Cape', price: '40', compareAtPrice: '40', categoryId };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const made = await send('POST', '/products/create', { token: admin, form });
  expect([made.status, made.body.issues]).toEqual(refused);
  form.set('compareAtPrice', '40.01');
  const { product } = await good('POST', '/products/create', { token: admin, form });
  expect(product.compareAtPrice).toBe(40.01);
});

test('a file carries the compare-at price, both ways', async () => {
  const { _id, update, read } = await inShop();
  await update({ compareAtPrice: 25 });
  const response = await fetchFile('/products/admin/export', admin);
  const [head = '', ...lines] = (await response.text()).split('\r\n');
  const line = lines.find((it) => it.startsWith(_id)) ?? '';
  expect(line).toContain(',19.95,25.00,');
  const take = async (csv: string) => {
    const json = { csv, dry: false };
    const body = await good('POST', '/products/admin/import', { token: admin, json });
    return importReply.parse(body);
  };
  expect((await take(`${head}\r\n${line}`)).counts).toMatchObject({ same: 1, wrong: 0 });
  expect((await take(`id,compareAtPrice\r\n${_id},"22,5"`)).rows).toMatchObject([
    { changes: [{ field: 'compareAtPrice', before: '25.00', after: '22.50' }] },
  ]);
  expect((await take(`id,price\r\n${_id},22.5`)).rows).toMatchObject([
    { problems: [{ field: 'compareAtPrice', message: 'Has to be higher than the price' }] },
  ]);
  expect(await read()).toMatchObject({ price: 19.95, compareAtPrice: 22.5 });
  await take(`id,compareAtPrice\r\n${_id},`);
  expect((await read()).compareAtPrice).toBeNull();
  const title = `Cape ${crypto.randomUUID()}`;
  const { name } = (await read()).category ?? { name: '' };
  await take(`title,price,compareAtPrice,category\r\n${title},10,12,${name}`);
  const found = `/products/admin/list?q=${encodeURIComponent(title)}`;
  expect((await good('GET', found, { token: admin })).products[0]?.compareAtPrice).toBe(12);
});
