import { expect, test } from 'vitest';
import { isSortOption, newestFirst, sortProducts } from '#shared/domain/sort-options.ts';

const coat = { price: 30, createdAt: '2026-01-02T00:00:00.000Z' };
const scarf = { price: 9.5, createdAt: '2026-01-03T00:00:00.000Z' };
const hat = { price: 9.5, createdAt: '2026-01-01T00:00:00.000Z' };
const all = [coat, scarf, hat];

test('each option sorts as it says and leaves the list itself alone', () => {
  const before = [...all];
  expect(sortProducts(all, 'default')).toEqual(before);
  expect(sortProducts(all, 'latest')).toEqual([scarf, coat, hat]);
  expect(sortProducts(all, 'price-low-to-high')).toEqual([scarf, hat, coat]);
  expect(sortProducts(all, 'price-high-to-low')).toEqual([coat, scarf, hat]);
  expect(newestFirst(all)).toEqual([scarf, coat, hat]);
  expect(all).toEqual(before);
  expect(sortProducts([hat, coat], 'default')).toEqual([hat, coat]);
});

test('only the four options are options', () => {
  expect(isSortOption('latest')).toBe(true);
  expect(isSortOption('toString')).toBe(false);
});
