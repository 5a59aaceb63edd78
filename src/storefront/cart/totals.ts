import { fromMinor, sumOfLines, toMinor } from '#shared/domain/money.ts';
import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';

type PricedLine = Pick<CartItem, 'quantity'> & { product: Pick<CartItem['product'], 'price'> };

/** The subtotal in the shop's currency. */
export function cartTotal(items: readonly PricedLine[]): number {
  return sumOfLines(items.map((it) => ({ price: it.product.price, quantity: it.quantity })));
}

/** The known total in the shop's currency. Until the new price is loaded, the surcharges stay the same. */
export function totalOf(
  items: readonly PricedLine[],
  price: Pick<CartPrice, 'goods' | 'totalPrice'> | null,
): number {
  const extras = price ? toMinor(price.totalPrice) - toMinor(price.goods) : 0;
  return fromMinor(Math.max(0, toMinor(cartTotal(items)) + extras));
}
