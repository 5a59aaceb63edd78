import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvironment } from '../../../src/server/environment.ts';
import { Redirects, withQuery } from '../../../src/server/redirects.ts';
import { startScripted, startSite, type Running, type Seen } from './site-server.ts';

/** A shop with the page /shop, and an API that knows redirects. */
let targets: Record<string, string>;
let asked: Seen[];
let api: Running;
let site: Running;
let redirects: Redirects;

beforeEach(async () => {
  targets = { '/old': '/shop', '/shop': '/elsewhere', '/with': '/shop?size=M#list' };
  asked = [];
  api = await startScripted(asked, ({ url }) => {
    const path = new URL(url, 'http://api').searchParams.get('path') ?? '';
    return { body: JSON.stringify({ to: targets[path] ?? null }) };
  });
  redirects = new Redirects(
    readEnvironment({
      ...{ SITE_URL: 'http://hemline.example', SUPABASE_URL: api.url, SUPABASE_ANON_KEY: 'anon' },
      ...{ SITE_SECRET: 'a-secret-of-the-site-that-is-long-enough' },
    }),
  );
  site = await startSite(
    api.url,
    async ({ url }) =>
      new Response('page', { status: new URL(url).pathname === '/shop' ? 200 : 404 }),
    { redirects },
  );
});

afterEach(async () => {
  await site.stop();
  await api.stop();
});

const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const open = async (
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => {
  // Unlike `fetch`, it sends these headers.
  const { statusCode, headers: sent, body } = await request(site.url + path, { headers, method });
  await body.dump();
  return [statusCode, sent['location'] ?? null];
};
const calls = (part: string) => asked.filter(({ url }) => url.includes(part));

test('an address without a page leads elsewhere, with its query; one with a page never does', async () => {
  expect(await open('/old')).toEqual([308, '/shop']);
  expect(await open('/old/?utm=x&y')).toEqual([308, '/shop?utm=x&y']);
  expect(await open('/with?utm=x', {}, 'HEAD')).toEqual([308, '/shop?size=M&utm=x#list']);
  expect(await open('/shop')).toEqual([200, null]);
  expect(await open('/nowhere')).toEqual([404, null]);
  expect(await open('/order/a-token-of-an-order')).toEqual([404, null]);
  expect(calls('token')).toEqual([]);
  expect(withQuery('/a', '/b?')).toBe('/a');
});

test('a target is asked for once, and again after a change', async () => {
  await open('/old');
  await open('/old');
  expect(calls('/find')).toHaveLength(1);
  redirects.purge(new Set(['banners']));
  await open('/old');
  expect(calls('/find')).toHaveLength(1);
  targets['/old'] = '/new';
  redirects.purge(new Set(['redirects']));
  expect(await open('/old')).toEqual([308, '/new']);
});

test('addresses without a page are counted when people open them, without anything of them', async () => {
  await open('/nowhere?email=ann@example.com', visit);
  await open('/nowhere/', visit);
  await open('/nowhere');
  await open('/nowhere', visit, 'HEAD');
  await open('/prefetched', { ...visit, 'sec-purpose': 'prefetch' });
  await open('/leave/ann@example.com', visit);
  // Of a list that may be there, but has no such page.
  await open('/category/coats?page=9', visit);
  await open('/old', visit);
  await open('/shop', visit);
  await expect
    .poll(() => calls('/missing').map(({ body }) => JSON.parse(body)))
    .toEqual([{ pages: [{ path: '/nowhere', visits: 2 }] }]);
});

test('no more than a hundred addresses are reported at once', async () => {
  await Promise.all(Array.from({ length: 120 }, (_, i) => open(`/bot-${i}`, visit)));
  await expect.poll(() => calls('/missing').length).toBeGreaterThan(0);
  for (const { body } of calls('/missing')) {
    const { pages } = JSON.parse(body) as { pages: object[] };
    expect(pages.length).toBeLessThanOrEqual(100);
  }
});
