import { describe, expect, test } from 'vitest';
import { readListingQuery } from '../../../src/storefront/catalogue/listing-query.ts';

const shirts = '09a6c55d-606c-580d-aa79-ba72cef2cf95';
const read = (query: string) => readListingQuery(new URLSearchParams(query));

describe('what a list shows, read from the address', () => {
  test('categories and sort as they stand there', () => {
    expect(read(`category=${shirts}&sort=price-low-to-high`)).toEqual({
      categoryIds: [shirts],
      sort: 'price-low-to-high',
      page: 1,
    });
  });

  test('everything in the default order without a query', () => {
    expect(read('')).toEqual({ categoryIds: [], sort: 'default', page: 1 });
  });

  test('what is no id, no sort or said twice is left out', () => {
    expect(read(`category=1,2&category=${shirts}&category=${shirts}&sort=cheapest`)).toEqual({
      categoryIds: [shirts],
      sort: 'default',
      page: 1,
    });
  });
});
