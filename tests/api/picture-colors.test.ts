import { beforeAll, expect, test } from 'vitest';
import { adminToken, good, newProduct, pictureFile, send } from './client.ts';

let admin = '';
beforeAll(async () => {
  admin = await adminToken();
});

function upload(color: string): FormData {
  const body = new FormData();
  body.set('image', pictureFile());
  if (color) body.set('color', color);
  return body;
}

/** A product in three colors, one of them a code, with pictures that show these colors, '' for none. */
async function pictured(...shown: string[]) {
  const { _id } = await newProduct(admin);
  const json = { colors: ['navy', '#A1B2C3', 'Sea green'] };
  let { product } = await good('PUT', `/products/update/${_id}`, { token: admin, json });
  for (const color of shown) {
    const body = { token: admin, form: upload(color) };
    ({ product } = await good('POST', `/products/${_id}/image`, body));
  }
  const set = (json: object) =>
    send('PUT', `/products/${_id}/images/color`, { token: admin, json });
  return { _id, product, set };
}

const id = '[0-9a-f]{8}-[0-9a-f-]{27}';
const named = (name: string) => new RegExp(`/products/${name}${id}\\.png$`);
const statusOf = async (address: string) =>
  (await fetch(address, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } })).status;

test('a picture is added with its color, which is part of its name', async () => {
  const { _id, product } = await pictured('', 'navy', '#A1B2C3', 'Sea green');
  expect(product.images).toEqual(
    ['', 'navy-', 'a1b2c3-', 'sea-green-'].map((it) => expect.stringMatching(named(it))),
  );
  const body = { token: admin, form: upload('pink') };
  const refused = await send('POST', `/products/${_id}/image`, body);
  expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'color']);
  expect((await good('GET', `/products/${_id}`)).product.images).toHaveLength(4);
});

test('the color of a picture is changed and taken away in its place, and the old file is removed', async () => {
  const { product, set } = await pictured('', 'navy');
  const [first = '', second = ''] = product.images;
  const changed = await set({ image: first, color: 'Sea green', updatedAt: product.updatedAt });
  expect(changed.status).toBe(200);
  expect(changed.body.product.images).toEqual([expect.stringMatching(named('sea-green-')), second]);
  expect(await statusOf(changed.body.product.images[0] ?? '')).toBe(200);
  expect(await statusOf(first)).not.toBe(200);
  // Nobody needs to have seen the newest version: the address names the picture.
  const { body } = await set({ image: second, color: null });
  expect(body.product.images[1]).toMatch(named(''));
  expect(await statusOf(second)).not.toBe(200);
});

test('pictures follow a color that is renamed, in the form and in a file', async () => {
  const { _id, product } = await pictured('', 'navy', 'Sea green');
  const [plain, navy = '', green] = product.images;
  const json = { colors: ['Tidal navy', '#A1B2C3', 'Sea green'] };
  const { product: once } = await good('PUT', `/products/update/${_id}`, { token: admin, json });
  expect(once.images).toEqual([plain, expect.stringMatching(named('tidal-navy-')), green]);
  expect(await statusOf(navy)).not.toBe(200);
  const file = { csv: `id,colors\n${_id},Tidal navy | #A1B2C3 | Sea-foam green`, dry: false };
  await good('POST', '/products/admin/import', { token: admin, json: file });
  const { images } = (await good('GET', `/products/${_id}`)).product;
  expect(images).toEqual([plain, once.images[1], expect.stringMatching(named('sea-foam-green-'))]);
  expect(await statusOf(images[2] ?? '')).toBe(200);
});

test('what is wrong is named, nothing changes, and no file is left', async () => {
  const { _id, product, set } = await pictured('navy');
  const [image = ''] = product.images;
  for (const [json, status, what] of [
    [{ image, color: 'pink' }, 400, 'color'],
    [{ image, color: '' }, 200, undefined],
    [{ image: `${image}x`, color: null }, 400, 'image'],
    [{ image, color: 'navy' }, 400, 'image'],
    [{ color: null }, 400, 'image'],
  ] as const) {
    const answer = await set(json);
    expect([answer.status, answer.body.issues?.[0]?.path], JSON.stringify(json)).toEqual([
      status,
      what,
    ]);
  }
  const { product: now } = await good('GET', `/products/${_id}`);
  const old = await set({ image: now.images[0], color: 'navy', updatedAt: product.updatedAt });
  expect([old.status, old.body.code]).toEqual([409, 'changed_meanwhile']);
  expect(await statusOf(now.images[0] ?? '')).toBe(200);
  const gone = `/products/${crypto.randomUUID()}/images/color`;
  const json = { image, color: null };
  expect((await send('PUT', gone, { token: admin, json })).status).toBe(404);
});

test('two colors at once for one picture: one wins, and its file is there', async () => {
  const { _id, product, set } = await pictured('');
  const [image = ''] = product.images;
  const answers = await Promise.all(
    ['navy', 'Sea green'].map((color) => set({ image, color, updatedAt: product.updatedAt })),
  );
  // The other is told that the product has changed, or that it has no such picture any more.
  const [won, lost] = answers.map((it) => it.status).sort();
  expect([won, lost === 400 || lost === 409]).toEqual([200, true]);
  const { images } = (await good('GET', `/products/${_id}`)).product;
  expect(images).toHaveLength(1);
  expect(await statusOf(images[0] ?? '')).toBe(200);
});
