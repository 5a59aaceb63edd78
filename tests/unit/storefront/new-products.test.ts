import { parseFeed } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { newProductsFeed } from '../../../src/storefront/seo/new-products.ts';

const shop = { origin: 'https://shop.example', name: 'Mill & Daughters' };
const bucket = 'https://files.example/storage/v1/object/public/images/products';
const product: Product = {
  ...{ _id: '30ec1b86-6179-5ccc-a99a-f13f2061340c', title: 'Harbour “Overshirt” <new>' },
  ...{ description: 'A dense twill.\n\nFor <b>two</b> & more.', price: 118, compareAtPrice: null },
  ...{ lowestPrice: 118, highestPrice: 118, images: [`${bucket}/navy.webp`, `${bucket}/tan.webp`] },
  ...{ category: null, categoryId: null, availability: 'InStock', sizes: [], colors: [] },
  ...{ status: 'published', createdAt: '2026-11-28T09:05:00.123Z' },
  updatedAt: '2026-11-29T09:05:00Z',
};

test('new products are RSS 2.0 with the first picture of each', () => {
  const bare = { ...product, _id: '2', title: 'Plain', description: '', images: [] };
  const xml = newProductsFeed(shop, [product, bare]);
  const feed = parseFeed(xml);
  expect(feed).toMatchObject({
    ...{ type: 'rss', title: 'Mill & Daughters', link: 'https://shop.example/' },
    ...{ description: 'New products of Mill & Daughters' },
    updated: new Date('2026-11-28T09:05:00Z'),
  });
  expect(feed?.items).toMatchObject([
    {
      ...{
        id: product._id,
        title: product.title,
        description: 'A dense twill. For <b>two</b> & more.',
      },
      link: `https://shop.example/product/${product._id}/harbour-overshirt-new`,
      pubDate: new Date('2026-11-28T09:05:00Z'),
    },
    { id: '2', title: 'Plain' },
  ]);
  // RFC 822, with a year of four digits as RSS prefers.
  expect(xml).toContain('<pubDate>Sat, 28 Nov 2026 09:05:00 GMT</pubDate>');
  expect(xml.match(/<guid.*?>/)?.[0]).toBe('<guid isPermaLink="false">');
  expect(xml.match(/<enclosure.*?>/g)).toEqual([
    '<enclosure url="https://shop.example/images/feed/products/navy.webp" length="0" type="image/jpeg"/>',
  ]);
  expect(xml).toContain('<atom:link href="https://shop.example/feeds/new.xml" rel="self"');
});

test('a shop without products has a feed without items', () => {
  const feed = parseFeed(newProductsFeed(shop, []));
  expect(feed).toMatchObject({ title: 'Mill & Daughters', items: [] });
});
