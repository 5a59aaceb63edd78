import { expect, test } from 'vitest';
import { formatCount, formatDate } from '../../../src/ui/format.ts';

test('counts and dates are written as people of the shop’s currency do', () => {
  expect(formatCount(12_345)).toBe('12,345');
  expect(formatDate('2026-11-21T23:30:00Z')).toBe('November 21, 2026');
});
