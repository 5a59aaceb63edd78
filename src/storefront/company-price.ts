import type { CompanyPrices } from '#shared/schemas/wholesale.ts';
import type { Choice } from './stock.ts';

export type CompanyProduct = CompanyPrices['products'][number];
type ByQuantity = CompanyProduct['prices'];

/** The unit price in the shop's currency at this quantity. */
export const priceAt = (prices: ByQuantity, quantity: number): number =>
  (prices.findLast((it) => it.quantity <= quantity) ?? prices[0])?.price ?? 0;

/** The prices of one size and color. */
export const pricesOf = (
  { variants, prices }: CompanyProduct,
  { size, color }: Choice,
): ByQuantity =>
  variants.find((it) => it.size === (size ?? null) && it.color === (color ?? null))?.prices ??
  prices;

/** The lowest prices of these variants by quantity, and whether they apply to all. */
export function priceSteps(product: CompanyProduct, choices: readonly Choice[]) {
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

/** The order quantities as text; empty if any quantity is allowed. */
export function quantityText({ minimum, multiple }: CompanyProduct): string {
  const least = minimum > 1 ? `Minimum ${minimum}` : '';
  const packs = multiple > 1 ? `${least ? 'packs' : 'Packs'} of ${multiple}` : '';
  return [least, packs].filter(Boolean).join(', ');
}
