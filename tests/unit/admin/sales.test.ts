import { describe, expect, test } from 'vitest';
import { lastDays } from '#shared/domain/sales-ranges.ts';
import { labelled, niceTop, sumOf } from '../../../src/admin/dashboard/chart.ts';
import { readRange } from '../../../src/admin/dashboard/sales.ts';
import { formatDay, formatMonth } from '../../../src/ui/format.ts';

const today = '2026-03-02';

describe('the range of the dashboard', () => {
  test('is the last 30 days by day, today among them, unless the address says otherwise', () => {
    expect(readRange('', today)).toEqual({ from: '2026-02-01', to: '2026-03-02', by: 'day' });
    expect(readRange('?from=2025-01-01&to=2025-12-31&by=month', today)).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
      by: 'month',
    });
    expect(readRange('?from=soon&to=2026-99-99&by=year', today)).toEqual(readRange('', today));
    expect(lastDays(1, today)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  });
});

describe('the chart', () => {
  test.each([
    [0, 100],
    [0.4, 0.5],
    [1, 1],
    [87, 100],
    [101, 200],
    [4900, 5000],
    [5001, 10_000],
  ])('draws %d under a top of %d', (highest, top) => {
    expect(niceTop(highest)).toBeCloseTo(top);
  });

  test('names the first and the last of many periods, and all of few', () => {
    expect(labelled(0, 5)).toEqual([]);
    expect(labelled(3, 5)).toEqual([0, 1, 2]);
    expect(labelled(31, 5)).toEqual([0, 8, 15, 23, 30]);
    expect(formatDay('2026-11-01')).toBe('Nov 1');
    expect(formatMonth('2026-11-01')).toBe('Nov 2026');
  });

  test('adds up to the cent', () => {
    const day = (income: number) => ({ period: '2026-11-01', income, orders: 2 });
    expect(sumOf([day(0.1), day(0.2), day(19.95)])).toEqual({ income: 20.25, orders: 6 });
  });
});
