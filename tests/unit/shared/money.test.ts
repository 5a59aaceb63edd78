import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatPrice,
  fromCents,
  isWholeCents,
  lineTotal,
  sumOfLines,
  toCents,
} from '#shared/domain/money.ts';

test('sums are exact where floating point is not', () => {
  expect(
    sumOfLines([
      { price: 0.1, quantity: 1 },
      { price: 0.2, quantity: 1 },
    ]),
  ).toBe(0.3);
  expect(lineTotal(19.99, 3)).toBe(59.97);
  expect(lineTotal(1.1, 3)).toBe(3.3);
  expect(sumOfLines([])).toBe(0);
});

test('every price survives the way to cents and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      expect(toCents(fromCents(cents))).toBe(cents);
      expect(isWholeCents(fromCents(cents))).toBe(true);
      expect(isWholeCents(fromCents(cents) + 0.001)).toBe(false);
    }),
  );
  expect(isWholeCents(134_268_238.39)).toBe(true);
  expect(isWholeCents(Number.NaN)).toBe(false);
  expect(isWholeCents(Number.POSITIVE_INFINITY)).toBe(false);
});

test('prices for people have a dollar sign and two decimals', () => {
  expect(formatPrice(19.5)).toBe('$19.50');
  expect(formatPrice(0)).toBe('$0.00');
  expect(formatPrice(1234.5)).toBe('$1,234.50');
});
