import { beforeEach, describe, expect, test } from 'vitest';
import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { movedBy, nextAfter, within } from '../../../src/admin/stock/sheet-keys.ts';
import {
  blockOf,
  detailSheet,
  fillDown,
  isIn,
  paste,
  rangeOf,
  spotOf,
  stockSheet,
  type Sheet,
} from '../../../src/admin/stock/sheet.ts';
import {
  cellName,
  changesStock,
  countOf,
  errorsOf,
  inputOf,
  policyErrors,
  rebased,
  textOf,
  willBeCounted,
  withTexts,
  type CellText,
} from '../../../src/admin/stock/stock-edits.ts';
import {
  isCounted,
  meantText,
  reasonOf,
  savedText,
  shownText,
  variantName,
} from '../../../src/admin/stock/variant-fields.ts';

const variant = (
  size: string | null,
  color: string | null,
  more: Partial<OfficeVariant> = {},
): OfficeVariant => ({
  ...{ _id: `${color} ${size}`, size, color, sku: 'HM1', barcode: null, priceDelta: 1.5 },
  ...{ policy: 'deny', onHand: 10, held: 2, waiting: 3, updatedAt: 'then', ...more },
});
const m = variant('M', 'navy');
const uncounted = variant('L', 'navy', { policy: 'untracked', onHand: 0 });
const edit = (field: CellText['field'], text: string, of = m) =>
  withTexts({}, [{ variant: of, field, text }]);
const at = (row: number, column: number) => ({ row, column });

describe('a variant', () => {
  test('is named by size and color, where it has them', () => {
    const names = [m, variant('M', null), variant(null, 'navy'), variant(null, null)];
    expect(names.map((it) => variantName(it))).toEqual(['M, Navy', 'M', 'Navy', 'One size']);
    expect(cellName({ field: 'sku', variant: m })).toBe('SKU of M, Navy');
  });

  test('is saved as texts of its cells', () => {
    const texts = (of: OfficeVariant) =>
      (
        ['sku', 'policy', 'barcode', 'priceDelta', 'onHand', 'held', 'free', 'waiting'] as const
      ).map((it) => savedText(of, it));
    expect(texts(m)).toEqual(['HM1', 'deny', '', '1.50', '10', '2', '8', '3']);
    expect(savedText({ ...m, barcode: '40063812' }, 'barcode')).toBe('40063812');
    expect([isCounted(m), isCounted(uncounted)]).toEqual([true, false]);
  });

  test.each([
    ['policy', 'deny', true, 'No sale without stock'],
    ['policy', 'never', true, 'never'],
    ['policy', 'toString', true, 'toString'],
    ['onHand', '0', true, '0'],
    ['onHand', '0', false, ''],
    ['onHand', '4', false, '4'],
    ['sku', '0', false, '0'],
  ] as const)('shows %s %j, counted %j, as %j', (field, text, counted, shown) => {
    expect(shownText(field, text, counted)).toBe(shown);
  });

  test('changes for a reason that there is', () => {
    expect(['damaged', 'stolen', 'constructor'].map((it) => reasonOf(it))).toEqual([
      ...['damaged', 'counted', 'counted'],
    ]);
  });
});

test.each([
  ['onHand', '1,20', '1,20'],
  ['onHand', '1,2000', '1,2000'],
  ['onHand', 'x1,200', 'x1,200'],
  ['onHand', '-1,200,000', '-1,200,000'],
  ['onHand', '7.5', '7.5'],
  ['onHand', '7.00x', '7.00x'],
  ['onHand', 'x7', 'x7'],
  ['onHand', '1234,567', '1234,567'],
  ['onHand', '1,200,5', '1,200,5'],
  ['onHand', '12,000,000', '12000000'],
  ['onHand', '+1,000', '1010'],
  ['onHand', '-10', '0'],
  ['priceDelta', '1,234', '1,234'],
  ['priceDelta', '1.234', '1.234'],
  ['priceDelta', '2.5x', '2.5x'],
  ['priceDelta', 'x2.5', 'x2.5'],
  ['priceDelta', '12,75', '12.75'],
  ['priceDelta', '+12', '12.00'],
  ['policy', ' NOT TRACKED ', 'untracked'],
  ['policy', 'count', 'count'],
  ['sku', '', '10'],
] as const)('%s: %j means %j', (field, typed, meant) => {
  expect(meantText(field, typed, '10')).toBe(meant);
});

test('a page is ten rows', () => {
  const many = Array.from({ length: 30 }, (_, i) => variant(String(i), 'navy'));
  const sheet = detailSheet(many, { sizes: [], colors: [] });
  const moved = (key: string) => movedBy({ key, ctrlKey: false, metaKey: false }, sheet, at(15, 0));
  expect([moved('PageUp'), moved('PageDown')]).toEqual([at(5, 0), at(25, 0)]);
});

