import { z } from 'zod';
import { stockPolicyLabels } from '../domain/stock-policy.ts';
import { text, writtenAmount, writtenWhole } from './common.ts';
import { choice, unlessBlank } from './product-files.ts';
import { productFilters } from './products.ts';
import { priceDelta, sku, stockPolicies } from './stock.ts';

/**
 * The columns of a file of stock, one row for each variant, by the field that each holds. Product, size and color are
 * informative; the version tells the stock that there was, so that what was sold since the export is not lost.
 */
export const stockColumns = {
  sku: 'SKU',
  product: 'Product',
  size: 'Size',
  color: 'Color',
  barcode: 'Barcode',
  priceDelta: 'Price difference',
  policy: 'Policy',
  stock: 'Stock',
  version: 'Version',
} as const;

/** `only=stock`: SKU, stock and version. */
export const stockExportQuery = productFilters.extend({ only: z.literal('stock').optional() });

/** A row of a file of stock; fields without a column keep their values. */
export const stockFileRow = z.object({
  sku,
  /** SQL checks length and check digit: a spreadsheet takes zeros off the beginning. */
  barcode: text(20)
    .regex(/^\d{0,14}$/, 'Digits only')
    .transform((it) => it || null)
    .optional(),
  priceDelta: z
    .union([z.literal('').transform(() => 0), writtenAmount], 'Not a number')
    .pipe(priceDelta)
    .optional(),
  policy: unlessBlank(choice(stockPolicies, stockPolicyLabels)),
  stock: unlessBlank(writtenWhole),
  version: unlessBlank(z.string().regex(/^v[\da-f]{8}\.\d{1,18}\.\d{1,9}$/, 'Not as exported')),
});
export type StockFileRow = z.output<typeof stockFileRow>;
