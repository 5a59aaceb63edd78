import type { CartItem } from '#shared/schemas/cart.ts';
import { colourName } from '../../ui/colour-name.ts';

/** What is chosen of a product, in the order of the questions. */
export const choices = [
  { name: 'color', among: 'colors', label: 'Color', question: 'Choose a color', text: colourName },
  { name: 'size', among: 'sizes', label: 'Size', question: 'Choose a size', text: String },
] as const;

/** What there is to choose from, and what is chosen though it is no longer offered. */
export function optionsOf(item: CartItem, { name, among }: (typeof choices)[number]): string[] {
  const chosen = item[name];
  return [...new Set([...item.product[among], ...(chosen ? [chosen] : [])])].filter(Boolean);
}

/** The first question of a line that is open: nothing of it can be ordered before. */
export function openChoice(item: CartItem): (typeof choices)[number] | undefined {
  return choices.find((it) => !item[it.name] && optionsOf(item, it).length > 0);
}

/** Leads to the first question that is still open; false where there is none. */
export function focusOpenChoice(): boolean {
  const open = document.querySelector<HTMLElement>('main [data-open-choice]');
  open?.focus();
  return open !== null;
}
