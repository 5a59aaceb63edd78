import { expect, test } from 'vitest';
import { cartTotal, totalOf } from '../../../src/storefront/cart/totals.ts';
import {
  priceSteps,
  quantityText,
  type CompanyProduct,
} from '../../../src/storefront/company-price.ts';

const line = (price: number, quantity: number) => ({ product: { price }, quantity });
const lines = [line(0.1, 3), line(19.99, 2)];
const price = (goods: number, totalPrice: number) => ({ goods, totalPrice });

test('the total is that of the lines, with what the last price had on top of its goods', () => {
  expect(cartTotal(lines)).toBe(40.28);
  expect(totalOf(lines, null)).toBe(40.28);
  expect(totalOf(lines, price(20, 27.6))).toBe(47.88);
  expect(totalOf(lines, price(20, 15))).toBe(35.28);
  // A voucher of the old cart may be worth more than the new one.
  expect(totalOf(lines, price(100, 20))).toBe(0);
});

const rungs = (...prices: [quantity: number, price: number][]) =>
  prices.map(([quantity, it]) => ({ quantity, price: it }));
const own: CompanyProduct = {
  ...{
    _id: 'p',
    retail: 20,
    lowest: 12,
    varies: true,
    minimum: 1,
    multiple: 1,
    prices: rungs([1, 16], [12, 14]),
  },
  variants: [
    { size: 'L', color: 'navy', prices: rungs([1, 18], [24, 13]) },
    { size: 'L', color: null, prices: rungs([1, 9]) },
  ],
};

test('the steps of a price have the lowest of the choices, and say where it is not that of all', () => {
  const [medium, large] = [
    { size: 'M', color: 'navy' },
    { size: 'L', color: 'navy' },
  ];
  expect(priceSteps(own, [medium])).toEqual([
    { quantity: 1, price: 16, ofAll: true },
    { quantity: 12, price: 14, ofAll: true },
  ]);
  expect(priceSteps(own, [large, medium])).toEqual([
    { quantity: 1, price: 16, ofAll: false },
    { quantity: 12, price: 14, ofAll: false },
    { quantity: 24, price: 13, ofAll: false },
  ]);
  expect(priceSteps(own, [{ size: 'L' }])).toEqual([{ quantity: 1, price: 9, ofAll: true }]);
  expect(priceSteps(own, [{ color: 'navy' }])).toHaveLength(2);
});

test.each([
  [1, 1, ''],
  [10, 1, 'Minimum 10'],
  [1, 6, 'Packs of 6'],
  [12, 6, 'Minimum 12, packs of 6'],
])('with at least %d in packs of %d it says “%s”', (minimum, multiple, text) => {
  expect(quantityText({ ...own, minimum, multiple })).toBe(text);
});
