import { describe, expect, test } from 'vitest';
import { PageCache, type KeptPage, type Rendered } from '../../../src/server/page-cache.ts';
import { pageKey } from '../../../src/server/pages.ts';

function page(text: string, ...tags: string[]): Rendered<string> {
  const raw = Buffer.from(text);
  const kept: KeptPage = {
    headers: {},
    etag: text,
    bodies: { raw, gzip: raw, br: raw },
    tags: new Set(tags),
    readAt: 0,
  };
  return { page: kept, sent: text };
}

const textOf = (found: KeptPage | Rendered<string>): string =>
  'bodies' in found ? found.etag : found.sent;

describe('kept pages', () => {
  test('are rendered once, and again after a change of one of their parts', async () => {
    const cache = new PageCache<string>();
    let renderings = 0;
    const ask = async () =>
      textOf(await cache.getOrRender('/shop', async () => page(`v${++renderings}`, 'products')));
    expect([await ask(), await ask()]).toEqual(['v1', 'v1']);
    cache.purge(new Set(['banners']));
    expect(await ask()).toBe('v1');
    cache.purge(new Set(['banners', 'products']));
    expect(await ask()).toBe('v2');
    cache.purge(new Set(['everything']));
    expect(await ask()).toBe('v3');
  });

  test('get smaller when they are asked for again, but for what is very large', async () => {
    const cache = new PageCache<string>();
    const text = { long: 'many '.repeat(200_000), short: 'few '.repeat(5000) };
    for (const [key, it] of Object.entries(text)) {
      await cache.getOrRender(key, async () => page(it));
      cache.get(key);
    }
    // They wait for each other, so the first would be done before the second.
    await expect.poll(() => cache.get('short')?.bodies.br.length).toBeLessThan(100);
    expect(cache.get('long')?.bodies.br.length).toBe(text.long.length);
  });

  test('that were purged while they waited to get smaller stay away', async () => {
    const cache = new PageCache<string>();
    const [old, other] = ['old '.repeat(5000), 'other '.repeat(5000)];
    await cache.getOrRender('/shop', async () => page(old, 'products'));
    await cache.getOrRender('/', async () => page(other));
    for (const key of ['/shop', '/']) cache.get(key);
    cache.purge(new Set(['products']));
    await expect.poll(() => cache.get('/')?.bodies.br.length).toBeLessThan(100);
    expect(cache.get('/shop')).toBeUndefined();
  });

  test('requests at the same time share one rendering', async () => {
    const cache = new PageCache<string>();
    let renderings = 0;
    const ask = () => cache.getOrRender('/', async () => page(`v${++renderings}`));
    const found = await Promise.all([ask(), ask(), ask()]);
    expect(found.map(textOf)).toEqual(['v1', 'v1', 'v1']);
  });

  test('a page that a change overtook is neither kept nor given to who asks after it', async () => {
    const cache = new PageCache<string>();
    const old = Promise.withResolvers<Rendered<string>>();
    const first = cache.getOrRender('/shop', () => old.promise);
    cache.purge(new Set(['products']));
    const second = cache.getOrRender('/shop', async () => page('new', 'products'));
    expect(textOf(await second)).toBe('new');
    old.resolve(page('old', 'products'));
    expect(textOf(await first)).toBe('old');
    expect(cache.get('/shop')?.etag).toBe('new');
  });

  test('what may not be kept is asked for each time', async () => {
    const cache = new PageCache<string>();
    let renderings = 0;
    const ask = () =>
      cache.getOrRender('/nowhere', async () => ({ page: null, sent: `v${++renderings}` }));
    expect([textOf(await ask()), textOf(await ask())]).toEqual(['v1', 'v2']);
  });

  test('a rendering that failed is tried again', async () => {
    const cache = new PageCache<string>();
    const failing = cache.getOrRender('/', () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(textOf(await cache.getOrRender('/', async () => page('there')))).toBe('there');
  });
});

describe('the address of a kept page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/login?next=%2Fcart', '/login'],
    ['/shop?sort=latest&utm=1', '/shop?sort=latest'],
    ['/shop?sort=latest&category=b&category=a', '/shop?category=b&category=a&sort=latest'],
    ['/category/7?sort=', '/category/7'],
    ['/search-results?q=linen+shirt', '/search-results?q=linen+shirt'],
  ])('%s is %s', (url, key) => {
    expect(pageKey(url)).toBe(key);
  });
});
