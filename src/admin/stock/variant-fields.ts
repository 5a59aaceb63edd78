import { currencySign, fitsCurrency, plainPrice } from '#shared/domain/money.ts';
import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import type {
  adjustReasons,
  OfficeVariant,
  StockMovement,
  stockPolicies,
} from '#shared/schemas/stock.ts';

type Policy = (typeof stockPolicies)[number];

export const isPolicy = (text: string): text is Policy => Object.hasOwn(stockPolicyLabels, text);

export const reasonLabels = {
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged or lost',
  returned: 'Returned',
  correction: 'Correction',
} as const satisfies Record<(typeof adjustReasons)[number], string>;

/** The reasons of stock movements. */
export const movementLabels = {
  ...reasonLabels,
  sent: 'Sent',
} as const satisfies Record<StockMovement['reason'], string>;

export type Reason = keyof typeof reasonLabels;
const isReason = (text: string): text is Reason => Object.hasOwn(reasonLabels, text);
export const reasonOf = (text: string): Reason => (isReason(text) ? text : 'counted');

/** The editable fields of a variant; all others are read-only. */
export const editFields = ['sku', 'barcode', 'priceDelta', 'policy', 'onHand'] as const;
export type EditField = (typeof editFields)[number];
export type VariantField = EditField | 'held' | 'free' | 'waiting';

export const isEditField = (field: VariantField): field is EditField =>
  editFields.some((it) => it === field);

export const fieldLabels = {
  sku: 'SKU',
  barcode: 'Barcode',
  priceDelta: 'Price difference',
  policy: 'Policy',
  onHand: 'Stock',
  held: 'Held',
  free: 'Available',
  waiting: 'Waiting',
} as const satisfies Record<VariantField, string>;

export const freePieces = ({ onHand, held }: Pick<OfficeVariant, 'onHand' | 'held'>): number =>
  onHand - held;

export const isCounted = ({ policy }: Pick<OfficeVariant, 'policy'>): boolean =>
  policy !== 'untracked';

/** The size of a product without sizes. */
export const oneSize = 'One size';

/** `M, Navy`; a product without sizes and colours has one variant. */
export function variantName({ size, color }: Pick<OfficeVariant, 'size' | 'color'>): string {
  return [size, color && colourName(color)].filter(Boolean).join(', ') || oneSize;
}

/** The saved value of a field, as text of a cell. */
export function savedText(variant: OfficeVariant, field: VariantField): string {
  switch (field) {
    case 'sku':
    case 'policy':
      return variant[field];
    case 'barcode':
      return variant.barcode ?? '';
    case 'priceDelta':
      return plainPrice(variant.priceDelta);
    case 'free':
      return String(freePieces(variant));
    case 'onHand':
    case 'held':
    case 'waiting':
      return String(variant[field]);
  }
}

/** The display text: a policy has a label, and untracked zero stock is blank. */
export function shownText(field: VariantField, text: string, counted: boolean): string {
  if (field === 'policy') return isPolicy(text) ? stockPolicyLabels[text] : text;
  return !counted && field !== 'sku' && text === '0' ? '' : text;
}

/**
 * Parses what was typed or pasted into a cell: `+5` and `-2` are relative to `shown`; decimal commas and policy labels are
 * accepted. Clearing a required field restores the `saved` value. Invalid text stays as it is.
 */
export function meantText(field: EditField, typed: string, saved: string, shown = saved): string {
  const text = typed.trim();
  if (text === '') return field === 'barcode' ? '' : field === 'priceDelta' ? plainPrice(0) : saved;
  if (field === 'sku') return text.toUpperCase();
  if (field === 'barcode') return text.replaceAll(/[\s-]/g, '');
  if (field === 'policy') {
    const found = Object.entries(stockPolicyLabels).find(([name, label]) =>
      [name, label.toLowerCase()].includes(text.toLowerCase()),
    );
    return found?.[0] ?? text;
  }
  if (field === 'onHand') return meantCount(text, shown);
  const amount = text.replace(currencySign(), '').trim().replace(',', '.');
  return /^[+-]?\d+(\.\d{1,3})?$/.test(amount) && fitsCurrency(Number(amount))
    ? plainPrice(Number(amount))
    : text;
}

function meantCount(text: string, shown: string): string {
  const count = /^[+-]?\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  if (!/^[+-]?\d+(\.0+)?$/.test(count)) return text;
  const relative = /[+-]/.test(count) ? Number(shown) || 0 : 0;
  const number = relative + Number(count);
  return number < 0 ? text : String(number);
}
