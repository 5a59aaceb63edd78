import type { z } from 'zod';
import type { cartPriceReply } from '#shared/schemas/cart.ts';
import { resource } from './client.ts';

/** The price of the cart; empty strings mean the cheapest method, no voucher and the customer's country. */
export function cartPrice({
  shippingMethod,
  voucher,
  country,
}: {
  shippingMethod: string;
  voucher: string;
  country: string;
}) {
  const query = new URLSearchParams();
  if (shippingMethod) query.set('shippingMethod', shippingMethod);
  if (voucher) query.set('voucher', voucher);
  if (country) query.set('country', country);
  const search = query.size > 0 ? `?${query}` : '';
  return resource<z.infer<typeof cartPriceReply>>(
    `/cart/price${search}`,
    { price: 'object' },
    { as: 'shopper' },
  );
}
