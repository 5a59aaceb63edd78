import { expect, test } from 'vitest';
import { isSortOption, newestFirst } from '#shared/domain/sort-options.ts';

test('the newest comes first, and the list itself is left alone', () => {
  const coat = { createdAt: '2026-01-02T00:00:00.000Z' };
  const scarf = { createdAt: '2026-01-03T00:00:00.000Z' };
  const all = [coat, scarf];
  expect(newestFirst(all)).toEqual([scarf, coat]);
  expect(all).toEqual([coat, scarf]);
});

test('only the four options are options', () => {
  expect(isSortOption('latest')).toBe(true);
  expect(isSortOption('toString')).toBe(false);
});
