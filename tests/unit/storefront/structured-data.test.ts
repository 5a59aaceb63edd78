import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { excerpt } from '../../../src/storefront/seo/excerpt.ts';
import { iconPath, iconSvg } from '../../../src/storefront/seo/icon.ts';
import { organizationData, serialiseJsonLd } from '../../../src/storefront/seo/json-ld.ts';
import { productData } from '../../../src/storefront/seo/product-data.ts';
import { sitemapFile, sitemapIndex } from '../../../src/storefront/seo/sitemap.ts';

const origin = 'https://shop.example';
const shop = 'Mill & Daughters';
const product = {
  _id: '30ec1b86-6179-5ccc-a99a-f13f2061340c',
  title: 'Harbour Overshirt',
  description: 'A dense cotton twill.',
  price: 118,
  compareAtPrice: null,
  images: ['https://files.example/storage/v1/object/public/images/products/navy-front.webp'],
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
const none = { reviews: [] };
const review = {
  ...{ _id: '1', rating: 5, comment: 'Warm', bought: true, createdAt: '2026-01-02T03:04:05Z' },
  user: { firstname: 'Ada', lastname: 'L.' },
};
const variantOf = (size: string, color: string | null, price: number) => ({
  ...{ size, color, price, sku: `HAR-${size}-${color}`, barcode: null },
  ...{ stock: 'in' as const, left: null },
});
describe('structured data', () => {
  test('cannot close its script element and stays the same data', () => {
    const data = { name: '</script><script>alert(1)</script> & <!-- x' };
    const text = serialiseJsonLd(data);
    expect(text).not.toMatch(/[<>&]/);
    expect(JSON.parse(text)).toEqual(data);
  });

  test('the icon is the first letter of the shop in its colors, at an address of its own', () => {
    const face = { name: '<ähre', paper: '', accent: '#7a1f4b' };
    expect(iconSvg(face)).toMatch(/fill="#7a1f4b".*fill="#f6f3ee">&lt;<\/text>/);
    expect(iconPath({ ...face, name: 'ähre' })).toBe('/favicon.svg?v=%C3%84f6f3ee7a1f4b');
  });

  test('of the shop says only what the shop says of itself', () => {
    const bare = {
      ...{ name: shop, legalName: shop, description: '', email: '', phone: '', hours: '' },
      ...{ address: '', country: '', currency: 'USD', socialLinks: '', copyrightYear: 2023 },
      ...{ paper: '', accent: '', paperDark: '', accentDark: '', logo: '', logoDark: '' },
      open: true,
      typefaces: 'bodoni-hanken' as const,
    };
    expect(Object.keys(organizationData(origin, bare))).toEqual([
      ...['@context', '@type', 'name', 'url', 'logo'],
    ]);
    const all = {
      ...{ ...bare, legalName: 'Mill Ltd.', phone: '+353 (1) 555-0142', country: 'Ireland' },
      ...{ address: '1 Quay\nDublin', socialLinks: 'https://a.example/\nhttps://b.example/' },
    };
    expect(organizationData(origin, all)).toMatchObject({
      ...{ legalName: 'Mill Ltd.', telephone: '+35315550142' },
      address: { streetAddress: '1 Quay, Dublin', addressCountry: 'Ireland' },
      sameAs: ['https://a.example/', 'https://b.example/'],
    });
  });

  test('of a product without a choice says its SKU, barcode, price, stock and average rating', () => {
    const only = { ...variantOf('One size', 'navy', 124.5), barcode: '4006381333931' };
    const known = { ...product, composition: 'Cotton', variants: [only] };
    const data = productData(origin, shop, '/product/1/x', known, {
      rating: { count: 2, average: 4.5 },
      reviews: [review, { ...review, user: { firstname: '', lastname: '' } }],
    });
    expect(data).toMatchObject({
      '@type': 'Product',
      url: 'https://shop.example/product/1/x',
      ...{ sku: 'HAR-One size-navy', gtin: '4006381333931', size: 'One size', color: 'Navy' },
      ...{ material: 'Cotton', brand: { name: shop } },
      offers: { price: '124.50', availability: 'https://schema.org/InStock' },
      aggregateRating: { ratingValue: '4.5', reviewCount: 2 },
      review: [
        {
          author: { name: 'Ada L.' },
          datePublished: '2026-01-02',
          reviewRating: { ratingValue: 5 },
        },
        { author: { name: 'A customer' } },
      ],
      // Search engines may not index the addresses of the bucket.
      image: ['https://shop.example/images/1920/products/navy-front.webp'],
    });
    const unknown = productData(origin, shop, '/', product, none);
    expect(unknown).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
    for (const name of ['sku', 'gtin', 'color', 'material'])
      expect(unknown).not.toHaveProperty(name);
  });

  test('of a product with sizes and colors says what each of them costs, and what is sold out', () => {
    const soldOut = { ...variantOf('M', 'tan', 130), stock: 'out' as const };
    const variants = [variantOf('S', 'navy', 118), soldOut];
    const group = productData(
      origin,
      shop,
      '/p',
      { ...product, compareAtPrice: 140, variants },
      none,
    );
    expect(group).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: product._id,
      variesBy: ['https://schema.org/color', 'https://schema.org/size'],
      offers: { lowPrice: '118.00', highPrice: '130.00', offerCount: 2 },
      hasVariant: [
        {
          '@type': 'Product',
          name: 'Harbour Overshirt, Navy, S',
          ...{ sku: 'HAR-S-navy', color: 'Navy', size: 'S' },
          image: 'https://shop.example/images/1920/products/navy-front.webp',
          offers: {
            url: 'https://shop.example/p?color=navy&size=S',
            ...{ price: '118.00', availability: 'https://schema.org/InStock' },
          },
        },
        {
          sku: 'HAR-M-tan',
          offers: {
            ...{ price: '130.00', availability: 'https://schema.org/OutOfStock' },
            priceSpecification: { price: '152.00' },
          },
        },
      ],
    });
    const sizes = productData(
      origin,
      shop,
      '/p',
      { ...product, variants: [variantOf('S', null, 1), variantOf('M', null, 1)] },
      none,
    );
    expect(sizes['variesBy']).toEqual(['https://schema.org/size']);
  });

  test('of a product with 200 sizes and colors takes few bytes of the page', () => {
    const variants = Array.from({ length: 200 }, (_, at) => ({
      ...variantOf(`${30 + (at % 20)}`, ['navy', 'Sea green'][at % 2] ?? '', 118),
      barcode: '4006381333931',
    }));
    const text = serialiseJsonLd(
      productData(origin, shop, '/product/1/x', { ...product, variants }, none),
    );
    expect(Buffer.byteLength(text) / 200).toBeLessThan(450);
    expect(gzipSync(text).length).toBeLessThan(5000);
  });

  test('of a product on sale says the compare-at price as struck through', () => {
    const data = productData(origin, shop, '/', { ...product, compareAtPrice: 140 }, none);
    expect(data['offers']).toMatchObject({
      price: '118.00',
      priceSpecification: {
        priceType: 'https://schema.org/StrikethroughPrice',
        ...{ price: '140.00', priceCurrency: 'USD' },
      },
    });
    const { offers } = productData(origin, shop, '/', product, none);
    expect(offers).not.toHaveProperty('priceSpecification');
  });

  test('of a product without reviews has no rating', () => {
    for (const rating of [undefined, { count: 0, average: 0 }]) {
      const data = productData(origin, shop, '/product/1/x', product, { ...none, rating });
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
