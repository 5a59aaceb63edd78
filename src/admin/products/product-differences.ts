import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { productStatusLabels } from '#shared/domain/product-status.ts';
import { taxClassLabels } from '#shared/domain/tax-class.ts';
import { choiceKinds } from './choices.ts';
import { productLabels, type Editable, type EditName, type ProductEdits } from './product-edits.ts';

const names: readonly EditName[] = Object.keys(productLabels).filter(
  (it): it is EditName => it in productLabels,
);

/** The display text of a field. */
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
  if (name === 'length' || name === 'weight') return String(edits[name]);
  if (name === 'taxClass') return taxClassLabels[edits.taxClass ?? 'standard'];
  const value = edits[name];
  return (Array.isArray(value) ? value.join(', ') : value) || '–';
}

/** The description is a text and its document. */
const valuesOf = (edits: ProductEdits, name: EditName): Partial<ProductEdits> => ({
  [name]: edits[name],
  ...(name === 'description' && { descriptionDocument: edits.descriptionDocument ?? null }),
});

export interface Difference {
  readonly name: EditName;
  /** The default choice: mine if I changed the field, else theirs. */
  readonly mineFirst: boolean;
}

/**
 * The fields in which my edits differ from what another administrator has saved since. Fields that I did not edit stay theirs.
 */
export function differences(base: Editable, mine: ProductEdits, theirs: Editable): Difference[] {
  const differ = (one: ProductEdits, other: ProductEdits, name: EditName) =>
    JSON.stringify(valuesOf(one, name)) !== JSON.stringify(valuesOf(other, name));
  return names
    .filter((name) => mine[name] !== undefined && differ(mine, theirs, name))
    .map((name) => ({ name, mineFirst: differ(mine, base, name) }));
}

/** Their version, with my values in the named fields. */
export function merged(
  mine: ProductEdits,
  theirs: ProductEdits,
  fromMine: readonly EditName[],
): ProductEdits {
  return Object.assign({ ...theirs }, ...fromMine.map((name) => valuesOf(mine, name)));
}
