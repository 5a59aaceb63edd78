import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeFeed } from '../../../src/server/cache/invalidation.ts';
import { apiKey } from '../../../src/server/cache/keys.ts';
import { CacheStore } from '../../../src/server/cache/store.ts';
import { startFeedDatabase, type FeedDatabase } from './feed-database.ts';
import { startFeed, startSite, startUpstream, type Running } from './site-server.ts';

const product = '11111111-2222-4333-8444-555555555555';

/** An API that counts what it is asked, and a site that caches its answers. */
let asked: { path: string; authorization: string | undefined }[];
let status: number;
let api: Running;
let database: FeedDatabase;
let feed: ChangeFeed;
let store: CacheStore;
let site: Running;

beforeEach(async () => {
  asked = [];
  status = 200;
  api = await startUpstream((request, response) => {
    request.resume();
    const path = (request.url ?? '').replace('/functions/v1/api/v1', '');
    asked.push({ path, authorization: request.headers.authorization });
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(path.startsWith('/products') ? { 'x-cache-tags': 'products categories' } : {}),
    });
    response.end(JSON.stringify({ number: asked.length, filler: 'linen '.repeat(300) }));
  });
  database = await startFeedDatabase();
  store = new CacheStore();
  feed = await startFeed(database.url, store);
  site = await startSite(api.url, undefined, { feed, store });
});

afterEach(async () => {
  feed.stop();
  await site.stop();
  await database.stop();
  await api.stop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/v1${path}`, { headers });
const numberOf = async (path: string, headers: Record<string, string> = {}) =>
  ((await (await get(path, headers)).json()) as { number: number }).number;

describe('answers of the API', () => {
  test('are asked for once for everybody, as a visitor', async () => {
    expect(await numberOf('/products/all?limit=24', { authorization: 'Bearer mine' })).toBe(1);
    expect(await numberOf('/products/all?limit=24')).toBe(1);
    expect(asked.map((it) => it.authorization)).toEqual(['Bearer anon-key']);
  });

  test('are asked for by who wants what is so now, and stay as they are for the others', async () => {
    await numberOf('/products/all');
    expect(await numberOf('/products/all', { 'cache-control': 'no-cache' })).toBe(2);
    expect(await numberOf('/products/all')).toBe(1);
  });

  test('are asked for again after a change of what they tell of, and only then', async () => {
    await numberOf('/products/all');
    store.purge(new Set(['banners']));
    expect(await numberOf('/products/all')).toBe(1);
    store.purge(new Set(['products']));
    expect(await numberOf('/products/all')).toBe(2);
  });

  test('that the function gives no tags are not kept, nor failures', async () => {
    expect([await numberOf('/banner/all'), await numberOf('/banner/all')]).toEqual([1, 2]);
    status = 503;
    expect((await get('/products/all')).status).toBe(503);
    status = 200;
    expect(await numberOf('/products/all')).toBe(4);
  });

  test('are fresh for the writer at once and soon for everybody, where they tell of what was written', async () => {
    await numberOf('/products/all');
    const write = await fetch(`${site.url}/api/v1/products/create`, { method: 'POST' });
    const mark = write.headers.get('set-cookie') ?? '';
    expect(mark).toMatch(/^hemline_seen=\d+; Path=\/; Max-Age=3; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = mark.split(';');
    expect(await numberOf('/products/all', { cookie })).toBe(1);
    database.change('products');
    const { headers } = await fetch(`${site.url}/api/v1/products/create`, { method: 'POST' });
    const [second = ''] = (headers.get('set-cookie') ?? '').split(';');
    expect(await numberOf('/products/all', { cookie: second })).toBe(4);
    database.change('products');
    await fetch(`${site.url}/api/v1/products/create`, { method: 'POST' });
    await expect.poll(() => numberOf('/products/all')).toBe(6);
  });

  test('stay when somebody fills a cart or signs in', async () => {
    await numberOf('/products/all');
    const added = await fetch(`${site.url}/api/v1/cart/add-to-cart`, { method: 'POST' });
    expect(added.headers.get('set-cookie')).toBeNull();
    expect(await numberOf('/products/all')).toBe(1);
  });

  test('are small for who can read that, and not sent again when nothing changed', async () => {
    await get('/products/all');
    const plain = await get('/products/all', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const inBrowser = { 'accept-encoding': 'gzip, br' };
    const coding = async () =>
      (await get('/products/all', inBrowser)).headers.get('content-encoding');
    await expect.poll(coding).toBe('br');
    const etag = (await get('/products/all', inBrowser)).headers.get('etag') ?? '';
    const again = await get('/products/all', { ...inBrowser, 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('to one person are never kept', async () => {
    for (const path of ['/cart/get-cart', '/orders/user-orders', '/users/profile', '/products/x']) {
      const before = await numberOf(path, { authorization: 'Bearer mine' });
      expect(await numberOf(path, { authorization: 'Bearer mine' }), path).toBe(before + 1);
    }
    expect(asked.every((it) => it.authorization === 'Bearer mine')).toBe(true);
  });
});

describe('the address of an answer', () => {
  test.each<[string, string | null]>([
    ['/api/v1/products/all', '/api/v1/products/all'],
    ['/api/v1/products/all?sort=latest&limit=24', '/api/v1/products/all?limit=24&sort=latest'],
    [`/api/v1/products/${product}`, `/api/v1/products/${product}`],
    [`/api/v1/products/${product}/related`, `/api/v1/products/${product}/related`],
    ['/api/v1/products/search?q=wool%20coat', '/api/v1/products/search?q=wool+coat'],
    ['/api/v1/products/all?since=yesterday', null],
    ['/api/v1/products/random', null],
    ['/api/v1/products/admin/list', null],
    ['/api/v1/orders/all-orders', null],
    ['/api/v1/../v1/orders', null],
  ])('%s', (url, key) => expect(apiKey(url)).toBe(key));

  test('is none where it is very long', () => {
    expect(apiKey(`/api/v1/products/search?q=${'x'.repeat(700)}`)).toBeNull();
  });
});
