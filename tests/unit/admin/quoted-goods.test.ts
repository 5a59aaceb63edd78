import { expect, test } from 'vitest';
import {
  discountText,
  goodsOf,
  listPriceText,
  stockText,
} from '../../../src/admin/quotes/quoted-goods.ts';

const goods = [
  { product: 'p', size: 'M', color: null, price: 65, stock: 14 },
  { product: 'p', size: 'XL', color: null, price: 70, stock: null },
];
const line = (size: string, quantity: string, unitPrice: string) => ({
  ...{ product: 'p', size, color: '', quantity, unitPrice },
});

test.for([
  ['M', '10', '52', 'List price $65.00, 20% off', '14 in stock'],
  ['M', '15', '65', 'List price $65.00', 'Only 14 in stock'],
  ['XL', '1', '', 'List price $70.00', 'Not tracked'],
  ['S', '1', '5', '', ''],
])(
  'a quoted %s, %s at %s, stands next to: %s; %s',
  ([size = '', many = '', price = '', ...said]) => {
    const typed = line(size, many, price);
    const found = goodsOf(goods, typed);
    expect([listPriceText(found, typed), stockText(found, typed)]).toEqual(said);
  },
);

test('the discount of a quote is that of all its lines, if all have a list price', () => {
  const lines = [line('M', '10', '52'), line('XL', '5', '70')];
  expect(discountText(goods, lines)).toBe('$1,000.00 at list prices, discount $130.00 (13%)');
  expect(discountText(goods, [...lines, line('S', '1', '5')])).toBe('');
  expect(discountText(goods, [line('M', '10', '')])).not.toContain('NaN');
});
