import { expect, test } from 'vitest';
import { paperName, includedTax, sumRows } from '#shared/domain/order-sums.ts';

const format = (amount: number) => `${amount} dollars`;
const priced = { ...{ discount: 0, shipping: 0, shippingMethod: '', tax: 0, taxIncluded: false } };
const rows = (more: Partial<Parameters<typeof sumRows>[0]>) =>
  sumRows({ ...priced, ...more }, format).map(({ name, value }) => `${name}: ${value}`);

test('the rows between lines and total name what there is', () => {
  expect(rows({})).toEqual(['Shipping: Free']);
  expect(
    rows({ discount: 5, voucherCode: 'TEN', shipping: 4, shippingMethod: 'DHL', tax: 2 }),
  ).toEqual(['Voucher TEN: -5 dollars', 'Shipping, DHL: 4 dollars', 'Tax: 2 dollars']);
  expect(rows({ discount: 5 })).toEqual(['Voucher: -5 dollars', 'Shipping: Free']);
});

test('a tax that prices have in them is no row, and stands below the total', () => {
  expect(rows({ tax: 2, taxIncluded: true })).toEqual(['Shipping: Free']);
  expect(includedTax({ ...priced, tax: 2, taxIncluded: true }, format)).toBe(
    'Includes 2 dollars tax',
  );
  expect(includedTax({ ...priced, tax: 0, taxIncluded: true }, format)).toBe('');
  expect(includedTax({ ...priced, tax: 2 }, format)).toBe('');
});

test('an order is called an invoice once it is paid, or to be paid within terms', () => {
  expect(paperName({ paidAt: null, dueAt: null })).toBe('Order');
  expect(paperName({ paidAt: '2026-11-27T00:00:00Z', dueAt: null })).toBe('Invoice');
  expect(paperName({ paidAt: null, dueAt: '2026-12-27T00:00:00Z' })).toBe('Invoice');
});
