import { fromMinor, toMinor } from '#shared/domain/money.ts';
import type { IncomePeriod } from '#shared/schemas/dashboard.ts';

/** The next round number above (1, 2 or 5 times a power of ten), for readable steps on the scale. */
export function niceTop(highest: number): number {
  if (highest <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((it) => it * power >= highest) ?? 10;
  return step * power;
}

/** Which bars are labelled: the first, the last, and some evenly spaced ones. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)));
}

export function sumOf(periods: readonly IncomePeriod[]): { income: number; orders: number } {
  const minor = periods.reduce((sum, it) => sum + toMinor(it.income), 0);
  return { income: fromMinor(minor), orders: periods.reduce((sum, it) => sum + it.orders, 0) };
}
