import { beforeEach, describe, expect, test } from 'vitest';
import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { movedBy, nextAfter } from '../../../src/admin/stock/sheet-keys.ts';
import {
  blockOf,
  detailSheet,
  empty,
  fillDown,
  paste,
  rangeOf,
  stockSheet,
  type Sheet,
} from '../../../src/admin/stock/sheet.ts';
import {
  changesStock,
  countOf,
  errorsOf,
  inputOf,
  rebased,
  textOf,
  withoutSent,
  withTexts,
  type Edits,
} from '../../../src/admin/stock/stock-edits.ts';
import { readTabText, tabText } from '../../../src/admin/stock/tab-text.ts';
import { meantText } from '../../../src/admin/stock/variant-fields.ts';

const made = (size: string, color: string, fields: Partial<OfficeVariant> = {}): OfficeVariant => ({
  ...{ _id: `${color} ${size}`, size, color, sku: `HM1-${color}-${size}`.toUpperCase() },
  ...{ barcode: null, priceDelta: 0, policy: 'deny', onHand: 10, held: 2, waiting: 0 },
  updatedAt: 'then',
  ...fields,
});
const m = made('M', 'navy');
const l = made('L', 'navy', { onHand: 0, held: 0, policy: 'untracked' });
const variants = [l, m, made('M', 'tan'), made('L', 'tan')];
const product = { sizes: ['M', 'L'], colors: ['tan', 'navy'] };
let stock: Sheet;
let details: Sheet;
beforeEach(() => {
  stock = stockSheet(variants, product);
  details = detailSheet(variants, product);
});
const at = (row: number, column: number) => ({ row, column });
const typed = (text: string, variant = m): Edits =>
  withTexts({}, [{ variant, field: 'onHand', text }]);

describe('the text of spreadsheets', () => {
  test.each([
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a', [['a']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"1\n2"\t"say ""so"""', [['1\n2', 'say "so"']]],
    ['6" pipe\t1', [['6" pipe', '1']]],
    ['', [['']]],
    ['a\n\n', [['a'], ['']]],
  ])('%j is read', (text, block) => {
    expect(readTabText(text)).toEqual(block);
  });

  test('is quoted only where it has to be', () => {
    expect(tabText([['a', 'b c'], ['d\te']])).toBe('a\tb c\n"d\te"');
  });

  test('comes back as it was written', () => {
    const block = [
      ['a\tb', '"', ''],
      ['', 'line\r\nbreak', ' x '],
    ];
    expect(readTabText(tabText(block))).toEqual(block);
  });
});

test.each([
  ['onHand', ' 12 ', '12'],
  ['onHand', '1,200', '1200'],
  ['onHand', '7.00', '7'],
  ['onHand', '+5', '15'],
  ['onHand', '-3', '7'],
  ['onHand', '-30', '-30'],
  ['onHand', 'ten', 'ten'],
  ['onHand', '', '10'],
  ['priceDelta', '$2,5', '2.50'],
  ['priceDelta', '-1', '-1.00'],
  ['priceDelta', '', '0.00'],
  ['sku', 'hm1-a', 'HM1-A'],
  ['barcode', '4 006381-333931', '4006381333931'],
  ['barcode', '', ''],
  ['policy', 'back-order', 'backorder'],
  ['policy', 'deny', 'deny'],
  ['policy', 'never', 'never'],
] as const)('%s: %j means %j', (field, text, meant) => {
  expect(meantText(field, text, '10')).toBe(meant);
});

describe('the grid', () => {
  test('stands in the order of the product', () => {
    expect(stock.columns.map((it) => it.label)).toEqual(['M', 'L']);
    expect(stock.rows.map((it) => it.heads[0]?.text)).toEqual(['Tan', 'Navy']);
    expect(details.rows.map((it) => it.heads.map(({ span }) => span))).toEqual([
      ...[
        [2, 1],
        [0, 1],
        [2, 1],
        [0, 1],
      ],
    ]);
    const { corner, rows } = detailSheet([made('M', '', { color: null })], {
      ...product,
      colors: [],
    });
    expect([corner, rows[0]?.heads.map((it) => it.text)]).toEqual([['Size'], ['M']]);
  });

  test('is copied as it is shown', () => {
    expect(blockOf(stock, rangeOf(at(1, 1), at(0, 0)), typed('12'))).toEqual([
      ...[
        ['10', '10'],
        ['12', ''],
      ],
    ]);
    expect(blockOf(details, rangeOf(at(2, 3), at(3, 4)), {})).toEqual([
      ...[
        ['No sale without stock', '10'],
        ['Not tracked', ''],
      ],
    ]);
  });

  test('takes a block, as often as it fits into the selection, and says what was left out', () => {
    const block = readTabText('1\t2\n3\t4');
    const { cells, left } = paste(stock, rangeOf(at(1, 0), at(1, 0)), block);
    expect([cells.map((it) => [it.variant._id, it.text]), left]).toEqual([
      [
        ['navy M', '1'],
        ['navy L', '2'],
      ],
      2,
    ]);
    const everywhere = paste(stock, rangeOf(at(0, 0), at(1, 1)), [['5']]);
    expect(everywhere.cells.map((it) => it.text)).toEqual(['5', '5', '5', '5']);
    // Held, free and waiting can only be read.
    expect(empty(details, rangeOf(at(0, 4), at(0, 7)))).toMatchObject({
      ...{ cells: [{ field: 'onHand', text: '' }], left: 3 },
    });
  });

  test('is filled down from the first row of the selection, or from the row above', () => {
    const texts = ({ cells }: ReturnType<typeof fillDown>) => cells.map((it) => it.text);
    expect(texts(fillDown(stock, rangeOf(at(0, 0), at(1, 1)), {}))).toEqual(['10', '10']);
    expect(texts(fillDown(stock, rangeOf(at(1, 0), at(1, 0)), {}))).toEqual(['10']);
    expect(texts(fillDown(stock, rangeOf(at(0, 0), at(0, 1)), {}))).toEqual([]);
  });

  test('is moved in, to its edges at most', () => {
    const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });
    expect(movedBy(key('ArrowUp'), stock, at(0, 1))).toEqual(at(0, 1));
    expect(movedBy(key('ArrowRight', true), details, at(2, 0))).toEqual(at(2, 7));
    expect(movedBy(key('x'), stock, at(0, 0))).toBeNull();
    expect(nextAfter('Tab', false, stock, at(0, 1))).toEqual(at(1, 0));
    expect(nextAfter('Tab', true, stock, at(0, 0))).toEqual(at(0, 0));
    expect(nextAfter('Enter', true, stock, at(1, 1))).toEqual(at(0, 1));
  });
});

