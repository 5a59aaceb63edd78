import { fromCents, sumOfLines, toCents } from '#shared/domain/money.ts';
import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';

/** What the lines cost together, in dollars. */
export function cartTotal(items: readonly CartItem[]): number {
  return sumOfLines(items.map((it) => ({ price: it.product.price, quantity: it.quantity })));
}

/** What is to be paid as far as it is known, in dollars. Until the price of a change is read, what comes on top of the goods stays. */
export function totalOf(items: readonly CartItem[], price: CartPrice | null): number {
  const extras = price ? toCents(price.totalPrice) - toCents(price.goods) : 0;
  return fromCents(Math.max(0, toCents(cartTotal(items)) + extras));
}
