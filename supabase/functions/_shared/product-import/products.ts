import { headingOf } from '../table-import/recognise.ts';
import { joinEntries, maxEntries, type Remark } from '../schemas/product-files.ts';
import { oldAddress } from './addresses.ts';
import { firstCategory, plainGrams, yesOrNo } from './cells.ts';
import type { ImportField } from './fields.ts';
import type { ForeignFormat } from './formats.ts';
import { groupsOf, type Group, type SourceRow } from './groups.ts';
import { choicesOf } from './options.ts';
import { picturesOf, type ImportedPicture } from './pictures.ts';
import { Remarks, variantOf, type ImportedVariant, type PricedVariant } from './variants.ts';

/** A product as a row of this shop's files, with what only other shops' files say. */
export interface ProductRow {
  /** Of its first row, as in a spreadsheet. */
  readonly row: number;
  /** By columns of the export. */
  readonly cells: Readonly<Record<string, string>>;
  /** The name by which it is known again; '' for none. */
  readonly handle: string;
  /** The path at which it was found there. */
  readonly address?: string;
  readonly variants: readonly ImportedVariant[];
  readonly pictures: readonly ImportedPicture[];
  readonly problems: readonly Remark[];
  readonly doubts: readonly Remark[];
}

/** A table with its columns mapped; '' leaves a column out. */
export interface MappedTable {
  readonly format: ForeignFormat;
  readonly header: readonly string[];
  readonly columns: readonly string[];
  readonly records: readonly (readonly string[])[];
  /** Number of the first record in a spreadsheet. */
  readonly firstRow: number;
}

type Has = (field: ImportField) => boolean;

/** Columns whose cells this shop reads as they are. */
const asTheyAre = ['title', 'composition', 'care', 'fit', 'origin', 'delivery', 'length'] as const;

function statusOf({ cell }: SourceRow): string {
  const written = cell('status');
  const states = [written, cell('published')].filter((it) => it !== '').map(yesOrNo);
  // What is neither is refused with the values that there are.
  if (written !== '' && yesOrNo(written) === undefined) return written;
  return states.length === 0 ? '' : states.every((it) => it === true) ? 'published' : 'draft';
}

function taxClassOf({ cell }: SourceRow): string {
  if (yesOrNo(cell('taxable')) === false) return 'zero';
  const written = cell('taxClass')
    .toLowerCase()
    .replace(/-rate$/, '');
  return ['', 'parent'].includes(written) ? 'standard' : written;
}

/** Of one axis, each once and in the order of the file. */
const entriesOf = (variants: readonly PricedVariant[], axis: 'size' | 'color'): string[] => [
  ...new Set(variants.flatMap(({ variant }) => variant[axis] ?? [])),
];

function weightOf(rows: readonly SourceRow[], has: Has, remarks: Remarks): string | undefined {
  const units = { weight: 'g', weightKg: 'kg', weightLb: 'lb', weightOz: 'oz' } as const;
  const column = (Object.keys(units) as (keyof typeof units)[]).find(has);
  if (!column) return undefined;
  const all = rows
    .map((it) => plainGrams(it.cell(column), units[column]))
    .filter((it) => it !== '');
  const wrong = all.find((it) => !/^\d+$/.test(it));
  if (wrong !== undefined) return wrong;
  const heaviest = Math.max(0, ...all.map(Number));
  if (new Set(all.filter((it) => it !== '0')).size > 1)
    remarks.doubt(
      rows[0]?.row ?? 0,
      column,
      `Its variants weigh differently: ${heaviest} g, the heaviest, counts`,
    );
  return String(heaviest);
}

/** The least that a variant costs is the price of the product; the others cost more. */
function pricesOf(main: SourceRow, variants: readonly PricedVariant[], has: Has, remarks: Remarks) {
  const priced = variants.flatMap(({ price, ...rest }) =>
    price === undefined ? [] : [{ price, ...rest }],
  );
  const [first, ...others] = priced;
  if (!first)
    return { cells: has('price') || has('salePrice') ? { price: '' } : {}, least: undefined };
  const cheapest = others.reduce((a, b) => (b.price < a.price ? b : a), first);
  const before = new Set(priced.map((it) => it.before));
  if (before.size > 1)
    remarks.doubt(
      main.row,
      'compareAtPrice',
      `Its variants have different ones: ${cheapest.before ?? 'none'}, that of the cheapest, counts`,
    );
  const dearest = Math.max(...priced.map((it) => it.price));
  if (cheapest.price > 0 && dearest >= 10 * cheapest.price)
    remarks.doubt(
      main.row,
      'price',
      `From ${cheapest.price} to ${dearest}: is one of them meant differently?`,
    );
  const compares = has('compareAtPrice') || has('salePrice');
  return {
    cells: {
      price: String(cheapest.price),
      ...(compares && { compareAtPrice: String(cheapest.before ?? '') }),
    },
    least: cheapest.price,
  };
}

/** Combinations of sizes and colors that the file does not have. */
function absentOf(
  variants: readonly ImportedVariant[],
  sizes: readonly string[],
  colors: readonly string[],
): ImportedVariant[] {
  const nameOf = (it: Pick<ImportedVariant, 'size' | 'color'>) =>
    JSON.stringify([it.size, it.color]);
  const known = new Set(variants.map(nameOf));
  const all = (sizes.length > 0 ? sizes : [null]).flatMap((size) =>
    (colors.length > 0 ? colors : [null]).map((color) => ({ size, color })),
  );
  return all
    .filter((it) => !known.has(nameOf(it)))
    .map((it) => ({ ...it, policy: 'deny', stock: 0, absent: true }));
}

