import { beforeAll, expect, test } from 'vitest';
import { product as productShape } from '#shared/schemas/products.ts';
import { adminToken, good, newProduct, send } from './client.ts';

let admin = '';

beforeAll(async () => {
  admin = await adminToken();
});

test('all products come newest first, in the shape of the contract', async () => {
  const { products, next } = await good('GET', '/products/all');
  expect(products.length).toBeGreaterThanOrEqual(48);
  for (const it of products) expect(() => productShape.parse(it)).not.toThrow();
  const times = products.map((it) => Date.parse(it.createdAt));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(next).toBeUndefined();
});

test('pages follow each other without a gap or a repeat', async () => {
  const { categories } = await good('GET', '/categories/all');
  const ids = categories.map((it) => it._id).join(',');
  const seen: string[] = [];
  let path = `/products/product-category/${ids}?limit=20&sort=price-low-to-high`;
  const prices: number[] = [];
  for (;;) {
    const { products, next } = await good('GET', path);
    seen.push(...products.map((it) => it._id));
    prices.push(...products.map((it) => it.price));
    if (next === null) break;
    path = path.replace(/(&cursor=.*)?$/, `&cursor=${next}`);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(48);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});

test('a list refuses pages and sortings that do not exist', async () => {
  for (const query of ['limit=0', 'limit=x', 'limit=101', 'cursor=nonsense', 'sort=by-smell']) {
    const { status } = await send('GET', `/products/all?${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
});

test('products of several categories come together, of none come none', async () => {
  const { categories } = await good('GET', '/categories/all');
  const [first, second] = categories.map((it) => it._id);
  const { products } = await good('GET', `/products/product-category/${first},${second}`);
  expect(new Set(products.map((it) => it.categoryId))).toEqual(new Set([first, second]));
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await good('GET', `/products/product-category/${unknown}`)).products).toEqual([]);
});

test('one product, its related ones and random ones', async () => {
  const { products } = await good('GET', '/products/all');
  const [one] = products.filter((it) => it.category !== null);
  const { product } = await good('GET', `/products/${one?._id}`);
  expect(product).toEqual(one);
  const { relatedProducts } = await good('GET', `/products/${one?._id}/related`);
  expect(relatedProducts.length).toBeGreaterThan(0);
  for (const it of relatedProducts) {
    expect(it.categoryId).toBe(one?.categoryId);
    expect(it._id).not.toBe(one?._id);
  }
  const { randomProducts } = await good('GET', '/products/random');
  expect(new Set(randomProducts.map((it) => it._id)).size).toBe(8);
});

test('search finds words, parts of words and typing mistakes, and is safe with any text', async () => {
  const mark = crypto.randomUUID().replace(/[^a-f]/g, '');
  const made = await newProduct(admin, { title: `Zebrawool${mark} Quilter` });
  for (const q of [`zebrawool${mark}`, `zebrawool${mark.slice(0, 3)}`, `zebrawol${mark} quilter`]) {
    const { products } = await good('GET', `/products/search?q=${encodeURIComponent(q)}`);
    expect(products.map((it) => it._id)).toContain(made._id);
  }
  for (const q of ['', "'; drop table products; --", '%', '\u0000', '& | ! ( )', '🧥'.repeat(99)]) {
    expect((await send('GET', `/products/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  }
});

test('what does not exist is not found, and what cannot be an id neither', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'abc', '1', '%00', "'--"]) {
    for (const path of [`/products/${id}`, `/products/${id}/related`]) {
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
    }
    const path = `/reviews/products/${id}/reviews`;
    expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
  }
});

test('categories and banners are listed with whole addresses of their pictures', async () => {
  const { categories } = await good('GET', '/categories/all');
  const { banners } = await good('GET', '/banner/all');
  expect(categories.length).toBeGreaterThanOrEqual(8);
  expect(banners.length).toBeGreaterThanOrEqual(3);
  const addresses = [categories.find((it) => it.imageUrl)?.imageUrl, banners.at(-1)?.images[0]];
  for (const address of addresses) {
    expect(address).toMatch(/^http:\/\/[^/]+\/storage\/v1\/object\/public\/images\/[\w/-]+\.webp$/);
  }
});
