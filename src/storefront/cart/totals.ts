import { sumOfLines } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';

/** What the lines cost together, in dollars. */
export function cartTotal(items: readonly CartItem[]): number {
  return sumOfLines(items.map((it) => ({ price: it.product.price, quantity: it.quantity })));
}
