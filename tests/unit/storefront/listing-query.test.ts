import { describe, expect, test } from 'vitest';
import { readListingQuery } from '../../../src/storefront/catalogue/listing-query.ts';

const shirts = '09a6c55d-606c-580d-aa79-ba72cef2cf95';
const none = { category: [], size: [], color: [], price: [], availability: [], custom: [] };
const noPrice = { typed: '', error: null };
const noPrices = { minPrice: noPrice, maxPrice: noPrice };
const read = (query: string) => readListingQuery(new URLSearchParams(query));

describe('what a list shows, read from the address', () => {
  test('categories and sort as they stand there', () => {
    expect(read(`category=${shirts}&sort=price-low-to-high`)).toEqual({
      filters: { ...none, category: [shirts] },
      prices: noPrices,
      sort: 'price-low-to-high',
      page: 1,
    });
  });

  test('two prices; what is no price, and a highest below the lowest, is said at its field and left out', () => {
    for (const [query, minPrice, maxPrice, ...errors] of [
      ['minPrice=49,5&maxPrice=$120', 49.5, 120, null, null],
      ['minPrice=dear&maxPrice=120', undefined, 120, 'Enter a price, such as 25 or 49.50', null],
      ['minPrice=50&maxPrice=20', 50, undefined, null, 'Has to be at least $50.00'],
      ['minPrice=-1&maxPrice=', undefined, undefined, 'Enter a price, such as 25 or 49.50', null],
    ] as const) {
      const { filters, prices } = read(query);
      expect([filters.minPrice, filters.maxPrice], query).toEqual([minPrice, maxPrice]);
      expect([prices.minPrice.error, prices.maxPrice.error], query).toEqual(errors);
    }
  });

  test('filters that there are, no others, and no more than 20 of one', () => {
    const { filters } = read(
      'size=M&size=W32 L30&size=a,b&color=red&color=reddish&price=50-100&availability=x&custom=season:Winter&custom=Winter',
    );
    expect(filters).toEqual({
      ...{ ...none, size: ['M', 'W32 L30'], color: ['red'], price: ['50-100'] },
      custom: ['season:Winter'],
    });
    const many = Array.from({ length: 30 }, (_, i) => `size=${i}`).join('&');
    expect(read(many).filters.size).toHaveLength(20);
  });

  test('everything in the default order without a query', () => {
    expect(read('')).toEqual({ filters: none, prices: noPrices, sort: 'default', page: 1 });
  });

  test('what is no id, no sort or said twice is left out', () => {
    expect(read(`category=1,2&category=${shirts}&category=${shirts}&sort=cheapest`)).toEqual({
      filters: { ...none, category: [shirts] },
      prices: noPrices,
      sort: 'default',
      page: 1,
    });
  });
});