describe('edits', () => {
  test('go as differences, with the version only where a field changes', () => {
    expect(inputOf(typed('13'))).toEqual([{ _id: m._id, by: 3 }]);
    const price = withTexts(typed('7'), [{ variant: m, field: 'priceDelta', text: '2' }]);
    expect(inputOf(price)).toEqual([{ _id: m._id, priceDelta: 2, by: -3, updatedAt: 'then' }]);
    expect(inputOf(typed('ten'))).toEqual([{ _id: m._id, by: Number.NaN }]);
  });

  test('that lead back to what is saved are none', () => {
    expect(countOf(withTexts(typed('13'), [{ variant: m, field: 'onHand', text: '10' }]))).toBe(0);
  });

  test('add to the number that is shown', () => {
    const twice = withTexts(typed('+5'), [{ variant: m, field: 'onHand', text: '+5' }]);
    expect([textOf(twice, m, 'onHand'), textOf(twice, m, 'free')]).toEqual(['20', '18']);
  });

  test('begin to count what was not counted', () => {
    expect(inputOf(typed('4', l))).toMatchObject([{ policy: 'deny', by: 4 }]);
    expect(countOf(typed('0', l))).toBe(0);
    const stopped = withTexts(typed('4'), [{ variant: m, field: 'policy', text: 'untracked' }]);
    expect(inputOf(stopped)).toMatchObject([{ policy: 'untracked' }]);
    expect(
      changesStock({ ...stopped, ...withTexts({}, [{ variant: l, field: 'sku', text: 'A' }]) }),
    ).toBe(true);
  });

  test('say at their cells what was refused', () => {
    const edits = withTexts(typed('1'), [{ variant: l, field: 'sku', text: 'A' }]);
    const issue = (path: string) => errorsOf(edits, [{ path, message: 'No' }])[0];
    expect(issue('variants.0.by')).toMatchObject({ field: 'onHand', variant: m });
    expect(issue('variants.1.sku')).toMatchObject({ field: 'sku', variant: l });
    expect(issue('variants.1')).toMatchObject({ field: 'sku', variant: l });
    expect(issue('note')).toBeUndefined();
    const both = withTexts(typed('1'), [
      { variant: m, field: 'barcode', text: '4006381333931' },
      { variant: m, field: 'priceDelta', text: '2' },
    ]);
    const fields = ['by', 'priceDelta', ''].map(
      (it) => errorsOf(both, [{ path: `variants.0.${it}`, message: 'No' }])[0]?.field,
    );
    expect(fields).toEqual(['onHand', 'priceDelta', 'barcode']);
  });

  test('stay when somebody else saved meanwhile, who is named where both changed a cell', () => {
    const cells = [
      { variant: m, field: 'sku', text: 'MINE' },
      { variant: m, field: 'barcode', text: '4006381333931' },
    ] as const;
    const theirs = { ...m, sku: 'THEIRS', onHand: 9, updatedAt: 'now' };
    const { edits, conflicts } = rebased(withTexts(typed('12'), cells), [theirs]);
    expect(conflicts).toEqual([{ variant: theirs, field: 'sku', theirs: 'THEIRS' }]);
    expect(countOf(edits)).toBe(3);
    expect(inputOf(edits)).toEqual([
      { _id: m._id, sku: 'MINE', barcode: '4006381333931', by: 2, updatedAt: 'now' },
    ]);
  });

  test('of a save that was typed meanwhile stay', () => {
    const sent = withTexts(typed('12'), [{ variant: m, field: 'sku', text: 'A' }]);
    const later = withTexts(sent, [{ variant: m, field: 'onHand', text: '15' }]);
    const saved = { ...m, sku: 'A', onHand: 12 };
    expect(inputOf(withoutSent(later, sent, [saved]))).toEqual([{ _id: m._id, by: 3 }]);
    // A piece was sold while it was saved: the number that was sent is no edit any more.
    expect(withoutSent(sent, sent, [{ ...saved, onHand: 11 }])).toEqual({});
    // What was put back to what it was before.
    expect(countOf(withoutSent(typed('12'), sent, [saved]))).toBe(0);
    const other = withTexts(later, [{ variant: l, field: 'sku', text: 'B' }]);
    expect(countOf(withoutSent(other, sent, [saved, l, made('S', 'navy')]))).toBe(2);
  });
});
