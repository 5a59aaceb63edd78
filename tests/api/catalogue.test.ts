import { beforeAll, expect, test } from 'vitest';
import { product as productShape } from '#shared/schemas/products.ts';
import { adminToken, good, newCategory, newCustomer, newProduct, send } from './client.ts';

let admin = '';
/** Two categories of this test's own, with four and three products: other tests write at the same time. */
let coats = '';
let hats = '';

beforeAll(async () => {
  admin = await adminToken();
  coats = (await newCategory(admin, 'Coats'))._id;
  hats = (await newCategory(admin))._id;
  const prices = ['30', '10', '20.5', '10', '7.25', '99', '12'];
  for (const [place, price] of prices.entries()) {
    await newProduct(admin, { price, categoryId: place < 4 ? coats : hats });
  }
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
  const seen: string[] = [];
  const prices: number[] = [];
  const path = `/products/product-category/${coats},${hats}?limit=3&sort=price-low-to-high`;
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await good('GET', cursor === '' ? path : `${path}&cursor=${cursor}`);
    expect(page.products.length).toBeLessThanOrEqual(3);
    seen.push(...page.products.map((it) => it._id));
    prices.push(...page.products.map((it) => it.price));
    cursor = page.next;
  }
  expect(new Set(seen).size).toBe(7);
  expect(prices).toEqual([7.25, 10, 10, 12, 20.5, 30, 99]);
});

test('a page begins behind the last one, whatever came or went in between', async () => {
  const category = await newCategory(admin, 'Scarves');
  const add = () => newProduct(admin, { price: '5', categoryId: category._id });
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1) made.push((await add())._id);
  const path = `/products/product-category/${category._id}?limit=2`;
  const first = await good('GET', path);
  await add();
  await good('DELETE', `/products/delete/${made[4] ?? ''}`, { token: admin });
  const second = await good('GET', `${path}&cursor=${first.next ?? ''}`);
  const third = await good('GET', `${path}&cursor=${second.next ?? ''}`);
  const ids = [first, second, third].flatMap(({ products }) => products.map((it) => it._id));
  expect(ids).toEqual(made.toReversed());
  expect(third.next).toBeNull();
  const other = await send('GET', `${path}&sort=price-low-to-high&cursor=${first.next ?? ''}`);
  expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
});

test('numbered pages say how many products there are, and none stands past the end', async () => {
  const path = `/products/product-category/${coats},${hats}?limit=3&sort=price-high-to-low`;
  const prices: number[][] = [];
  for (const page of [1, 2, 3, 4, 1_000_000]) {
    const { products, total, next } = await good('GET', `${path}&page=${page}`);
    expect([total, next]).toEqual([7, undefined]);
    prices.push(products.map((it) => it.price));
  }
  expect(prices).toEqual([[99, 30, 20.5], [12, 10, 10], [7.25], [], []]);
  const { products, total } = await good('GET', '/products/all?page=2');
  expect(products).toHaveLength(24);
  expect(total).toBeGreaterThanOrEqual(48);
  const found = await good('GET', '/products/search?q=linen&limit=2&page=2');
  expect(found.products.length).toBeGreaterThan(0);
  expect(found.total).toBeGreaterThan(2);
});

