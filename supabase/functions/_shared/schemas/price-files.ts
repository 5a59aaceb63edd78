import { z } from 'zod';
import { id, price, text, writtenWhole } from './common.ts';

/**
 * The columns of a file of the prices of a price list, one row for each, by the field that each holds. A row is for the SKU,
 * or without one for all sizes and colors of the product; title, size and color are informative.
 */
export const priceColumns = {
  sku: 'SKU',
  product: 'Product',
  title: 'Title',
  size: 'Size',
  color: 'Color',
  quantity: 'Minimum quantity',
  price: 'Price',
} as const;

/** A row of a file of prices; a blank price takes it out of the list, a blank quantity is 1. */
export const priceFileRow = z.object({
  // As SKUs are kept.
  sku: text(64)
    .toUpperCase()
    .transform((it) => it || null)
    .optional(),
  product: z.union([z.literal('').transform(() => null), id], 'Not a valid id').optional(),
  quantity: z
    .union([z.literal('').transform(() => 1), writtenWhole], 'A whole number from 1 to 9999')
    .refine((it) => it >= 1 && it <= 9999, 'A whole number from 1 to 9999')
    .default(1),
  price: z.union([z.literal('').transform(() => null), price], 'Not a price'),
});
export type PriceFileRow = z.output<typeof priceFileRow>;
