import { formatPrice } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { fitting, priceText } from '../stock.ts';

/** The price of one piece; the lowest one before size and color are chosen. */
export function linePrice(item: CartItem): string {
  const open = fitting(item.product.variants, item);
  return open.length > 0 ? priceText(open) : formatPrice(item.product.price);
}
