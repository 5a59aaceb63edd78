import { expect, test } from 'vitest';
import {
  countText,
  pageAddress,
  readPage,
  shownPages,
} from '../../../src/storefront/catalogue/paging.ts';

test('a page is read from the address, and what can be none is the first', () => {
  const read = (query: string) => readPage(new URLSearchParams(query));
  expect(['page=3', '', 'page=0', 'page=-1', 'page=2x', 'page=9999999'].map(read)).toEqual([
    ...[3, 1, 1, 1, 1, 1],
  ]);
});

test('the address of another page keeps what was chosen, and the first page has no number', () => {
  const url = new URL('https://shop.example/shop?category=a&category=b&page=2');
  expect(pageAddress(url, 3)).toBe('/shop?category=a&category=b&page=3');
  expect(pageAddress(url, 1)).toBe('/shop?category=a&category=b');
  expect(pageAddress(new URL('https://shop.example/shop?page=2'), 1)).toBe('/shop');
});

test('the first, the last and the neighbours are shown, and a gap is worth two pages at least', () => {
  expect(shownPages(1, 3)).toEqual([1, 2, 3]);
  expect(shownPages(1, 4167)).toEqual([1, 2, null, 4167]);
  expect(shownPages(4, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shownPages(50, 99)).toEqual([1, null, 49, 50, 51, null, 99]);
});

test('the count says which part is seen', () => {
  expect(countText(1, 1, 'product')).toBe('1 product');
  expect(countText(24, 1, 'product')).toBe('24 products');
  expect(countText(57, 'all', 'product')).toBe('57 products');
  expect(countText(57, 3, 'product')).toBe('49–57 of 57 products');
  expect(countText(100_000, 2, 'product')).toBe('25–48 of 100,000 products');
});
