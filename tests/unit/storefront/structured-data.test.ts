import { gzipSync } from 'node:zlib';
import Validator from '@adobe/structured-data-validator';
import { describe, expect, test } from 'vitest';
import { publicGtin } from '#shared/domain/gtin.ts';
import { excerpt } from '../../../src/storefront/seo/excerpt.ts';
import { iconPath, iconSvg } from '../../../src/storefront/seo/icon.ts';
import {
  organizationData,
  serialiseJsonLd,
  type JsonLd,
} from '../../../src/storefront/seo/json-ld.ts';
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
  ...{ composition: '', delivery: '', shipping: [] },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  variants: [],
};
const none = { reviews: [] };
const seller = { shop, policy: { days: 30, payer: 'customer' as const } };
const offer = (countries: string[], price: number, daysFrom: number, daysTo: number) => ({
  ...{ countries, name: 'Standard', price, daysFrom, daysTo },
});
/** Two zones, of which one has many countries. */
const shipping = [
  offer(['IE'], 4.5, 1, 2),
  offer(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
    ...([9, 3, 5] as const),
  ),
];
/** What the page of a product says, without what it says of shipping and returns. */
const dataOf = (
  href: string,
  sold: Parameters<typeof productData>[3],
  said: Parameters<typeof productData>[4] = none,
): JsonLd => productData(origin, seller, href, sold, said)[0] ?? {};

