import { describe, expect, test } from 'vitest';
import { excerpt } from '../../../src/storefront/seo/excerpt.ts';
import { productData, serialiseJsonLd } from '../../../src/storefront/seo/json-ld.ts';
import { sitemapFile, sitemapIndex } from '../../../src/storefront/seo/sitemap.ts';

const origin = 'https://shop.example';
const product = {
  _id: '30ec1b86-6179-5ccc-a99a-f13f2061340c',
  title: 'Harbour Overshirt',
  description: 'A dense cotton twill.',
  price: 118,
  compareAtPrice: null,
  images: ['https://files.example/navy-front.webp'],
  category: null,
  categoryId: null,
  availability: 'OutofStock' as const,
  status: 'published' as const,
  sizes: [],
  colors: [],
  composition: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  variants: [],
};
describe('structured data', () => {
  test('cannot close its script element and stays the same data', () => {
    const data = { name: '</script><script>alert(1)</script> & <!-- x' };
    const text = serialiseJsonLd(data);
    expect(text).not.toMatch(/[<>&]/);
    expect(JSON.parse(text)).toEqual(data);
  });

  test('of a product says its price, stock and average rating', () => {
    expect(productData(origin, '/product/1/x', product, { count: 2, average: 4.5 })).toMatchObject({
      url: 'https://shop.example/product/1/x',
      offers: { price: '118.00', availability: 'https://schema.org/OutOfStock' },
      aggregateRating: { ratingValue: '4.5', reviewCount: 2 },
    });
  });

  test('of a product says its first colors and what it is made of, if that is known', () => {
    const known = { ...product, colors: ['navy', 'tan', 'ash', 'rust'], composition: 'Cotton' };
    expect(productData(origin, '/', known, undefined)).toMatchObject({
      color: 'navy/tan/ash',
      material: 'Cotton',
    });
    const data = productData(origin, '/', product, undefined);
    expect(data).not.toHaveProperty('color');
    expect(data).not.toHaveProperty('material');
  });

  test('of a product whose sizes differ in price says the range', () => {
    const variantAt = (price: number) => ({
      ...{
        size: `${price}`,
        color: null,
        sku: `${price}`,
        price,
        stock: 'in' as const,
        left: null,
      },
    });
    const offers = (...prices: number[]) =>
      productData(origin, '/', { ...product, variants: prices.map(variantAt) }, undefined)[
        'offers'
      ];
    expect(offers(118, 124.5)).toMatchObject({
      ...{ '@type': 'AggregateOffer', lowPrice: '118.00', highPrice: '124.50', offerCount: 2 },
    });
    expect(offers(124.5, 124.5)).toMatchObject({ '@type': 'Offer', price: '124.50' });
  });

  test('of a product on sale says the compare-at price as struck through', () => {
    const data = productData(origin, '/', { ...product, compareAtPrice: 140 }, undefined);
    expect(data['offers']).toMatchObject({
      price: '118.00',
      priceSpecification: {
        priceType: 'https://schema.org/StrikethroughPrice',
        ...{ price: '140.00', priceCurrency: 'USD' },
      },
    });
    const { offers } = productData(origin, '/', product, undefined);
    expect(offers).not.toHaveProperty('priceSpecification');
  });

  test('of a product without reviews has no rating', () => {
    for (const rating of [undefined, { count: 0, average: 0 }]) {
      const data = productData(origin, '/product/1/x', product, rating);
      expect(data).not.toHaveProperty('aggregateRating');
    }
  });
});

test('a sitemap lists whole addresses, escaped, and products in as many files as they need', async () => {
  expect(await sitemapFile(origin, ['/shop?a=1&b=2']).text()).toContain(
    '<loc>https://shop.example/shop?a=1&amp;b=2</loc>',
  );
  const files = async (products: number) =>
    (await sitemapIndex(origin, products).text()).match(/products-\d+/g) ?? [];
  expect(await files(0)).toEqual([]);
  expect(await files(2000)).toEqual(['products-1']);
  expect(await files(100_001)).toHaveLength(51);
});

test('a description for search engines ends at a word', () => {
  expect(excerpt('Plain  linen.')).toBe('Plain linen.');
  expect(excerpt('Dry clean, brush between wears.', 16)).toBe('Dry clean…');
  expect(excerpt('x'.repeat(200))).toHaveLength(81);
});
