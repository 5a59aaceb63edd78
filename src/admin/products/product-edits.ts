import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { id } from '#shared/schemas/common.ts';
import { productInput, type Product } from '#shared/schemas/products.ts';
import type { z } from 'zod';

/** What the form of a product holds; a product whose category was deleted may stay without one. */
export const editedProduct = productInput
  .omit({ status: true, composition: true, care: true, fit: true, origin: true, delivery: true })
  .extend({ categoryId: id.nullable() });
export const newProduct = editedProduct.extend({
  categoryId: id.nullable().refine((it) => it !== null, 'Choose a category'),
});

export type ProductValues = z.input<typeof editedProduct>;
export type ProductEdits = z.output<typeof editedProduct>;
export type EditName = keyof ProductEdits;

export const productLabels = {
  title: 'Product Title',
  colors: 'Product Color',
  sizes: 'Product Size',
  price: 'Product Price',
  categoryId: 'Select Category',
  availability: 'Availability',
  description: 'Product Description',
} as const satisfies Record<EditName, string>;

const names: readonly EditName[] = Object.keys(productLabels).filter(
  (it): it is EditName => it in productLabels,
);

/** A field as people read it. */
export function shownEdit(
  edits: ProductEdits,
  name: EditName,
  categoryName: (id: string) => string | undefined,
): string {
  if (name === 'price') return formatPrice(edits.price);
  if (name === 'availability') return availabilityLabels[edits.availability];
  if (name === 'categoryId') return categoryName(edits.categoryId ?? '') ?? '–';
  const value = edits[name];
  return (Array.isArray(value) ? value.join(', ') : value) || '–';
}

export interface Difference {
  readonly name: EditName;
  /** Whose is taken unless the administrator says otherwise: mine where I changed it, else theirs. */
  readonly mineFirst: boolean;
}

/** The fields in which my edits differ from what somebody else has saved since. */
export function differences(base: Product, mine: ProductEdits, theirs: Product): Difference[] {
  const differ = (one: ProductEdits, other: ProductEdits, name: EditName) =>
    JSON.stringify(one[name]) !== JSON.stringify(other[name]);
  return names
    .filter((name) => differ(mine, theirs, name))
    .map((name) => ({ name, mineFirst: differ(mine, base, name) }));
}

/** Theirs, with mine in the fields named. */
export function merged(
  mine: ProductEdits,
  theirs: ProductEdits,
  fromMine: readonly EditName[],
): ProductEdits {
  return { ...theirs, ...Object.fromEntries(fromMine.map((name) => [name, mine[name]])) };
}
