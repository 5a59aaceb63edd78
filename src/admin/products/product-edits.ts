import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { Product } from '#shared/schemas/products.ts';
import { textOf } from '../forms/use-submit.ts';
import { entriesOf } from './RepeatedField.tsx';

/** What the form of a product holds, as it is sent. */
export interface ProductEdits {
  readonly title: string;
  readonly colors: string[];
  readonly sizes: string[];
  readonly price: string;
  readonly categoryId: string | null;
  readonly availability: Product['availability'];
  readonly description: string;
}

export type EditName = keyof ProductEdits;

/** `availability` is what it is where the form does not say. */
export function readEdits(form: FormData, availability: Product['availability']): ProductEdits {
  return {
    title: textOf(form, 'title'),
    colors: entriesOf(form, 'colors'),
    sizes: entriesOf(form, 'sizes'),
    price: textOf(form, 'price'),
    categoryId: textOf(form, 'categoryId') || null,
    availability: availabilities.find((it) => it === textOf(form, 'availability')) ?? availability,
    description: textOf(form, 'description'),
  };
}

export function editsOf(product: Product): ProductEdits {
  const { title, colors, sizes, price, categoryId, availability, description } = product;
  return { title, colors, sizes, price: String(price), categoryId, availability, description };
}

export const editLabels: Readonly<Record<EditName, string>> = {
  title: 'Product Title',
  colors: 'Product Color',
  sizes: 'Product Size',
  price: 'Product Price',
  categoryId: 'Select Category',
  availability: 'Availability',
  description: 'Product Description',
};

/** The same words whether they come from the shop or from a form. */
function plain(edits: ProductEdits, name: EditName): string {
  const value = edits[name];
  if (name === 'price') return String(Number(value));
  if (Array.isArray(value)) {
    return value
      .map((it) => it.trim())
      .filter(Boolean)
      .join(', ');
  }
  return (value ?? '').trim();
}

/** A field as people read it. */
export function shownEdit(
  edits: ProductEdits,
  name: EditName,
  categoryName: (id: string) => string | undefined,
): string {
  const text = plain(edits, name);
  if (name === 'price') return Number.isFinite(Number(text)) ? formatPrice(Number(text)) : text;
  if (name === 'availability') return availabilityLabels[edits.availability];
  if (name === 'categoryId') return categoryName(text) ?? '–';
  return text || '–';
}

export interface Difference {
  readonly name: EditName;
  /** Whose is taken unless the administrator says otherwise: mine where I changed it, else theirs. */
  readonly mineFirst: boolean;
}

/** The fields in which my edits differ from what somebody else has saved since. */
export function differences(
  base: ProductEdits,
  mine: ProductEdits,
  theirs: ProductEdits,
): Difference[] {
  return (Object.keys(editLabels) as EditName[])
    .filter((name) => plain(mine, name) !== plain(theirs, name))
    .map((name) => ({ name, mineFirst: plain(mine, name) !== plain(base, name) }));
}

/** Theirs, with mine in the fields named. */
export function merged(
  mine: ProductEdits,
  theirs: ProductEdits,
  fromMine: readonly EditName[],
): ProductEdits {
  return { ...theirs, ...Object.fromEntries(fromMine.map((name) => [name, mine[name]])) };
}
