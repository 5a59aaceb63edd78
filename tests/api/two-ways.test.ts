import { isDeepStrictEqual } from 'node:util';
import { expect, inject, test } from 'vitest';
import { readSettings } from '#shared/settings.ts';
import { createApp } from '../../supabase/functions/api/app.ts';
import { adminToken, good, newCustomer, newProduct, type Body } from './client.ts';

/** The same API in this process, straight at Postgres or through PostgREST. */
function appWith(connections: number) {
  const { url, anonKey, serviceRoleKey, siteUrl, dbUrl } = inject('stack');
  const environment: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_DB_URL: dbUrl,
    DATABASE_CONNECTIONS: String(connections),
    SITE_URL: siteUrl,
  };
  return createApp(
    readSettings(
      (name) => environment[name],
      () => undefined,
    ),
  );
}

const ways = [appWith(2), appWith(0)] as const;

/** What both ways answer, which must be the same; asked again where another test changed the goods in between. */
async function ask(path: string, init: RequestInit = {}): Promise<[number, Body]> {
  const one = async (way: (typeof ways)[number]): Promise<[number, Body]> => {
    const answer = await way.request(`/api/v1${path}`, init);
    return [answer.status, (await answer.json()) as Body];
  };
  let direct: [number, Body] = [0, {} as Body];
  const differ = async () => {
    direct = await one(ways[0]);
    const through = await one(ways[1]);
    return isDeepStrictEqual(direct, through) ? null : { direct, through };
  };
  await expect.poll(differ, { timeout: 20_000, message: path }).toBeNull();
  return direct;
}

test('straight or through PostgREST, lists, details and searches answer the same', async () => {
  const product = await newProduct(await adminToken(), { price: '19.95' });
  const category = product.categoryId ?? '';
  const [, first] = await ask(`/products/product-category/${category}?limit=1`);
  expect(first.products[0]?.categoryId).toBe(category);
  for (const sort of ['latest', 'price-low-to-high', 'price-high-to-low']) {
    const [, page] = await ask(`/products/all?limit=5&sort=${sort}`);
    const [, behind] = await ask(`/products/all?limit=5&sort=${sort}&cursor=${page.next}`);
    expect(behind.products).toHaveLength(5);
    const seen = new Set([...page.products, ...behind.products].map((it) => it._id));
    expect(seen.size, sort).toBe(10);
  }
  const [, counted] = await ask(`/products/product-category/${category}?limit=1&page=100000`);
  expect(counted.products).toEqual([]);
  expect(counted.total).toBeGreaterThan(0);
  await ask('/products/search?q=linen&limit=3&page=2');
  await ask(`/products/search?q=${encodeURIComponent(String.raw`it's 100\% \'; select 1 --`)}`);
  const [, found] = await ask(`/products/${product._id}`);
  expect(found.product).toEqual(product);
  await ask(`/products/${product._id}/related`);
  for (const path of ['', '/related']) {
    const [status] = await ask(`/products/00000000-0000-4000-8000-000000000000${path}`);
    expect(status).toBe(404);
  }
});

test('straight or through PostgREST, row-level security decides the same', async () => {
  const admin = await adminToken();
  const product = await newProduct(admin, { price: '19.95' });
  const { token } = await newCustomer();
  const put = (authorization: string | null, more: object = {}) =>
    ask('/cart/add-to-cart', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization ? { authorization: `Bearer ${authorization}` } : {}),
      },
      body: JSON.stringify({ productId: product._id, quantity: 1, ...more }),
    });
  const choice = String.raw`M' \ "); select '`;
  const json = { sizes: [choice] };
  await good('PUT', `/products/update/${product._id}`, { token: admin, json });
  // Each way adds one, so the second answer is one ahead: only the lines are compared.
  for (const [i, way] of ways.entries()) {
    const answer = await way.request('/api/v1/cart/add-to-cart', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId: product._id, quantity: 1, size: choice }),
    });
    const { cart } = (await answer.json()) as Body;
    expect(cart.products).toMatchObject([{ size: choice, quantity: i + 1 }]);
  }
  expect((await put(null))[0]).toBe(401);
  expect((await put(`${token}x`))[0]).toBe(401);
  expect((await put(admin))[1].code).toBe('not_a_customer');
  const productId = '00000000-0000-4000-8000-000000000000';
  expect((await put(token, { productId }))[1].code).toBe('unknown_product');
  const headers = { authorization: `Bearer ${token}` };
  expect((await ask('/orders/getTotalOrders', { headers }))[0]).toBe(403);
});
