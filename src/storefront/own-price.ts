import type { OwnPrices } from '#shared/schemas/wholesale.ts';
import type { Choice } from './stock.ts';

export type OwnProduct = OwnPrices['products'][number];
type ByQuantity = OwnProduct['prices'];

/** What a piece costs when so many are ordered, in dollars. */
const priceAt = (prices: ByQuantity, quantity: number): number =>
  prices.findLast((it) => it.quantity <= quantity)?.price ?? 0;

/** The prices of one size and color. */
const pricesOf = ({ variants, prices }: OwnProduct, { size, color }: Choice): ByQuantity =>
  variants.find((it) => it.size === (size ?? null) && it.color === (color ?? null))?.prices ??
  prices;

/** What these sizes and colors cost from which quantity on: the lowest, and whether it is that of all. */
export function priceSteps(product: OwnProduct, choices: readonly Choice[]) {
  const all = choices.map((it) => pricesOf(product, it));
  const quantities = [...new Set(all.flatMap((it) => it.map(({ quantity }) => quantity)))];
  return quantities
    .sort((a, b) => a - b)
    .map((quantity) => {
      const found = all.map((it) => priceAt(it, quantity));
      const price = Math.min(...found);
      return { quantity, price, ofAll: found.every((it) => it === price) };
    });
}

/** In which quantities the product is ordered; empty where any will do. */
export function quantityText({ minimum, multiple }: OwnProduct): string {
  const least = minimum > 1 ? `Minimum ${minimum}` : '';
  const packs = multiple > 1 ? `${least ? 'packs' : 'Packs'} of ${multiple}` : '';
  return [least, packs].filter(Boolean).join(', ');
}
