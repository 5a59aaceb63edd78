import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { Variant } from '#shared/schemas/stock.ts';

export type Stocked = Pick<Variant, 'size' | 'color' | 'price' | 'stock' | 'left'>;

/** The current choice of size and color. */
export interface Choice {
  readonly size?: string | null | undefined;
  readonly color?: string | null | undefined;
}

/** The variants that match a choice. */
export const fitting = <V extends Stocked>(variants: readonly V[], { size, color }: Choice): V[] =>
  variants.filter((it) => (!size || it.size === size) && (!color || it.color === color));

/** Whether these are sold out; false if unknown. */
export const isSoldOut = (variants: readonly Stocked[]): boolean =>
  variants.length > 0 && variants.every((it) => it.stock === 'out');

export function stockText(variants: readonly Stocked[]): string {
  if (isSoldOut(variants)) return availabilityLabels.OutofStock;
  const [only, other] = variants;
  return only?.left && !other ? `${only.left} left` : availabilityLabels.InStock;
}

/** The lowest price of these, in the shop's currency. */
export const lowestPrice = (variants: readonly Stocked[]): number =>
  Math.min(...variants.map((it) => it.price));

/** The price of these, or the lowest one. */
export function priceText(variants: readonly Stocked[]): string {
  const lowest = lowestPrice(variants);
  return `${variants.some((it) => it.price !== lowest) ? 'From ' : ''}${formatPrice(lowest)}`;
}