test('what is added to no number is the number', () => {
  expect(meantText('onHand', '+5', '10', 'ten')).toBe('5');
});

describe('a sheet', () => {
  const all = [
    variant('XL', 'rust'),
    variant('S', 'navy'),
    variant('M', 'navy'),
    variant('M', 'ecru'),
  ];
  const product = { sizes: ['S ', 'M'], colors: ['navy', 'ecru'] };
  let stock: Sheet;
  let details: Sheet;
  beforeEach(() => {
    stock = stockSheet(all, product);
    details = detailSheet(all, product);
  });

  test('has what the product has no longer last, and gaps where it has no variant', () => {
    expect(stock.columns).toEqual(['S', 'M', 'XL'].map((label) => ({ label, isFigure: true })));
    expect(
      stock.rows.map(({ key, heads, cells }) => [key, heads, cells.map((it) => it?.variant._id)]),
    ).toEqual([
      ['navy', [{ text: 'Navy', colour: 'navy', span: 1 }], ['navy S', 'navy M', undefined]],
      ['ecru', [{ text: 'Ecru', colour: 'ecru', span: 1 }], [undefined, 'ecru M', undefined]],
      ['rust', [{ text: 'Rust', colour: 'rust', span: 1 }], [undefined, undefined, 'rust XL']],
    ]);
    expect(stock.corner).toEqual(['Color']);
  });

  test('has a row for each variant and a column for each field', () => {
    expect(details.corner).toEqual(['Color', 'Size']);
    expect(details.rows.map((it) => it.key)).toEqual(['navy S', 'navy M', 'ecru M', 'rust XL']);
    expect(details.rows[1]?.heads).toEqual([
      { text: 'Navy', colour: 'navy', span: 0 },
      { text: 'M', span: 1 },
    ]);
    expect(details.columns.map((it) => (it.isFigure ? `# ${it.label}` : it.label))).toEqual([
      ...['SKU', 'Barcode', '# Price difference', 'Policy'],
      ...['# Stock', '# Held', '# Available', '# Waiting'],
    ]);
    expect(details.rows[0]?.cells.map((it) => it?.field)).toEqual([
      ...['sku', 'barcode', 'priceDelta', 'policy', 'onHand', 'held', 'free', 'waiting'],
    ]);
  });

  test('of a product without sizes and colors has one cell', () => {
    const [one, none] = [variant(null, null), { sizes: [], colors: [] }];
    const { columns, rows } = stockSheet([one], none);
    expect(columns).toEqual([{ label: 'Stock', isFigure: true }]);
    expect(rows).toMatchObject([{ key: '', heads: [{ text: 'Stock', colour: null }] }]);
    expect(detailSheet([one], none).rows[0]?.heads).toEqual([{ text: 'One size', span: 1 }]);
    expect(detailSheet([one, m], none).corner).toEqual(['Color', 'Size']);
  });

  test('knows where a cell stands', () => {
    const spot = (id: string, field: 'onHand' | 'sku') =>
      all.filter((it) => it._id === id).map((of) => spotOf(stock, { variant: of, field }))[0];
    expect(spot('ecru M', 'onHand')).toEqual(at(1, 1));
    expect(spot('ecru M', 'sku')).toBeNull();
    expect(spotOf(details, { variant: m, field: 'sku' })).toEqual(at(1, 0));
  });

  test('has ranges with their edges', () => {
    const range = rangeOf(at(2, 1), at(1, 2));
    expect(range).toEqual({ top: 1, left: 1, bottom: 2, right: 2 });
    const inside = [at(1, 1), at(2, 2), at(0, 1), at(3, 1), at(1, 0), at(1, 3)];
    expect(inside.map((it) => isIn(it, range))).toEqual([true, true, false, false, false, false]);
  });

  test('takes a block of uneven rows, and repeats only what fits the selection', () => {
    const texts = (...given: Parameters<typeof paste>) =>
      paste(...given).cells.map((it) => `${it.variant._id} ${it.field} ${it.text}`);
    expect(texts(details, rangeOf(at(1, 0), at(2, 1)), [['A', '1'], ['B']])).toEqual([
      ...['navy M sku A', 'navy M barcode 1', 'ecru M sku B', 'ecru M barcode '],
    ]);
    // Three rows do not hold a block of two; columns do.
    expect(texts(details, rangeOf(at(0, 0), at(2, 1)), [['A'], ['B']])).toEqual([
      ...['navy S sku A', 'navy S barcode A', 'navy M sku B', 'navy M barcode B'],
    ]);
  });

  test('takes a block in its middle as it is', () => {
    const rows = ['A', 'B', 'C'].map((it) => [it, '1', '0']);
    const { cells, left } = paste(details, rangeOf(at(1, 1), at(1, 1)), rows);
    expect(cells.map((it) => it.text).join('')).toBe('A10B10C10');
    expect([cells[0]?.field, left]).toEqual(['barcode', 0]);
    expect(paste(details, rangeOf(at(1, 1), at(2, 2)), [['5']])).toMatchObject({
      ...{ cells: { length: 4 }, left: 0 },
    });
  });

  test('is filled down with what is shown and not yet saved', () => {
    const edits = edit('onHand', '7', all[1]);
    const { cells } = fillDown(stock, rangeOf(at(0, 0), at(2, 2)), edits);
    expect(cells.map((it) => it.text)).toEqual(['10', '']);
    expect(blockOf(stock, rangeOf(at(0, 0), at(1, 2)), edits)).toEqual([
      ...[
        ['7', '10', ''],
        ['', '10', ''],
      ],
    ]);
  });

  test.each([
    ['ArrowDown', {}, at(2, 4)],
    ['ArrowDown', { ctrlKey: true }, at(3, 4)],
    ['ArrowUp', { ctrlKey: true }, at(0, 4)],
    ['ArrowLeft', {}, at(1, 3)],
    ['ArrowLeft', { metaKey: true }, at(1, 0)],
    ['ArrowRight', {}, at(1, 5)],
    ['Home', {}, at(1, 0)],
    ['Home', { metaKey: true }, at(0, 0)],
    ['End', {}, at(1, 7)],
    ['End', { ctrlKey: true }, at(3, 7)],
    ['PageDown', {}, at(3, 4)],
    ['PageUp', {}, at(0, 4)],
  ])('is walked by %s %j', (key, held, to) => {
    expect(movedBy({ key, ctrlKey: false, metaKey: false, ...held }, details, at(1, 4))).toEqual(
      to,
    );
  });

  test('keeps who edits within it', () => {
    expect(within(details, at(9, 9))).toEqual(at(3, 7));
    expect(within(details, at(-1, -1))).toEqual(at(0, 0));
    expect(nextAfter('Enter', false, details, at(1, 3))).toEqual(at(2, 3));
    expect(nextAfter('Tab', false, details, at(3, 7))).toEqual(at(3, 7));
    expect(nextAfter('Tab', true, details, at(1, 0))).toEqual(at(0, 7));
  });
});

