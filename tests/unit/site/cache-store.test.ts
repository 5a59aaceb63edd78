import { describe, expect, test } from 'vitest';
import { CacheStore, type CachedResponse, type Rendered } from '../../../src/server/cache/store.ts';

const page = (text: string, ...tags: string[]): Rendered => ({
  ...{ status: 200, headers: {}, body: Buffer.from(text), readAt: 0 },
  tags: new Set(tags),
});

const textOf = (found: CachedResponse | Rendered): string =>
  String('bodies' in found ? found.bodies.identity : found.body);

/** Text that compresses better with more work. */
const words = (length: number): string =>
  Array.from({ length: length / 4 }, (_, i) =>
    `${(i * i * 7 + (i >> 3)) % 61}`.padStart(3, '0'),
  ).join(' ');

describe('cached pages', () => {
  test('are rendered once, and again after a change of one of their parts', async () => {
    const cache = new CacheStore();
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
    const cache = new CacheStore();
    const text = { long: words(600_000), short: words(20_000) };
    const first: Record<string, Buffer | undefined> = {};
    for (const [key, it] of Object.entries(text)) {
      await cache.getOrRender(key, async () => page(it));
      first[key] = cache.get(key)?.bodies.br;
    }
    // They wait for each other, so the first would be done before the second.
    const size = first['short']?.length ?? 0;
    await expect.poll(() => cache.get('short')?.bodies.br.length).toBeLessThan(size);
    expect(cache.get('long')?.bodies.br).toBe(first['long']);
  });

  test('stay within the budget in bytes; the least recently used give way', async () => {
    const cache = new CacheStore(100_000);
    for (let i = 0; i < 20; i += 1) {
      await cache.getOrRender(`/${i}`, async () => page(words(10_000)));
      cache.get('/0');
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000);
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/19')).toBeDefined();
  });

  test('that were purged while they waited to get smaller stay away', async () => {
    const cache = new CacheStore();
    const [old, other] = [words(20_000), words(20_000)];
    await cache.getOrRender('/shop', async () => page(old, 'products'));
    await cache.getOrRender('/', async () => page(other));
    for (const key of ['/shop', '/']) cache.get(key);
    const size = cache.get('/')?.bodies.br.length ?? 0;
    cache.purge(new Set(['products']));
    await expect.poll(() => cache.get('/')?.bodies.br.length).toBeLessThan(size);
    expect(cache.get('/shop')).toBeUndefined();
  });

  test('requests at the same time share one rendering', async () => {
    const cache = new CacheStore();
    let renderings = 0;
    const ask = () => cache.getOrRender('/', async () => page(`v${++renderings}`));
    const found = await Promise.all([ask(), ask(), ask()]);
    expect(found.map(textOf)).toEqual(['v1', 'v1', 'v1']);
  });

  test('a page that a change overtook is neither cached nor given to who asks after it', async () => {
    const cache = new CacheStore();
    const old = Promise.withResolvers<Rendered>();
    const first = cache.getOrRender('/shop', () => old.promise);
    cache.purge(new Set(['products']));
    const second = cache.getOrRender('/shop', async () => page('new', 'products'));
    expect(textOf(await second)).toBe('new');
    old.resolve(page('old', 'products'));
    expect(textOf(await first)).toBe('old');
    expect(String(cache.get('/shop')?.bodies.identity)).toBe('new');
  });

  test('what may not be cached is asked for each time', async () => {
    const cache = new CacheStore();
    let renderings = 0;
    const ask = () =>
      cache.getOrRender('/nowhere', async () => ({ ...page(`v${++renderings}`), tags: null }));
    expect([textOf(await ask()), textOf(await ask())]).toEqual(['v1', 'v2']);
  });

  test('a rendering that failed is tried again', async () => {
    const cache = new CacheStore();
    const failing = cache.getOrRender('/', () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(textOf(await cache.getOrRender('/', async () => page('there')))).toBe('there');
  });
});
