import { parseFeed } from 'htmlparser2';
import { expect, test } from 'vitest';
import { newGoods } from '../../support/goods.ts';
import { stack } from '../../support/stack.ts';
import { itemsIn, readGoogleFeed } from '../../support/google-feed.ts';
import { eventually } from '../../support/shop.ts';

const fetchFeed = async (name: string) => {
  const response = await fetch(`${stack().siteUrl}/feeds/${name}.xml`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  return response.text();
};

test('the feed of the demo shop keeps Google’s rules, and Meta’s has the same items', async () => {
  const google = await fetchFeed('google');
  const items = readGoogleFeed(google);
  expect(items.length).toBeGreaterThan(100);
  const [first] = items;
  const picture = await fetch(first?.image_link ?? '');
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect((await fetch(first?.link ?? '')).status).toBe(200);
  const meta = itemsIn(await fetchFeed('meta'));
  expect(meta.map((it) => it['availability'])).toContain('in stock');
  const unknown = await fetch(`${stack().siteUrl}/feeds/other.xml`);
  expect(unknown.status).toBe(404);
});

const read = async (path: string) => (await fetch(stack().siteUrl + path)).text();

test('new products are in the RSS feed at once, which pages with products name', async () => {
  const goods = await newGoods();
  const [{ title }] = goods.products;
  const items = async () => parseFeed(await read('/feeds/new.xml'))?.items ?? [];
  await eventually(async () => (await items())[0]?.title).toBe(title);
  const page = await fetch((await items())[0]?.link ?? '');
  expect(await page.text()).toContain(title);
  expect((await items()).length).toBeLessThanOrEqual(50);
  await goods.change(goods.products[0], { title: `${title} again` });
  await eventually(async () => (await items())[0]?.title).toBe(`${title} again`);
  for (const path of ['/', '/shop', `/category/${goods.category._id}`]) {
    const [link] = /<link[^>]+application\/rss\+xml[^>]+>/.exec(await read(path)) ?? [];
    expect(link).toContain('rel="alternate"');
    expect(link).toContain('href="/feeds/new.xml"');
  }
});

test('the pictures of the sitemap are there, and robots may read them', async () => {
  const robots = await read('/robots.txt');
  for (const file of ['pages', 'products-1']) {
    const [, address = ''] =
      /<image:loc>([^<]+)<\/image:loc>/.exec(await read(`/sitemap/${file}.xml`)) ?? [];
    const picture = await fetch(address);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(picture.headers.get('x-robots-tag')).toBeNull();
    const { origin, pathname } = new URL(address);
    expect(origin).toBe(stack().siteUrl);
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(closed.filter((it) => pathname.startsWith(it))).toEqual([]);
  }
});
