import { z } from 'zod';

export const returnPayers = ['customer', 'shop'] as const;

/** Where approved returns go, within how many days, and who pays for sending them. */
export const returnTerms = z.object({
  /** Lines of text; empty while the shop has no address. */
  address: z.string(),
  sendDays: z.int(),
  payer: z.enum(returnPayers),
  /** What customers read about the label of the parcel, or empty. */
  label: z.string(),
  /** Whether an exchange is sent when it is approved, instead of when the pieces have arrived. */
  exchangeAtOnce: z.boolean(),
});
export type ReturnTerms = z.infer<typeof returnTerms>;

/** Prices in the shop's currency. */
const promisedMethod = z.object({
  name: z.string(),
  /** The lowest, if heavier orders cost another (`varies`). */
  price: z.number(),
  varies: z.boolean(),
  freeFrom: z.number().nullable(),
  /** In grams. */
  maxWeight: z.int().nullable(),
  daysFrom: z.int(),
  /** 0 where nothing is said. */
  daysTo: z.int(),
  /** The days that these make of an order placed today. */
  arrivesFrom: z.iso.date(),
  arrivesTo: z.iso.date(),
});
export type PromisedMethod = z.infer<typeof promisedMethod>;

/** `GET /shop/promises`: what the settings of the shop promise to shoppers. */
export const promisesReply = z.object({
  /** The day on which an order placed today leaves: the day in the shop's time zone, or the Monday after it. */
  orderBy: z.iso.date(),
  /** Days after delivery for which a piece can be returned. */
  returnDays: z.int(),
  returns: returnTerms,
  /** Without any, shipping is free everywhere. `countries` has their names; it is empty for all others. */
  zones: z.array(z.object({ countries: z.array(z.string()), methods: z.array(promisedMethod) })),
});
export type ShopPromises = z.infer<typeof promisesReply>;
