import { afterEach, expect, test } from 'vitest';
import { counted } from '#shared/domain/counted.ts';
import { formatPrice, formatShort } from '#shared/domain/money.ts';
import { offsetTimes } from '#shared/domain/shop-time.ts';
import {
  formatCount,
  formatDate,
  formatDateAndTime,
  formatDay,
  formatMonth,
} from '../../../src/ui/format.ts';
import { setServerTimeZone, shopDay } from '../../../src/ui/time-zone.ts';

afterEach(() => setServerTimeZone('UTC'));

test('counts and dates are written as people of the shop’s currency do', () => {
  expect(formatCount(12_345)).toBe('12,345');
  expect([1, 0, 1200].map((it) => counted(it, 'row'))).toEqual(['1 row', '0 rows', '1,200 rows']);
  const late = '2026-11-21T23:30:00Z';
  expect([formatDate(late), formatDay(late), formatMonth(late)]).toEqual([
    ...['November 21, 2026', 'Nov 21', 'Nov 2026'],
  ]);
});

test.each([
  ['America/Los_Angeles', '2026-11-26', 'November 26, 2026 at 6:33 PM PST'],
  ['America/New_York', '2026-11-26', 'November 26, 2026 at 9:33 PM EST'],
  ['Asia/Kolkata', '2026-11-27', 'November 27, 2026 at 8:03 AM GMT+5:30'],
  ['Pacific/Auckland', '2026-11-27', 'November 27, 2026 at 3:33 PM GMT+13'],
])('times are those of the shop in %s, and days stay what they are', (zone, day, time) => {
  setServerTimeZone(zone);
  const late = '2026-11-27T02:33:00.000Z';
  expect([shopDay(new Date(late)), formatDateAndTime(late)]).toEqual([day, time]);
  expect([formatDate(late), formatDay('2026-11-01')]).toEqual([formatDate(day), 'Nov 1']);
  expect(formatDateAndTime(offsetTimes(zone)(late))).toBe(time);
});

test('amounts are written short, or in any currency', () => {
  expect([formatShort(12_345), formatShort(950)]).toEqual(['$12.3K', '$950']);
  expect([formatPrice(19.5, 'USD'), formatPrice(1950, 'JPY')]).toEqual(['$19.50', '¥1,950']);
});