/** What keeps pages out of Google's rich results. */
async function errorsIn(nodes: readonly JsonLd[]): Promise<string[]> {
  const jsonld = Object.groupBy(nodes, (it) => String(it['@type'])) as Record<string, JsonLd[]>;
  return (await new Validator().validate({ jsonld }))
    .filter(({ severity }) => severity === 'ERROR')
    .map((it) => it.issueMessage);
}
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
    const data = dataOf('/product/1/x', known, {
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
    const unknown = dataOf('/', product);
    expect(unknown).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
    for (const name of ['sku', 'gtin', 'color', 'material'])
      expect(unknown).not.toHaveProperty(name);
  });

  test('of a product with sizes and colors says what each of them costs, and what is sold out', () => {
    const soldOut = { ...variantOf('M', 'tan', 130), stock: 'out' as const };
    const variants = [variantOf('S', 'navy', 118), soldOut];
    const group = dataOf('/p', { ...product, compareAtPrice: 140, variants });
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
    const sizes = dataOf('/p', {
      ...product,
      variants: [variantOf('S', null, 1), variantOf('M', null, 1)],
    });
    expect(sizes['variesBy']).toEqual(['https://schema.org/size']);
  });

  test('of a product keeps Google’s rules, with a choice and without', async () => {
    const barcode = '4006381333931';
    const only = { ...variantOf('One size', 'navy', 124.5), barcode };
    const both = [variantOf('S', 'navy', 118), variantOf('M', 'tan', 130)];
    const said = { rating: { count: 1, average: 5 }, reviews: [review] };
    for (const variants of [[only], both]) {
      const sold = { ...product, compareAtPrice: 140, variants, shipping };
      expect(await errorsIn(productData(origin, seller, '/p', sold, said))).toEqual([]);
    }
    const [group = {}] = productData(origin, seller, '/p', { ...product, variants: both }, said);
    const broken = [{ ...group, hasVariant: [{ '@type': 'Product', sku: 'HAR-S' }] }];
    expect(await errorsIn(broken)).toContain('Required attribute "name" is missing');
  });

  test('of a product says once how it is sent to each zone and returned, and names that in each offer', () => {
    const variants = [variantOf('S', 'navy', 118), variantOf('M', 'tan', 130)];
    const [group, ...terms] = productData(
      ...([origin, seller, '/p', { ...product, variants, shipping }, none] as const),
    );
    const offers = {
      shippingDetails: [{ '@id': '#shipping-1' }, { '@id': '#shipping-2' }],
      hasMerchantReturnPolicy: { '@id': '#returns' },
    };
    expect(group).toMatchObject({ hasVariant: [{ offers }, { offers }] });
    expect(terms).toMatchObject([
      {
        ...{ '@type': 'OfferShippingDetails', '@id': '#shipping-1' },
        shippingRate: { value: '4.50', currency: 'USD' },
        shippingDestination: [{ addressCountry: 'IE' }],
        deliveryTime: { transitTime: { minValue: 1, maxValue: 2, unitCode: 'DAY' } },
      },
      { '@id': '#shipping-2', shippingRate: { value: '9.00' } },
      {
        ...{ '@type': 'MerchantReturnPolicy', '@id': '#returns', merchantReturnDays: 30 },
        returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
        merchantReturnLink: 'https://shop.example/returns',
      },
    ]);
    expect(terms[2]?.['applicableCountry']).toHaveLength(27);

    const typesOf = (sold: object) =>
      productData(origin, seller, '/p', { ...product, shipping, ...sold }, none).map(
        (it) => it['@type'],
      );
    // Days that are not said cannot be told, terms of its own are a text, and without a country there is nothing to say.
    const untimed = [offer(['IE'], 4.5, 0, 0)];
    expect(typesOf({ shipping: untimed })).toEqual(['Product', 'MerchantReturnPolicy']);
    expect(typesOf({ delivery: 'Made to order.' })).toEqual(['Product']);
    expect(typesOf({ shipping: [] })).toEqual(['Product']);
  });

  test('has barcodes that GS1 gave to a garment, not those of the shop itself', () => {
    for (const it of ['4006381333931', '036000291452', '96385074', '10012345678902'])
      expect(publicGtin(it)).toBe(it);
    for (const it of [
      '2000000000015',
      '0412345678903',
      '412345678903',
      '20123451',
      '9812345678908',
    ])
      expect(publicGtin(it)).toBeNull();
    expect(publicGtin(null)).toBeNull();
  });

  test('of a product with 200 sizes and colors takes few bytes of the page', () => {
    const variants = Array.from({ length: 200 }, (_, at) => ({
      ...variantOf(`${30 + (at % 20)}`, ['navy', 'Sea green'][at % 2] ?? '', 118),
      barcode: '4006381333931',
    }));
    const text = serialiseJsonLd(
      productData(origin, seller, '/product/1/x', { ...product, variants, shipping }, none),
    );
    expect(Buffer.byteLength(text) / 200).toBeLessThan(560);
    expect(gzipSync(text).length).toBeLessThan(5000);
  });

  test('of a product on sale says the compare-at price as struck through', () => {
    const data = dataOf('/', { ...product, compareAtPrice: 140 });
    expect(data['offers']).toMatchObject({
      price: '118.00',
      priceSpecification: {
        priceType: 'https://schema.org/StrikethroughPrice',
        ...{ price: '140.00', priceCurrency: 'USD' },
      },
    });
    const { offers } = dataOf('/', product);
    expect(offers).not.toHaveProperty('priceSpecification');
  });

  test('of a product without reviews has no rating', () => {
    for (const rating of [undefined, { count: 0, average: 0 }]) {
      const data = dataOf('/product/1/x', product, { ...none, rating });
      expect(data).not.toHaveProperty('aggregateRating');
    }
  });
});

test('a sitemap lists whole addresses with pictures, and products in as many files as they need', async () => {
  const pages = [
    { path: '/shop?a=1&b=2' },
    { path: '/product/1/x', pictures: ['/images/1920/navy.webp', '/images/1920/tan.webp'] },
  ];
  const sitemap = await sitemapFile(origin, pages).text();
  expect(sitemap).toContain('<url><loc>https://shop.example/shop?a=1&amp;b=2</loc></url>');
  const image = (name: string) =>
    `<image:image><image:loc>https://shop.example/images/1920/${name}.webp</image:loc></image:image>`;
  expect(sitemap).toContain(
    `<loc>https://shop.example/product/1/x</loc>${image('navy')}${image('tan')}</url>`,
  );
  expect(sitemap).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
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