const nameOf = ({ size, color }: ImportedVariant): string =>
  [size, color].filter(Boolean).join(', ') || 'the product';

/** Variants whose sizes and colors stand for themselves. */
function checkChoices(
  variants: readonly PricedVariant[],
  sizes: readonly string[],
  colors: readonly string[],
  remarks: Remarks,
): void {
  const rows = new Map<string, number>();
  for (const { variant, row } of variants) {
    const name = nameOf(variant).toLowerCase();
    const other = rows.get(name);
    if (other !== undefined)
      remarks.problem(
        row,
        'option1Value',
        `Row ${other} is ${nameOf(variant)} of this product, too`,
      );
    rows.set(name, row);
    if (sizes.length > 0 && variant.size === null)
      remarks.problem(row, 'size', 'Other rows of this product have one');
    if (colors.length > 0 && variant.color === null)
      remarks.problem(row, 'color', 'Other rows of this product have one');
  }
}

function textCells(main: SourceRow, has: Has, format: ForeignFormat): Record<string, string> {
  const { cell } = main;
  const category = (field: ImportField) =>
    firstCategory(cell(field), format === 'google' || format === 'shopify' ? /$^/ : /(?<!\\),/);
  return {
    ...Object.fromEntries(asTheyAre.filter(has).map((it) => [it, cell(it)])),
    ...((has('description') || has('shortDescription')) && {
      description: cell('description') || cell('shortDescription'),
    }),
    ...((has('category') || has('productType')) && {
      category: category('category') || category('productType'),
    }),
    ...((has('status') || has('published')) && { status: statusOf(main) }),
    ...((has('taxable') || has('taxClass')) && { taxClass: taxClassOf(main) }),
  };
}

function productOf(group: Group, { format, header, columns }: MappedTable, has: Has): ProductRow {
  const { main, handle } = group;
  const remarks = new Remarks(main.row);
  if (group.problem) remarks.problem(main.row, 'kind', group.problem);
  const { choices, doubts } = choicesOf(group, format === 'woocommerce');
  for (const it of doubts) remarks.doubt(main.row, 'option1Value', it);
  const titled = group.variants.find(
    (it) => it.cell('title') !== '' && it.cell('title') !== main.cell('title'),
  );
  if (titled && format !== 'woocommerce' && format !== 'magento' && format !== 'google')
    remarks.doubt(
      titled.row,
      'title',
      `“${titled.cell('title').slice(0, 80)}” has the handle of this product, too`,
    );
  const variants = choices.map((it) => variantOf(it, main, has, remarks));
  const sizes = entriesOf(variants, 'size');
  const colors = entriesOf(variants, 'color');
  checkChoices(variants, sizes, colors, remarks);
  const { cells, least } = pricesOf(main, variants, has, remarks);
  const weight = weightOf([main, ...group.variants.filter((it) => it !== main)], has, remarks);
  const own = variants.map(({ variant, price }) =>
    price === undefined || least === undefined
      ? variant
      : { ...variant, priceDelta: Number((price - least).toFixed(3)) },
  );
  // Too many are refused as a list; their combinations would be millions.
  const absent =
    Math.max(sizes.length, colors.length) > maxEntries ? [] : absentOf(own, sizes, colors);
  if (absent.length > 0)
    remarks.doubt(
      main.row,
      'option1Value',
      `Not in the file, so not sold: ${absent.slice(0, 10).map(nameOf).join('; ')}${absent.length > 10 ? ' …' : ''}`,
    );
  const listed = {
    sizes: sizes.length > 0 ? joinEntries(sizes) : has('sizes') ? main.cell('sizes') : undefined,
    colors:
      colors.length > 0 ? joinEntries(colors) : has('colors') ? main.cell('colors') : undefined,
  };
  const address = oldAddress(main, format);
  const hasLists = has('sizes') || has('colors');
  return {
    ...{ row: main.row, handle: handle.slice(0, 200) },
    ...(address !== undefined && { address }),
    cells: {
      ...textCells(main, has, format),
      ...cells,
      ...(weight !== undefined && { weight }),
      ...(listed.sizes !== undefined && { sizes: listed.sizes }),
      ...(listed.colors !== undefined && { colors: listed.colors }),
      ...Object.fromEntries(
        columns.filter((it) => it.includes('.')).map((it) => [it, main.cell(it)]),
      ),
    },
    // Lists of sizes have no row for each variant.
    pictures: picturesOf(group, variants, format, remarks, (field) =>
      headingOf(header, columns.indexOf(field)),
    ),
    variants: hasLists && sizes.length + colors.length === 0 ? [] : [...own, ...absent],
    ...{ problems: remarks.problems, doubts: remarks.doubts },
  };
}

/** The products of a table of another shop, in the order of their first rows. Empty rows are skipped. */
export function toProductRows(table: MappedTable): ProductRow[] {
  const place = new Map(table.columns.map((it, index) => [it, index]));
  const has: Has = (field) => place.has(field);
  const rows = table.records.flatMap((cells, index): SourceRow[] => {
    if (cells.every((it) => it.trim() === '')) return [];
    const cell = (field: string) => cells[place.get(field) ?? -1]?.trim() ?? '';
    return [{ row: index + table.firstRow, cell }];
  });
  return groupsOf[table.format](rows)
    .map((it) => productOf(it, table, has))
    .sort((a, b) => a.row - b.row);
}
