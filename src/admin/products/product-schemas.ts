import type { RichText } from '#shared/domain/rich-text.ts';
import { id } from '#shared/schemas/common.ts';
import { notReduced, productInput } from '#shared/schemas/products.ts';
import { z } from 'zod';
import { keptEntries, type ChoiceName } from './choices.ts';

/** The last entry of the list is being typed. */
const entries = (name: ChoiceName) =>
  z
    .array(z.string())
    .transform((all) => keptEntries(name, all))
    .pipe(productInput.shape[name].unwrap());

const fields = productInput.extend({
  categoryId: id.nullable(),
  sizes: entries('sizes'),
  colors: entries('colors'),
  /** JSON, in a hidden field. */
  descriptionDocument: z
    .string()
    .transform((json): RichText | null => (json === '' ? null : JSON.parse(json)))
    .optional(),
});
const isReduced = ({ price, compareAtPrice }: z.output<typeof fields>): boolean =>
  compareAtPrice === null || compareAtPrice > price;
const atCompareAtPrice = { path: ['compareAtPrice'], message: notReduced };

/** The values of the product form; a product whose category was deleted can stay without one. */
export const editedProduct = fields.refine(isReduced, atCompareAtPrice);
export const newProduct = fields
  .extend({ categoryId: id.nullable().refine((it) => it !== null, 'Choose a category') })
  .refine(isReduced, atCompareAtPrice);
