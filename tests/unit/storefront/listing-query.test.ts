import { describe, expect, test } from 'vitest';
import { readListingQuery } from '../../../src/storefront/catalogue/listing-query.ts';

const shirts = '09a6c55d-606c-580d-aa79-ba72cef2cf95';
const none = { category: [], size: [], color: [], price: [], availability: [] };
const read = (query: string) => readListingQuery(new URLSearchParams(query));

describe('what a list shows, read from the address', () => {
  test('categories and sort as they stand there', () => {
    expect(read(`category=${shirts}&sort=price-low-to-high`)).toEqual({
      filters: { ...none, category: [shirts] },
      sort: 'price-low-to-high',
      page: 1,
    });
  });

  test('filters that there are, no others, and no more than 20 of one', () => {
    const { filters } = read(
      'size=M&size=W32 L30&size=a,b&color=red&color=reddish&price=50-100&availability=x',
    );
    expect(filters).toEqual({ ...none, size: ['M', 'W32 L30'], color: ['red'], price: ['50-100'] });
    const many = Array.from({ length: 30 }, (_, i) => `size=${i}`).join('&');
    expect(read(many).filters.size).toHaveLength(20);
  });

  test('everything in the default order without a query', () => {
    expect(read('')).toEqual({ filters: none, sort: 'default', page: 1 });
  });

  test('what is no id, no sort or said twice is left out', () => {
    expect(read(`category=1,2&category=${shirts}&category=${shirts}&sort=cheapest`)).toEqual({
      filters: { ...none, category: [shirts] },
      sort: 'default',
      page: 1,
    });
  });
});
