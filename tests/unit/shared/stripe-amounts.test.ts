import { expect, test } from 'vitest';
import { fromStripeAmount, toStripeAmount } from '#shared/payments/stripe/amounts.ts';

test.each([
  ['USD', 12_345, 12_345],
  ['JPY', 500, 500],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['MGA', 50_000, 500],
  ['KWD', 12_340, 12_340],
])('%s %i are %i units of Stripe, and back', (currency, amount, units) => {
  expect(toStripeAmount(amount, currency)).toBe(units);
  expect(fromStripeAmount(units, currency.toLowerCase())).toEqual({ amount, currency });
});

test.each([
  ['MGA', 50_001],
  ['KWD', 12_345],
])('Stripe cannot charge %s %i', (currency, amount) => {
  expect(() => toStripeAmount(amount, currency)).toThrow(`Stripe cannot charge ${amount}`);
});
