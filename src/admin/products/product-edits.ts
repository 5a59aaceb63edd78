import { factLabels } from '#shared/domain/product-facts.ts';
import type { DetailedProduct, Product } from '#shared/schemas/products.ts';
import type { z } from 'zod';
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
  weight: 'Shipping weight (g)',
  taxClass: 'Tax class',
} as const satisfies Record<EditName, string>;
