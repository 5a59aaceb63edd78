import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { FeedProduct } from '#shared/schemas/products.ts';
import { SharedStream } from '../../../src/server/cache/shared-stream.ts';
import { itemsOf, productFeed } from '../../../src/storefront/seo/product-feed.ts';
import { itemsIn, readGoogleFeed } from '../../support/google-feed.ts';

const shop = { origin: 'https://shop.example', name: 'Mill & Daughters' };
const variantOf = (size: string | null, color: string | null, price = 118) => ({
  ...{ size, color, price, sku: `HAR-${color ?? ''}-${size ?? ''}`, barcode: null },
  ...{ stock: 'in' as const, left: null },
});
const bucket = 'https://files.example/storage/v1/object/public/images/products';
const product: FeedProduct = {
  ...{ _id: '30ec1b86-6179-5ccc-a99a-f13f2061340c', title: 'Harbour Overshirt' },
  ...{ description: 'A dense twill.\n\nFor <b>two</b> & more.', price: 118, compareAtPrice: null },
  images: ['navy-front', 'navy-back', 'tan-front', 'label'].map((it) => `${bucket}/${it}.webp`),
  category: { _id: '1', name: 'Shirts' },
  ...{ composition: 'Cotton', delivery: '', weight: 480, customFields: [] },
  variants: [variantOf('S', 'navy'), variantOf('M', 'tan', 130)],
  shipping: [
    { countries: ['DE', 'FR'], name: 'Standard', price: 9, daysFrom: 3, daysTo: 5 },
    { countries: ['IE'], name: 'Post & parcel', price: 4.5, daysFrom: 1, daysTo: 2 },
  ],
};
const field = (key: string, value: string) => ({ key, name: key, kind: 'text' as const, value });

const feedOf = (
  change: Partial<FeedProduct> = {},
  country: string | null = 'IE',
  channel: 'google' | 'meta' = 'google',
): string =>
  `<rss><channel>${itemsOf({ ...product, ...change }, country, channel, shop)}</channel></rss>`;

