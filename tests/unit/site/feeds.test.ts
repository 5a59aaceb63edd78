import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedProduct } from '#shared/schemas/products.ts';
import { readEnvironment } from '../../../src/server/environment.ts';
import { writePreviewCookie } from '../../../src/server/preview-cookie.ts';
import { itemsIn } from '../../support/google-feed.ts';
import { startScripted, startSite, type Running, type Scripted, type Seen } from './site-server.ts';

const product = (id: number, title: string): FeedProduct => ({
  ...{ _id: `30ec1b86-6179-5ccc-a99a-f13f2061340${id}`, title, description: '', price: 20 },
  ...{ compareAtPrice: null, images: ['coat.webp'], category: null, composition: '' },
  ...{ delivery: '', weight: 0, customFields: [], shipping: [] },
  variants: [
    {
      size: null,
      color: null,
      sku: `COAT-${id}`,
      price: 20,
      barcode: null,
      stock: 'in',
      left: null,
    },
  ],
});

const unavailable: Scripted = { status: 503, body: '{"message":"Away"}' };
const siteSecret = 'a-secret-of-the-site-that-is-long-enough';

/** A shop with two products, on a page each, and an API that answers as the test says. */
let open: boolean;
let titles: [string, string];
let fails: (url: string) => boolean;
let asked: Seen[];
let api: Running;
let site: Running;

beforeEach(async () => {
  open = true;
  titles = ['Coat', 'Cape'];
  fails = () => false;
  asked = [];
  api = await startScripted(asked, ({ url }) => {
    if (fails(url)) return unavailable;
    const { pathname, searchParams } = new URL(url, 'http://api');
    if (pathname.endsWith('/shop/details'))
      return { body: JSON.stringify({ open, name: 'Mill', currency: 'USD' }) };
    const second = searchParams.get('after');
    const page = second ? product(2, titles[1]) : product(1, titles[0]);
    return {
      body: JSON.stringify({ country: null, products: [page], next: second ? null : page._id }),
    };
  });
  vi.stubEnv('SUPABASE_URL', api.url);
  site = await startSite(api.url, undefined, { environment: { siteSecret } });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await site.stop();
  await api.stop();
});

const ask = (headers: Record<string, string> = {}) =>
  fetch(`${site.url}/feeds/google.xml`, { redirect: 'manual', headers });
const shown = async () => itemsIn(await (await ask()).text()).map((it) => it['title']);
const pagesRead = () => asked.filter((it) => it.url.includes('/products/feed')).length;

test('a feed is made once for all who ask within five minutes', async () => {
  expect(await Promise.all([shown(), shown()])).toEqual([titles, titles]);
  expect(pagesRead()).toBe(2);
  titles = ['Jacket', 'Cape'];
  const { now } = performance;
  let passed = 4.9 * 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed);
  expect(await shown()).toEqual(['Coat', 'Cape']);
  passed = 5 * 60_000 + 1;
  expect(await shown()).toEqual(titles);
  expect(pagesRead()).toBe(4);
});

test('without its first page, or the details of the shop, there is no feed, and the next one is made anew', async () => {
  for (const missing of ['/products/feed', '/shop/details']) {
    fails = (url) => url.includes(missing);
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  fails = () => false;
  expect(await shown()).toEqual(titles);
});

test('a feed that ends early does not look whole, and is not kept', async () => {
  fails = (url) => url.includes('after=');
  await expect(shown()).rejects.toThrow();
  fails = () => false;
  expect(await shown()).toEqual(titles);
});

test('before the shop is open only its administrators read feeds, whatever was read before', async () => {
  open = false;
  const environment = readEnvironment({
    ...{ SITE_URL: 'http://hemline.example', SUPABASE_URL: api.url, SUPABASE_ANON_KEY: 'anon' },
    SITE_SECRET: siteSecret,
  });
  const [cookie = ''] = (await writePreviewCookie(environment)).split(';');
  const statuses = [];
  for (const headers of [{}, { cookie }, {}, { cookie: `${cookie}x` }])
    statuses.push((await ask(headers)).status);
  expect(statuses).toEqual([302, 200, 302, 302]);
});
