import { factLabels } from '#shared/domain/product-facts.ts';
import type { DetailedProduct, Product } from '#shared/schemas/products.ts';
import type { z } from 'zod';
import type { editedProduct } from './product-schemas.ts';

export type ProductValues = z.input<typeof editedProduct>;
export type ProductEdits = z.output<typeof editedProduct>;
/** The document belongs to the description. */
export type EditName = Exclude<keyof ProductEdits, 'descriptionDocument'>;

/** The validation of a form is loaded on first interaction. */
export const editedSchema = async () => (await import('./product-schemas.ts')).editedProduct;
export const newSchema = async () => (await import('./product-schemas.ts')).newProduct;

/** Lists omit the details, and so does the form in a list. */
export type Editable = Product & Partial<DetailedProduct>;

/** The initial form values of a product. */
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
  const {
    descriptionDocument,
    composition,
    care,
    fit,
    origin,
    delivery,
    length,
    weight,
    taxClass,
  } = product;
  const json = descriptionDocument ? JSON.stringify(descriptionDocument) : '';
  return {
    ...{ title, description, categoryId, availability, status },
    ...{ composition, care, fit, origin, delivery, taxClass },
    ...(descriptionDocument !== undefined && { descriptionDocument: json }),
    ...(length !== undefined && { length: String(length) }),
    ...(weight !== undefined && { weight: String(weight) }),
    price: String(price),
    compareAtPrice: String(compareAtPrice ?? ''),
    sizes: [...sizes, ''],
    colors: [...colors, ''],
  };
}

/** Whether two versions of a product differ in the fields of the form. */
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
  length: 'Length (cm)',
  weight: 'Shipping weight (g)',
  taxClass: 'Tax class',
} as const satisfies Record<EditName, string>;
