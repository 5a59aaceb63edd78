import type { CartItem } from '#shared/schemas/cart.ts';
import { canBeBought } from '#shared/domain/availability.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import { fitting, isSoldOut } from '../stock.ts';

/** The choices of a product, in display order. */
export const choices = [
  { name: 'color', among: 'colors', label: 'Color', question: 'Choose a color', text: colourName },
  { name: 'size', among: 'sizes', label: 'Size', question: 'Choose a size', text: String },
] as const;

/** The options, including a chosen one that is no longer offered. */
export function optionsOf(item: CartItem, { name, among }: (typeof choices)[number]): string[] {
  const chosen = item[name];
  return [...new Set([...item.product[among], ...(chosen ? [chosen] : [])])].filter(Boolean);
}

/** The first missing choice of a line, which blocks the order. */
export function openChoice(item: CartItem): (typeof choices)[number] | undefined {
  if (!item.product.published) return undefined;
  return choices.find((it) => !item[it.name] && optionsOf(item, it).length > 0);
}

/** The label of an option, and whether it is sold out with the other choices. */
export function optionOf(item: CartItem, { name, text }: (typeof choices)[number], value: string) {
  const { size, color } = item;
  const soldOut = isSoldOut(fitting(item.product.variants, { size, color, [name]: value }));
  return { text: `${text(value)}${soldOut ? ' (sold out)' : ''}`, soldOut };
}

/** Why a fully chosen line cannot be ordered, and what to do; empty if it can. */
export function stockProblem({
  product,
  size,
  color,
  quantity,
  enough,
  ...more
}: CartItem): string {
  if (!product.published) return 'No longer available: remove it to check out.';
  if (!canBeBought(product)) {
    return product.variants.some((it) => it.stock !== 'out')
      ? 'Out of Stock: choose another or remove it to check out.'
      : 'Out of Stock: remove it to check out.';
  }
  const left =
    more.left ?? product.variants.find((it) => it.size === size && it.color === color)?.left;
  if (left ? quantity <= left : enough) return '';
  return left
    ? `Only ${left} left: reduce the quantity to check out.`
    : `Fewer than ${quantity} left: reduce the quantity to check out.`;
}

/** Whether something must be chosen or changed before a line can be ordered. */
export const isBlocked = (item: CartItem): boolean =>
  openChoice(item) !== undefined || stockProblem(item) !== '';

/** Whether a quantity was typed that cannot be ordered. */
export const isMistyped = (): boolean =>
  document.querySelector('main input[aria-invalid="true"]') !== null;

/** Focuses the first line that cannot be ordered. */
export function focusBlocked(): void {
  document
    .querySelector<HTMLElement>(
      'main :is([data-open-choice], [data-stock-problem], :is(input, textarea)[aria-invalid="true"])',
    )
    ?.focus();
}
