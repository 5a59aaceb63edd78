import { expect, test } from 'vitest';
import { notChosen } from '#shared/domain/order-status.ts';

const product = { sizes: ['M'], colors: ['navy'] };

test.each([
  [{ product, size: null, color: null }, 'color not chosen, size not chosen'],
  [{ product, size: 'M', color: 'navy' }, ''],
  [{ product: { ...product, sizes: [] }, size: null, color: 'navy' }, ''],
  [{ product: null, size: null, color: null }, ''],
])('what of an ordered line was not chosen', (line, said) => {
  expect(notChosen(line)).toBe(said);
});
