import { fromCents, sumOfLines, toCents } from '#shared/domain/money.ts';
import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';

/** The subtotal in dollars. */
export function cartTotal(items: readonly CartItem[]): number {
  return sumOfLines(items.map((it) => ({ price: it.product.price, quantity: it.quantity })));
}

/** The known total in dollars. Until the new price is loaded, the surcharges stay the same. */
export function totalOf(items: readonly CartItem[], price: CartPrice | null): number {
  const extras = price ? toCents(price.totalPrice) - toCents(price.goods) : 0;
  return fromCents(Math.max(0, toCents(cartTotal(items)) + extras));
}
