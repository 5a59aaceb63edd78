import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeFeed } from '../../../src/server/cache/invalidation.ts';
import { pageKey } from '../../../src/server/cache/keys.ts';
import { CacheStore } from '../../../src/server/cache/store.ts';
import type { Render } from '../../../src/server/routes/pages.ts';
import { startFeed, startSite, startUpstream, type Running } from './site-server.ts';

/** Something to compress, more or less well, that nobody sees. */
const words = Array.from({ length: 64 }, (_, i) => i.toString(3).padStart(4 + (i % 5), '0'));
const filler = Array.from({ length: 3000 }, (_, i) => words[(i * i * 7 + (i >> 3)) % 61])
  .join('')
  .replace(/\d/g, (it) => ' \t\n'[Number(it)] ?? '');

/** A shop of one page that says its version, and a database that tells of changes. */
let version: number;
let renderings: { url: string | undefined; host: string | undefined; cookie: string | undefined }[];
let changes: { id: number; tag: string }[];
let looks: number;
let database: Running;
let site: Running;
let feed: ChangeFeed;

beforeEach(async () => {
  version = 1;
  renderings = [];
  changes = [];
  looks = 0;
  database = await startUpstream((request, response) => {
    request.resume();
    looks += 1;
    const [from, until] = [Math.floor(performance.now()), Math.ceil(performance.now())];
    response.end(JSON.stringify({ cursor: String(looks), changes, from, until }));
  });
  const store = new CacheStore();
  feed = await startFeed(database.url, store, 5);
  const render: Render = async ({ url, headers }, { tags }) => {
    const { host, pathname, search } = new URL(url);
    renderings.push({ url: pathname + search, host, cookie: headers.get('cookie') ?? undefined });
    for (const tag of ['products', 'categories']) tags.add(tag);
    return new Response(`<p>version ${version}</p>${filler}`, {
      status: pathname.startsWith('/nowhere') ? 404 : 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  };
  site = await startSite(database.url, render, { feed, store });
});

afterEach(async () => {
  feed.stop();
  await site.stop();
  await database.stop();
});

const text = async (path = '/shop') => (await (await fetch(site.url + path)).text()).trim();

describe('pages', () => {
  test('are rendered once for everybody, without anything of who asks', async () => {
    await fetch(`${site.url}/shop?utm_source=x`, { headers: { cookie: 'a=b' } });
    expect(await text()).toBe('<p>version 1</p>');
    expect(renderings).toEqual([{ url: '/shop', host: 'hemline.example', cookie: undefined }]);
  });

  test('show a change as soon as the feed reports it, and are then cached again', async () => {
    expect(await text()).toBe('<p>version 1</p>');
    version = 2;
    changes = [{ id: 1, tag: 'products' }];
    await expect.poll(() => text()).toBe('<p>version 2</p>');
    const after = looks;
    await expect.poll(() => looks).toBeGreaterThan(after + 3);
    await text();
    expect(renderings).toHaveLength(2);
  });

  test('stay when something else changed', async () => {
    await text();
    changes = [{ id: 1, tag: 'banners' }];
    const after = looks;
    await expect.poll(() => looks).toBeGreaterThan(after + 3);
    await text();
    expect(renderings).toHaveLength(1);
  });

  test.each(['br', 'gzip', 'identity'])('come in %s, whole', async (coding) => {
    for (const turn of ['rendered', 'kept']) {
      const response = await fetch(`${site.url}/shop`, { headers: { 'accept-encoding': coding } });
      expect((await response.text()).trim(), turn).toBe('<p>version 1</p>');
      expect(response.headers.get('content-encoding') ?? 'identity', turn).toBe(coding);
      expect(response.headers.get('x-page-tags')).toBeNull();
    }
  });

  test('are smaller for who asks again, and the same page', async () => {
    const get = (headers = {}) =>
      fetch(`${site.url}/shop`, { headers: { 'accept-encoding': 'br', ...headers } });
    const lengthOf = (response: Response) => Number(response.headers.get('content-length'));
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    await expect.poll(async () => lengthOf(await get())).toBeLessThan(lengthOf(first));
    expect(await text()).toBe('<p>version 1</p>');
    // The bytes differ, so the ETag may not promise that they are the same; yet nobody fetches the page again for that.
    expect(etag).toMatch(/^W\//);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect(renderings).toHaveLength(1);
  });

  test('that did not change are not sent again', async () => {
    const first = await fetch(`${site.url}/shop`);
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(`${site.url}/shop`, { headers: { 'if-none-match': etag } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
  });

  test('that are not there say so, and are not kept', async () => {
    expect((await fetch(`${site.url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${site.url}/nowhere`)).status).toBe(404);
    expect(renderings).toHaveLength(2);
  });

  test('for faults are not there for forms either', async () => {
    await fetch(`${site.url}/500?x`, { method: 'POST', body: 'a=b' });
    await fetch(`${site.url}/shop?x`, { method: 'POST', body: 'a=b' });
    expect(renderings.map((it) => it.url)).toEqual(['/404', '/shop?x']);
  });

  test('answer HEAD like GET, without the body', async () => {
    const response = await fetch(`${site.url}/shop`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });
});

test('the address of a page has only what its content hangs on; the page for faults has none', () => {
  expect(pageKey('/shop?utm=x&page=2&sort=latest')).toBe('/shop?sort=latest&page=2');
  expect(pageKey('/shop?size=M&color=red&size=L')).toBe('/shop?size=M&size=L&color=red');
  expect(pageKey('/search-results?q=why?&x=1')).toBe('/search-results?q=why%3F');
  expect(pageKey('/500?x')).toBe('/404');
});
