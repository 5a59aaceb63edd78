import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { cartPrice } from './cart.ts';
import { quantity, text } from './common.ts';
import { sku } from './stock.ts';

const item = z.object({ sku, quantity });
const offeredItems = z
  .array(item)
  .min(1, 'At least one item')
  .max(limits.offeredItems, `At most ${limits.offeredItems} items`);

/** The same in an address: `HM-0120-S-NAVY:2,HM-0155:1`. */
const itemsInAddress = z.codec(z.string(), offeredItems, {
  decode: (items) =>
    items.split(',').map((it) => {
      const [name = '', pieces = '1'] = it.split(':');
      return { sku: name, quantity: /^\d{1,4}$/.test(pieces) ? Number(pieces) : 0 };
    }),
  encode: (items) => items.map((it) => `${it.sku}:${it.quantity}`).join(','),
});

export const offerQuery = z.object({
  items: itemsInAddress.meta({
    description: `SKUs with quantities, such as HM-0120:2,HM-0155:1, at most ${limits.offeredItems}`,
  }),
  country: text(100).optional().meta({ description: 'Country to deliver to, by name or code' }),
});

/** `GET /cart/offer`. Prices in the shop's currency. */
export const offerReply = z.object({
  lines: z.array(
    z.object({
      sku: z.string(),
      quantity: z.int(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      /** Of one piece; null where there is no such article. */
      price: z.number().nullable(),
      /** Why it cannot be had, or not so many of it; empty where it can. */
      problem: z.string(),
      product: z
        .object({ _id: z.string(), title: z.string(), images: z.array(z.string()) })
        .nullable(),
    }),
  ),
  /** Of all lines without a problem. */
  goods: z.number(),
  /** What they cost when they are sent to the country; null without one, or without anything to send. */
  delivery: cartPrice
    .pick({
      ...{ shipping: true, shippingMethod: true, toFreeShipping: true, methods: true },
      ...{ tax: true, taxIncluded: true, totalPrice: true },
      ...{ delivered: true, deliveryProblem: true, country: true },
    })
    .nullable(),
});
export type Offer = z.infer<typeof offerReply>;
