import { expect, test } from 'vitest';
import { counted } from '#shared/domain/counted.ts';
import {
  formatCount,
  formatDate,
  formatDateAndTime,
  formatDay,
  formatMoney,
  formatMonth,
  formatShortPrice,
} from '../../../src/ui/format.ts';

test('counts and dates are written as people of the shop’s currency do', () => {
  expect(formatCount(12_345)).toBe('12,345');
  expect([1, 0, 1200].map((it) => counted(it, 'row'))).toEqual(['1 row', '0 rows', '1,200 rows']);
  const late = '2026-11-21T23:30:00Z';
  expect([formatDate(late), formatDay(late), formatMonth(late)]).toEqual([
    ...['November 21, 2026', 'Nov 21', 'Nov 2026'],
  ]);
  expect(formatDateAndTime('2026-11-21T14:05:00')).toBe('November 21, 2026 at 2:05 PM');
});

test('amounts are written short, or in any currency', () => {
  expect([formatShortPrice(12_345), formatShortPrice(950)]).toEqual(['$12.3K', '$950']);
  expect([formatMoney(19.5, 'USD'), formatMoney(1950, 'JPY')]).toEqual(['$19.50', '¥1,950']);
});
