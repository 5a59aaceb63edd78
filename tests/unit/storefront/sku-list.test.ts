import { expect, test } from 'vitest';
import { newLine, quantityOf, readList } from '../../../src/account/ordering/sku-list.ts';

const read = (text: string) => readList(text).map((it) => [it.sku, it.quantity]);

test('a list is read as people type it and as spreadsheets save it', () => {
  expect(read('A-1, 2\nB-2;3\r\nC-3\t4\n')).toEqual([
    ['A-1', '2'],
    ['B-2', '3'],
    ['C-3', '4'],
  ]);
  expect(read('\uFEFF" A-1 ", " 12 "\n\n,\n,5\nA"1", 2\n"A"1')).toEqual([
    ['A-1', '12'],
    ['', '5'],
    ['A"1"', '2'],
    ['"A"1', ''],
  ]);
});

test('only a first line without a number is a heading', () => {
  expect(read('SKU,Quantity\nA-1,two')).toEqual([['A-1', 'two']]);
  expect(read('A-1\nB-2')).toEqual([
    ['A-1', ''],
    ['B-2', ''],
  ]);
});

test('lines have ids of their own and no problem', () => {
  const [one, other] = readList('A-1,1\nA-1,1');
  expect(one?.id).not.toBe(other?.id);
  expect(newLine()).toMatchObject({ sku: '', quantity: '', problem: '' });
});

test.each([
  ['1', 1],
  [' 007 ', 7],
  ['999', 999],
  ['1000', null],
  ['0', null],
  ['1.5', null],
  ['x1', null],
  ['', null],
])('%j is the quantity %j', (text, quantity) => {
  expect(quantityOf(newLine('A', text))).toBe(quantity);
});