test('a list refuses pages and sortings that do not exist', async () => {
  const forged = btoa(JSON.stringify(['created_at', '2026-01-01"),id.gt.("', crypto.randomUUID()]));
  const cursors = ['nonsense', 'p24&page=1', forged, btoa('[]')].map((it) => `cursor=${it}`);
  for (const query of ['limit=0', 'limit=x', 'limit=101', 'sort=by-smell', 'page=0', ...cursors]) {
    const { status } = await send('GET', `/products/all?${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
});

test('products of several categories come together, of none come none', async () => {
  const { products } = await good('GET', `/products/product-category/${coats},${hats}`);
  expect(products.map((it) => it.categoryId).toSorted()).toEqual(
    [...Array<string>(4).fill(coats), ...Array<string>(3).fill(hats)].toSorted(),
  );
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await good('GET', `/products/product-category/${unknown}`)).products).toEqual([]);
});

test('one product, its related ones and random ones', async () => {
  const [one, ...others] = (await good('GET', `/products/product-category/${hats}`)).products;
  const { product } = await good('GET', `/products/${one?._id}`);
  expect(product).toMatchObject(one ?? {});
  const { relatedProducts } = await good('GET', `/products/${one?._id}/related`);
  expect(relatedProducts).toEqual(others);
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

test('lists and searches are filtered, by so many values', async () => {
  const title = `Vexwool${crypto.randomUUID().replace(/[^a-f]/g, '')}`;
  const category = await newCategory(admin, 'Vexwool');
  const add = async (price: string, json: { colors: string[]; sizes: string[] }) => {
    const made = await newProduct(admin, {
      ...{ title: `${title} Coat`, categoryId: category._id, price },
    });
    await good('PUT', `/products/update/${made._id}`, { token: admin, json });
    return made;
  };
  const red = await add('20', { colors: ['maroon'], sizes: ['M', 'L'] });
  const blue = await add('150', { colors: ['navy'], sizes: ['L'] });
  const lists = [
    `/products/all?category=${category._id}&`,
    `/products/product-category/${category._id}?`,
    `/products/search?q=${title}&`,
  ];
  for (const list of lists) {
    const ids = async (query: string) =>
      (await good('GET', `${list}${query}`)).products.map((it) => it._id).toSorted();
    expect(await ids('color=red')).toEqual([red._id]);
    expect(await ids('size=L&price=150-200')).toEqual([blue._id]);
    expect(await ids('size=L,M&availability=InStock')).toEqual([red._id, blue._id].toSorted());
    expect(await ids('size=M&color=blue')).toEqual([]);
    expect((await good('GET', `${list}size=L&page=2&limit=1`)).total).toBe(2);
    expect(await ids('minPrice=20.01')).toEqual([blue._id]);
    expect(await ids('minPrice=20&maxPrice=149.99')).toEqual([red._id]);
    const { body } = await send('GET', `${list}minPrice=20&maxPrice=10`);
    expect(body.message).toBe('maxPrice: Has to be at least $20.00');
    const { products } = await good('GET', `${list}color=red&size=l`);
    const asked = { color: 'maroon', size: 'L', inStock: true };
    expect(products.map((it) => it.asked)).toEqual([asked]);
    // bad-input.test.ts shows that each filter is refused by its name.
    const many = Array.from({ length: 21 }, (_, i) => i).join(',');
    expect((await send('GET', `${list}size=${many}`)).status).toBe(400);
  }
  const { facets, total } = await good(
    'GET',
    `/products/facets?category=${category._id}&color=red`,
  );
  expect(total).toBe(1);
  expect(facets.color.filter((it) => it.count > 0)).toEqual([
    { value: 'red', name: 'Red', count: 1 },
    { value: 'blue', name: 'Blue', count: 1 },
  ]);
  expect(facets.size.map((it) => it.value)).toEqual(['M', 'L']);
  expect(facets.price).toEqual([{ value: 'under-50', name: 'Under $50', count: 1 }]);
  expect(facets.category).toContainEqual({ value: category._id, name: category.name, count: 1 });
  const found = await good('GET', `/products/facets?q=${title}`);
  expect([found.total, found.facets.category[0]?.count]).toEqual([2, 2]);
});

test('reviews are listed newest first, also in pages, of which the first has the overall rating', async () => {
  const { _id } = await newProduct(admin, { price: '5' });
  const path = `/reviews/products/${_id}/reviews`;
  const { token } = await newCustomer();
  for (const rating of [5, 4, 4]) {
    await good('POST', path, { token, json: { rating, comment: `${rating} stars` } });
  }
  const all = await good('GET', path);
  expect(all.reviews.map((it) => it.rating)).toEqual([4, 4, 5]);
  expect([all.next, all.rating]).toEqual([undefined, undefined]);
  const first = await good('GET', `${path}?limit=2`);
  expect(first.rating).toEqual({ count: 3, average: 4.33 });
  const second = await good('GET', `${path}?limit=2&cursor=${first.next ?? ''}`);
  expect([...first.reviews, ...second.reviews]).toEqual(all.reviews);
  expect([second.next, second.rating]).toEqual([null, undefined]);
  const other = await newProduct(admin, { price: '5' });
  const none = await good('GET', `/reviews/products/${other._id}/reviews?limit=2`);
  expect(none).toEqual({ reviews: [], next: null, rating: { count: 0, average: 0 } });
  expect((await send('GET', `${path}?cursor=nonsense`)).body.code).toBe('invalid_cursor');
});

test('categories and banners are listed with whole addresses of their pictures', async () => {
  const { categories } = await good('GET', '/categories/all');
  const { banners } = await good('GET', '/banner/all');
  expect(categories.length).toBeGreaterThanOrEqual(8);
  expect(banners.length).toBeGreaterThanOrEqual(3);
  const addresses = [categories.findLast((it) => it.imageUrl)?.imageUrl, banners.at(-1)?.images[0]];
  for (const address of addresses) {
    expect(address).toMatch(/^http:\/\/[^/]+\/storage\/v1\/object\/public\/images\/[\w/-]+\.webp$/);
  }
});
