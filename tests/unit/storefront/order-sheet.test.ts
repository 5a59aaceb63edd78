import { expect, test } from 'vitest';
import { priceAt, pricesOf } from '../../../src/storefront/company-price.ts';
import {
  asQuantity,
  cellBeside,
  missingPieces,
  nameOf,
  rulesOf,
  sheetOf,
  withBlock,
  type Sheet,
} from '../../../src/storefront/order-grid/sheet.ts';

const cell = (stock: 'in' | 'out') =>
  ({ size: 'M', color: 'navy', sku: 'A', price: 20, stock, left: null, barcode: null }) as const;

/** Two rows of three; the second cell is sold out, the fifth does not exist. */
const sheet: Sheet = {
  rows: ['navy', 'ecru'],
  columns: ['S', 'M', 'L'],
  cells: [cell('in'), cell('out'), cell('in'), cell('in'), undefined, cell('in')],
};
const empty = sheet.cells.map(() => '');

test('a block fills cells from where it is pasted, and counts what has no place', () => {
  expect(withBlock(sheet, empty, 0, '1\t2\t3\r\n4\t5\t6\r\n')).toEqual({
    values: ['1', '', '3', '4', '', '6'],
    leftOut: 2,
  });
  expect(withBlock(sheet, empty, 2, '7\t8\n9')).toEqual({
    values: ['', '', '7', '', '', '9'],
    leftOut: 1,
  });
  const spaced = withBlock(sheet, empty, 0, ' 12 \t\t\n');
  expect(spaced).toEqual({ values: ['12', '', '', '', '', ''], leftOut: 0 });
  // Nothing is taken away by empty cells; a zero is nothing.
  const filled = ['1', '', '2', '3', '', '4'];
  expect(withBlock(sheet, filled, 0, '\t\t0\nx\t\t1.5').values).toEqual([
    '1',
    '',
    '',
    '3',
    '',
    '4',
  ]);
  expect(withBlock(sheet, filled, 5, '1\n2\n3').leftOut).toBe(2);
});

test.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 2],
  [3, 'ArrowRight', 5],
  [5, 'ArrowLeft', 3],
  [0, 'ArrowDown', 3],
  [1, 'ArrowDown', 1],
  [2, 'Enter', 5],
  [3, 'ArrowUp', 0],
  [0, 'ArrowUp', 0],
  [5, 'Home', 3],
  [3, 'End', 5],
  [3, 'x', 3],
])('from cell %i, %s leads to cell %i', (from, key, to) => {
  expect(cellBeside(sheet, from, key)).toBe(to);
});

test('the price is that of the highest rung, and packs say what is missing', () => {
  const own = {
    ...{ _id: 'a', retail: 20, lowest: 20, varies: false, minimum: 10, multiple: 6, variants: [] },
    prices: [
      { quantity: 1, price: 16 },
      { quantity: 12, price: 14 },
    ],
  };
  expect([0, 1, 11, 12, 500].map((it) => priceAt(own.prices, it))).toEqual([16, 16, 16, 14, 14]);
  expect(priceAt([], 1)).toBe(0);
  const large = { size: 'L', color: 'navy', prices: own.prices.slice(1) };
  const mixed = { ...own, variants: [large] };
  expect(pricesOf(mixed, { ...cell('in'), size: 'L' })).toBe(large.prices);
  for (const color of ['navy', 'ecru']) {
    expect(pricesOf(mixed, { ...cell('in'), size: color === 'navy' ? 'M' : 'L', color })).toBe(
      mixed.prices,
    );
  }
  expect([1, 11, 12, 13].map((it) => missingPieces(own, it))).toEqual([11, 1, 0, 5]);
  expect(rulesOf(own)).toBe('at least 10 pieces, in packs of 6');
  expect(rulesOf({ ...own, minimum: 1, multiple: 1 })).toBe('');
  expect(asQuantity('1,2 3 4')).toBe('123');
});

test('a column of cells is walked past its gaps', () => {
  const column = { ...sheet, columns: ['M'], cells: [cell('in'), undefined, cell('out')] };
  expect([cellBeside(column, 2, 'ArrowUp'), cellBeside(column, 0, 'Enter')]).toEqual([0, 2]);
});

test('a product is a row for each color and a column for each size, named as people do', () => {
  const [navyM, navyL, ecruL] = [
    { ...cell('in'), size: 'M' },
    { ...cell('in'), size: 'L' },
    { ...cell('in'), size: 'L', color: 'ecru' },
  ];
  const product = { colors: ['navy', 'ecru'], sizes: ['M', 'L'], variants: [ecruL, navyL, navyM] };
  expect(sheetOf(product)).toEqual({
    ...{ rows: ['navy', 'ecru'], columns: ['M', 'L'] },
    cells: [navyM, navyL, undefined, ecruL],
  });
  const plain = { ...cell('in'), size: null, color: null };
  const whole = { colors: [], sizes: [], variants: [plain] };
  expect(sheetOf(whole)).toEqual({ rows: [null], columns: [null], cells: [plain] });
  expect([navyM, { ...navyM, color: null }, plain].map((it) => nameOf(it))).toEqual([
    ...['Navy, M', 'M', 'Pieces'],
  ]);
});
