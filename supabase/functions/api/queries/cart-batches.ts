import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { CartBatchRow } from '../../_shared/queries/rows.ts';
import type { addLinesInput, linesAddedReply } from '../../_shared/schemas/cart-batches.ts';
import type { Offer, offerQuery } from '../../_shared/schemas/cart-offers.ts';
import { graceOf, toItems, toMethod, type ImageUrl } from './cart.ts';

/** The cart, and what was left out. */
export type Added = Pick<z.input<typeof linesAddedReply>, 'cart' | 'problems'>;

export function toAdded({ lines, problems }: CartBatchRow, imageUrl: ImageUrl): Added {
  return {
    cart: { products: toItems(lines, imageUrl) },
    problems: problems.map(({ line, message }) => ({ line, message })),
  };
}

/**
 * Adds many lines and returns the whole cart, in one round trip.
 * @throws ApiError 403 for non-customers; 400, 404 or 409 with the path of the line that cannot be added
 */
export async function addLines(
  db: Db,
  imageUrl: ImageUrl,
  { lines, leaveOut }: z.output<typeof addLinesInput>,
  graceMinutes: number,
): Promise<Added> {
  const found = await db.call('add_lines_to_cart', {
    p_lines: new JsonValue(lines),
    p_leave_out: leaveOut,
    p_grace: graceOf(graceMinutes),
  });
  return toAdded(found, imageUrl);
}

/** What items would cost a visitor now, and which cannot be had. */
export async function readOffer(
  db: Db,
  imageUrl: ImageUrl,
  { items, country }: z.output<typeof offerQuery>,
): Promise<Offer> {
  const args = { p_lines: new JsonValue(items), p_country: country };
  const { lines, goods, delivery } = await db.call('offer_lines', args);
  return {
    goods,
    lines: lines.map(({ product, ...line }) => ({
      ...line,
      product: product && {
        ...{ _id: product.id, title: product.title, images: product.images.map(imageUrl) },
      },
    })),
    delivery: delivery && {
      ...{ shipping: delivery.shipping, shippingMethod: delivery.shipping_method },
      ...{ toFreeShipping: delivery.to_free_shipping, methods: delivery.methods.map(toMethod) },
      ...{ tax: delivery.tax, taxIncluded: delivery.tax_included },
      ...{ totalPrice: delivery.total_price, delivered: delivery.delivered },
      ...{ deliveryProblem: delivery.delivery_problem, country: delivery.country },
    },
  };
}
