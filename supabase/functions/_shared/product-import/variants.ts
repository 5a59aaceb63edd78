import { price as priceSchema } from '../schemas/common.ts';
import { barcode as barcodeSchema, type stockPolicies } from '../schemas/stock.ts';
import type { Remark } from '../schemas/product-files.ts';
import { shopCurrency } from '../domain/currency.ts';
import { currencyIn, plainAmount, plainSku, yesOrNo } from './cells.ts';
import { importFields, type ImportField } from './fields.ts';
import type { SourceRow } from './groups.ts';
import type { Choice } from './options.ts';

/** What a file says about a size and color of a product; what it leaves out stays. */
export interface ImportedVariant {
  readonly size: string | null;
  readonly color: string | null;
  readonly sku?: string;
  readonly barcode?: string | null;
  readonly priceDelta?: number;
  readonly policy?: (typeof stockPolicies)[number];
  readonly stock?: number;
  /** Not in the file, so that a new product does not sell it. */
  readonly absent?: boolean;
}

/** A variant with its own prices. */
export interface PricedVariant {
  readonly variant: ImportedVariant;
  readonly row: number;
  readonly price: number | undefined;
  readonly before: number | undefined;
}

/** Collects what is wrong or doubtful in the rows of a product. */
export class Remarks {
  readonly problems: Remark[] = [];
  readonly doubts: Remark[] = [];
  readonly #row: number;

  constructor(row: number) {
    this.#row = row;
  }

  #remark(at: number, field: ImportField, message: string): Remark {
    const name = importFields[field];
    return { field: at === this.#row ? name : `Row ${at}, ${name}`, message };
  }

  problem(at: number, field: ImportField, message: string): void {
    this.problems.push(this.#remark(at, field, message));
  }

  doubt(at: number, field: ImportField, message: string): void {
    this.doubts.push(this.#remark(at, field, message));
  }
}

function amount(row: SourceRow, field: ImportField, remarks: Remarks): number | undefined {
  const text = row.cell(field);
  if (text === '') return undefined;
  const currency = currencyIn(text);
  if (currency && currency !== shopCurrency()) {
    remarks.problem(
      row.row,
      field,
      `It is in ${currency}; prices of this shop are in ${shopCurrency()}`,
    );
    return undefined;
  }
  const read = priceSchema.safeParse(plainAmount(text));
  if (read.success) return read.data;
  remarks.problem(
    row.row,
    field,
    `${read.error.issues[0]?.message ?? 'Not a price'}: “${text.slice(0, 40)}”`,
  );
  return undefined;
}

/** What is asked, and what was asked before a sale. */
function pricesOf(row: SourceRow, main: SourceRow, remarks: Remarks) {
  const of = (field: ImportField) =>
    amount(row, field, remarks) ?? (row === main ? undefined : amount(main, field, new Remarks(0)));
  const [list, sale, compared] = [of('price'), of('salePrice'), of('compareAtPrice')];
  if (list !== undefined && sale !== undefined && sale > 0 && sale < list)
    return { price: sale, before: list };
  if (list !== undefined && compared !== undefined && compared > 0 && compared < list)
    remarks.doubt(row.row, 'compareAtPrice', 'Lower than the price: left out');
  const price = list ?? sale;
  const isAbove = price !== undefined && compared !== undefined && compared > price;
  return { price, before: isAbove ? compared : undefined };
}

function stockOf(row: SourceRow, has: (field: ImportField) => boolean, remarks: Remarks) {
  const text = row.cell('stock');
  const isCounted = !has('stockTracker') || yesOrNo(row.cell('stockTracker')) === true;
  const policy = yesOrNo(row.cell('backorder')) ? 'backorder' : 'deny';
  if (text === '' || !isCounted) {
    const inStock = yesOrNo(row.cell('inStock'));
    if (row.cell('inStock') !== '' && inStock === undefined)
      remarks.problem(
        row.row,
        'inStock',
        `Neither yes nor no: “${row.cell('inStock').slice(0, 40)}”`,
      );
    if (inStock === undefined) return {};
    return inStock ? { policy: 'untracked' as const } : { policy: 'deny' as const, stock: 0 };
  }
  const number = /^-?\d{1,8}([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (!(number <= 1_000_000)) {
    remarks.problem(row.row, 'stock', `Not a number of pieces: “${text.slice(0, 40)}”`);
    return {};
  }
  if (number < 0) remarks.doubt(row.row, 'stock', `${number} is below zero: taken as 0`);
  return { policy: policy as 'backorder' | 'deny', stock: Math.max(number, 0) };
}

function codesOf(row: SourceRow, remarks: Remarks) {
  const written = row.cell('sku');
  const sku = plainSku(written);
  if (sku && sku !== written.toUpperCase().replace(/^'/, ''))
    remarks.doubt(row.row, 'sku', `“${written.slice(0, 80)}” becomes ${sku}`);
  if (written && !sku) remarks.problem(row.row, 'sku', 'It has neither Latin letters nor digits');
  const digits = row.cell('barcode').replaceAll(/^'|[\s-]/g, '');
  const barcode = barcodeSchema.safeParse(digits);
  // Shops have numbers of their own there, which no feed takes.
  if (!barcode.success)
    remarks.doubt(
      row.row,
      'barcode',
      `${barcode.error.issues[0]?.message ?? ''}: “${digits.slice(0, 40)}” is left out`,
    );
  return { ...(sku && { sku }), ...(digits && barcode.success && { barcode: barcode.data }) };
}

export function variantOf(
  { row, size, color, again }: Choice,
  main: SourceRow,
  has: (field: ImportField) => boolean,
  remarks: Remarks,
): PricedVariant {
  // What is said once is not remarked upon again.
  const own = again ? new Remarks(row.row) : remarks;
  const stock = stockOf(row, has, own);
  const rest = again
    ? { ...stock, ...('stock' in stock && { stock: 0 }) }
    : { ...codesOf(row, own), ...stock };
  return { variant: { size, color, ...rest }, row: row.row, ...pricesOf(row, main, own) };
}