describe('a product feed', () => {
  test('has each size and color as an item with all that Google asks for', () => {
    const [navy, tan] = readGoogleFeed(feedOf());
    expect(navy).toEqual({
      ...{ id: 'HAR-navy-S', item_group_id: product._id, title: 'Harbour Overshirt, Navy, S' },
      description: 'A dense twill. For <b>two</b> & more.',
      link: `https://shop.example/product/${product._id}/harbour-overshirt?color=navy&size=S`,
      image_link: 'https://shop.example/images/feed/products/navy-front.webp',
      additional_image_link: ['navy-back', 'label'].map(
        (it) => `https://shop.example/images/feed/products/${it}.webp`,
      ),
      ...{ availability: 'in_stock', price: '118.00 USD', identifier_exists: 'no' },
      ...{ brand: 'Mill & Daughters', condition: 'new', gender: 'unisex', age_group: 'adult' },
      ...{ color: 'Navy', size: 'S', material: 'Cotton', product_type: 'Shirts' },
      shipping_weight: '480 g',
      shipping: [
        {
          ...{ country: 'IE', service: 'Post & parcel', price: '4.50 USD' },
          ...{ min_transit_time: '1', max_transit_time: '2' },
        },
      ],
    });
    expect(tan).toMatchObject({ price: '130.00 USD', color: 'Tan', size: 'M' });
    expect(tan?.image_link).toMatch(/tan-front/);
  });

  test('says sale prices, stock and barcodes of each item', () => {
    const soldOut = { ...variantOf('M', 'tan', 130), stock: 'out' as const };
    const variants = [{ ...variantOf('S', 'navy'), barcode: '4006381333931' }, soldOut];
    const change = { compareAtPrice: 140, variants };
    expect(readGoogleFeed(feedOf(change))).toMatchObject([
      { gtin: '4006381333931', price: '140.00 USD', sale_price: '118.00 USD' },
      { availability: 'out_of_stock', price: '152.00 USD', sale_price: '130.00 USD' },
    ]);
    expect(itemsIn(feedOf(change, 'IE', 'meta'))).toMatchObject([
      { availability: 'in stock' },
      { availability: 'out of stock' },
    ]);
  });

  test('takes from custom fields what Google knows and the shop does not', () => {
    const customFields = [field('gender', 'Female'), field('age_group', 'Kids')];
    expect(readGoogleFeed(feedOf({ customFields }))).toMatchObject([
      { gender: 'female', age_group: 'kids' },
      {},
    ]);
    const wrong = [field('gender', 'Ladies'), field('google_product_category', '212')];
    expect(readGoogleFeed(feedOf({ customFields: wrong }))).toMatchObject([
      { gender: 'unisex', google_product_category: '212' },
      {},
    ]);
  });

  test('keeps the rules with what is long, missing or has no word', () => {
    const long = { ...variantOf('S', 'navy'), sku: 'X'.repeat(64) };
    const title = `${'Overshirt '.repeat(29)}\u0001`;
    const items = readGoogleFeed(
      feedOf(
        { title, description: '', variants: [long, { ...long, size: 'M', sku: 'X'.repeat(63) }] },
        null,
      ),
    );
    for (const it of items) expect(it.title).toMatch(/…, Navy, [SM]$/);
    expect(items[0]).not.toHaveProperty('shipping');

    const [hex] = readGoogleFeed(feedOf({ variants: [variantOf(null, '#A1B2C3')] }));
    expect([hex?.color, hex?.item_group_id]).toEqual([undefined, undefined]);
    // Its own terms of delivery are a text.
    expect(readGoogleFeed(feedOf({ delivery: 'Made to order.' }))[0]).not.toHaveProperty(
      'shipping',
    );
    expect(readGoogleFeed(feedOf({ images: [] }))).toEqual([]);
    expect(readGoogleFeed(feedOf({ variants: [variantOf('S', 'navy', 0)] }))).toEqual([]);
  });

  test('the rules of the test find what breaks them', () => {
    const [good = {}] = itemsIn(feedOf());
    const broken = (change: object) => () =>
      readGoogleFeed(
        `<rss><channel><item>${Object.entries({ ...good, ...change })
          .filter(([, value]) => typeof value === 'string')
          .map(([name, value]) => `<g:${name}>${String(value)}</g:${name}>`)
          .join('')}</item></channel></rss>`,
      );
    const plain = { link: 'https://a.example/', description: 'A', brand: 'A' };
    expect(broken(plain)).not.toThrow();
    const faults: object[] = [
      ...[{ price: '118' }, { price: '0.00 USD' }, { title: 'x'.repeat(151) }, { color: '#fff' }],
      ...[{ sale_price: '118.00 USD' }, { availability: 'in stock' }, { identifier_exists: 'yes' }],
      { gtin: '4006381333930', identifier_exists: undefined },
      { gtin: '2000000000015', identifier_exists: undefined },
      ...[{ image_link: undefined }, { image_link: '/images/1.jpg' }, { unknown: 'x' }],
    ];
    for (const fault of faults) {
      expect(broken({ ...plain, ...fault }), JSON.stringify(fault)).toThrow();
    }
  });

  test('reads a page when the one before it was written, to the last one', async () => {
    const asked: string[] = [];
    const page = (sku: string, next: string | null) => ({
      ...{ country: 'IE', next },
      products: [{ ...product, variants: [{ ...variantOf('S', 'navy'), sku }] }],
    });
    const feed = productFeed('google', shop, page('A', 'a'), async (after) => {
      asked.push(after);
      return page(`${after}+`, after === 'a' ? 'b' : null);
    });
    const ids = readGoogleFeed(await text(feed)).map((it) => it.id);
    expect([asked, ids]).toEqual([
      ['a', 'b'],
      ['A', 'a+', 'b+'],
    ]);
  });
});

describe('a shared stream', () => {
  test('is read by many while it is made, once, compressed or not', async () => {
    const more = Promise.withResolvers<undefined>();
    let made = 0;
    async function* parts() {
      made += 1;
      yield 'a'.repeat(100_000);
      await more.promise;
      yield 'end';
    }
    const stream = new SharedStream(parts());
    const readers = [text(stream.read(false)), buffer(stream.read(true))] as const;
    more.resolve(undefined);
    const whole = `${'a'.repeat(100_000)}end`;
    expect(await readers[0]).toBe(whole);
    expect(gunzipSync(await readers[1]).toString()).toBe(whole);
    expect(await stream.end).toBe('whole');
    expect(await text(stream.read(false))).toBe(whole);
    expect(made).toBe(1);
  });

  test('is decompressed no faster than it is read', async () => {
    async function* parts() {
      for (let part = 0; part < 200; part += 1) yield 'a'.repeat(100_000);
    }
    const stream = new SharedStream(parts());
    await stream.end;
    const reader = stream.read(false);
    await once(reader, 'readable');
    await new Promise((done) => setImmediate(done));
    expect(reader.readableLength).toBeLessThan(1_000_000);
    expect((await text(reader)).length).toBe(20_000_000);
  });

  test('breaks off where it could not be made to its end', async () => {
    async function* parts() {
      yield 'beginning';
      throw new Error('gone');
    }
    const stream = new SharedStream(parts());
    await expect(text(stream.read(false))).rejects.toThrow('gone');
    expect(await stream.end).toBeInstanceOf(Error);
  });
});
