import { toWays } from '../../_shared/payments/providers.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { CartPriceRow } from '../../_shared/queries/order-rows.ts';
import type { CartLineRow } from '../../_shared/queries/rows.ts';
import type { z } from 'zod';
import type { CartItem, CartPrice, priceQuery } from '../../_shared/schemas/cart.ts';
import { notFound } from '../errors.ts';
import { toVariant } from './products.ts';

export type ImageUrl = (path: string) => string;

export const toItems = (lines: readonly CartLineRow[], imageUrl: ImageUrl): CartItem[] =>
  lines.map(({ id, product, quantity, size, color, sku, enough, left }) => ({
    _id: id,
    product: {
      _id: product.id,
      title: product.title,
      price: product.price,
      images: product.images.map(imageUrl),
      availability: product.availability,
      published: product.published,
      sizes: product.sizes,
      colors: product.colors,
      variants: product.variants.map(toVariant),
    },
    quantity,
    enough,
    left,
    size,
    color,
    sku,
  }));

export const graceOf = (minutes: number): string => `${minutes} minutes`;

/** The caller's lines in the order in which they were added. Cancels a pending clearing. @throws ApiError 403 for non-customers */
export async function readCart(
  db: Db,
  imageUrl: ImageUrl,
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await db.call('read_cart', { p_grace: graceOf(graceMinutes) });
  return toItems(found, imageUrl);
}

export const toMethod = ({ id, name, price, ...days }: CartPriceRow['methods'][number]) => ({
  ...{ _id: id, name, price },
  daysFrom: days.days_from,
  daysTo: days.days_to,
});

/** What the cart costs; null for an empty one. @throws ApiError 403 for non-customers, 409 where it cannot be delivered */
export async function readCartPrice(
  db: Db,
  { shippingMethod, voucher, country: to }: z.output<typeof priceQuery>,
): Promise<CartPrice | null> {
  const found = await db.call('price_cart', {
    p_method: shippingMethod,
    p_voucher: voucher ?? undefined,
    p_country: to,
  });
  if (!found) return null;
  const { goods, discount, shipping, tax, delivered, country, problem } = found;
  return {
    ...{ goods, discount, shipping, tax, delivered, country, problem },
    voucherCode: found.voucher_code,
    shippingMethod: found.shipping_method,
    shippingMethodId: found.shipping_method_id,
    toFreeShipping: found.to_free_shipping,
    lostFreeShipping: found.lost_free_shipping,
    methods: found.methods.map(toMethod),
    deliveryProblem: found.delivery_problem,
    taxIncluded: found.tax_included,
    taxFree: found.tax_free,
    totalPrice: found.total_price,
    takesVouchers: found.takes_vouchers,
    company: found.company,
    terms: found.terms && { days: found.terms.days, creditLeft: found.terms.credit_left },
    ways: toWays(found.ways),
    quantityProblem: found.quantity_problem,
  };
}

/** Adds a line and returns the whole cart, in one round trip. @throws ApiError 403 for non-customers */
export async function addToCart(
  db: Db,
  imageUrl: ImageUrl,
  line: { productId: string; quantity: number; size: string | null; color: string | null },
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await db.call('add_to_cart', {
    p_product: line.productId,
    p_quantity: line.quantity,
    p_size: line.size ?? undefined,
    p_color: line.color ?? undefined,
    p_grace: graceOf(graceMinutes),
  });
  return toItems(found, imageUrl);
}

/** The customer has left the shop: the cart is cleared after the grace period. */
export async function leaveCart(db: Db, imageUrl: ImageUrl): Promise<CartItem[]> {
  return toItems(await db.call('leave_cart'), imageUrl);
}

/**
 * The id is that of a line, or of a product for its oldest line.
 * @throws ApiError 404, 403 for non-customers
 */
export async function setQuantity(
  db: Db,
  imageUrl: ImageUrl,
  line: { id: string; quantity: number },
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await db.call('set_cart_quantity', {
    p_line: line.id,
    p_quantity: line.quantity,
    p_grace: graceOf(graceMinutes),
  });
  if (found === null) throw notFound('Cart item');
  return toItems(found, imageUrl);
}

/** @throws ApiError 404, 409 if out of stock, 403 for non-customers */
export async function setChoice(
  db: Db,
  imageUrl: ImageUrl,
  line: { id: string; size: string | null; color: string | null },
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await db.call('set_cart_choice', {
    p_line: line.id,
    p_size: line.size ?? '',
    p_color: line.color ?? '',
    p_grace: graceOf(graceMinutes),
  });
  if (found === null) throw notFound('Cart item');
  return toItems(found, imageUrl);
}

/** The id is that of a line, or of a product for all its lines. */
export async function removeFromCart(
  db: Db,
  imageUrl: ImageUrl,
  id: string,
  graceMinutes: number,
): Promise<CartItem[]> {
  const args = { p_line: id, p_grace: graceOf(graceMinutes) };
  const found = await db.call('remove_from_cart', args);
  if (found === null) throw notFound('Cart item');
  return toItems(found, imageUrl);
}

/** @throws ApiError 403 for non-customers */
export async function clearCart(db: Db): Promise<void> {
  await db.call('clear_cart');
}
