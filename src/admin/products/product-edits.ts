import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { factLabels } from '#shared/domain/product-facts.ts';
import { productStatusLabels } from '#shared/domain/product-status.ts';
import { taxClassLabels } from '#shared/domain/tax-class.ts';
import type { DetailedProduct, Product } from '#shared/schemas/products.ts';
import type { z } from 'zod';
import { choiceKinds } from './choices.ts';
import type { editedProduct } from './product-schemas.ts';

export type ProductValues = z.input<typeof editedProduct>;
export type ProductEdits = z.output<typeof editedProduct>;
export type EditName = keyof ProductEdits;

/** What checks a form is loaded when it is touched. */
export const editedSchema = async () => (await import('./product-schemas.ts')).editedProduct;
export const newSchema = async () => (await import('./product-schemas.ts')).newProduct;

/** Lists leave the facts out, and so does what edits a product of a list. */
export type Editable = Product & Partial<DetailedProduct>;

/** A product as its form begins. */
export function productValues(product: Editable): ProductValues {
  const {
    title,
    description,
    price,
    compareAtPrice,
    categoryId,
    availability,
    status,
    sizes,
    colors,
  } = product;
  const { composition, care, fit, origin, delivery, weight, taxClass } = product;
  return {
    ...{ title, description, categoryId, availability, status },
    ...{ composition, care, fit, origin, delivery, taxClass },
    ...(weight !== undefined && { weight: String(weight) }),
    price: String(price),
    compareAtPrice: String(compareAtPrice ?? ''),
    sizes: [...sizes, ''],
    colors: [...colors, ''],
  };
}

/** Whether two versions of a product differ in what the form holds. */
export const differ = (one: Editable, other: Editable): boolean =>
  JSON.stringify(productValues(one)) !== JSON.stringify(productValues(other));

export const productLabels = {
  title: 'Product Title',
  colors: 'Product Color',
  sizes: 'Product Size',
  price: 'Product Price',
  compareAtPrice: 'Compare-at Price',
  categoryId: 'Select Category',
  availability: 'Availability',
  status: 'Status',
  description: 'Product Description',
  ...factLabels,
  weight: 'Weight with wrapping (g)',
  taxClass: 'Tax class',
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
  if (name === 'compareAtPrice')
    return edits.compareAtPrice === null ? '–' : formatPrice(edits.compareAtPrice);
  if (name === 'availability') return availabilityLabels[edits.availability];
  if (name === 'status') return productStatusLabels[edits.status];
  if (name === 'categoryId') return categoryName(edits.categoryId ?? '') ?? '–';
  if (name === 'colors') return edits.colors.map(choiceKinds.colors.shown).join(', ') || '–';
  if (name === 'weight') return String(edits.weight);
  if (name === 'taxClass') return taxClassLabels[edits.taxClass ?? 'standard'];
  const value = edits[name];
  return (Array.isArray(value) ? value.join(', ') : value) || '–';
}

export interface Difference {
  readonly name: EditName;
  /** Whose is taken unless the administrator says otherwise: mine where I changed it, else theirs. */
  readonly mineFirst: boolean;
}

/** The fields in which my edits differ from what somebody else has saved since. What was not to be edited stays theirs. */
export function differences(base: Editable, mine: ProductEdits, theirs: Editable): Difference[] {
  const differ = (one: ProductEdits, other: ProductEdits, name: EditName) =>
    JSON.stringify(one[name]) !== JSON.stringify(other[name]);
  return names
    .filter((name) => mine[name] !== undefined && differ(mine, theirs, name))
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