describe('edits', () => {
  test('of the policy decide what will be counted', () => {
    expect(willBeCounted({}, m)).toBe(true);
    expect(willBeCounted(edit('policy', 'untracked'), m)).toBe(false);
    // Who chose a policy keeps it.
    const chosen = withTexts(edit('policy', 'backorder', uncounted), [
      { variant: uncounted, field: 'onHand', text: '4' },
    ]);
    expect(inputOf(chosen)).toMatchObject([{ policy: 'backorder', by: 4 }]);
    expect(inputOf(edit('sku', 'A', uncounted))).toEqual([
      { _id: uncounted._id, sku: 'A', updatedAt: 'then' },
    ]);
  });

  test('change stock only where a number was written', () => {
    expect([changesStock(edit('sku', 'A')), changesStock(edit('onHand', '4'))]).toEqual([
      ...[false, true],
    ]);
    expect(countOf({ ...edit('sku', 'A'), ...edit('sku', 'B', uncounted) })).toBe(2);
    // What is no whole number leaves what is free as it is.
    expect(textOf(edit('onHand', '4.5'), m, 'free')).toBe('8');
    expect(textOf(edit('onHand', '4'), m, 'held')).toBe('2');
  });

  test('that cannot be sent are named: a policy that does not exist', () => {
    const edits = { ...edit('policy', 'never'), ...edit('policy', 'backorder', uncounted) };
    expect(policyErrors(edits)).toEqual([
      {
        ...{ variant: m, field: 'policy' },
        message: 'One of: Not tracked, No sale without stock, Back-order',
      },
    ]);
    expect(inputOf(edit('policy', 'never'))).toEqual([{ _id: m._id }]);
    expect(policyErrors(edit('sku', 'A'))).toEqual([]);
    expect(errorsOf(edits, [{ path: 'variants.7.sku', message: 'No' }])).toEqual([]);
  });

  test('meet what somebody else saved: the same is no conflict, and text stays text', () => {
    const theirs = { ...m, sku: 'A', onHand: 9 };
    expect(rebased(edit('sku', 'A'), [theirs])).toEqual({ edits: {}, conflicts: [] });
    const { edits, conflicts } = rebased(edit('onHand', 'ten'), [theirs]);
    expect([textOf(edits, theirs, 'onHand'), conflicts]).toEqual([
      'ten',
      [{ variant: theirs, field: 'onHand', theirs: '9' }],
    ]);
    expect(rebased(edit('sku', 'B'), [{ ...m, barcode: '40063812' }]).conflicts).toEqual([]);
  });
});
