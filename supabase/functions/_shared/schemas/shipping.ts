import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { changesOf, price, requiredText, text, wholeNumber } from './common.ts';

/** Two letters of ISO 3166-1. */
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Not the code of a country, such as DE');

/** `names` is all that the country is called, in plain lower case. */
export const country = z.object({
  code: countryCode,
  name: z.string(),
  names: z.array(z.string()),
});
export type Country = z.infer<typeof country>;
/** `GET /countries`: with a name, in any language, only the country that is called so. */
export const countriesQuery = z.object({
  name: text(100).optional().describe('Only the country that is called so, in any language'),
});
export const countriesReply = z.object({ countries: z.array(country) });

export const countryCodes = z
  .array(countryCode)
  .max(300, 'At most 300')
  .transform((codes) => [...new Set(codes)]);

/** Without countries it is for all that are in no other zone. */
export const shippingZoneInput = z.object({
  name: requiredText(100),
  countries: countryCodes.default([]),
});
export type ShippingZoneInput = z.output<typeof shippingZoneInput>;
/** `PUT /shipping/zones/{id}` */
export const shippingZoneUpdate = changesOf(shippingZoneInput);
export type ShippingZoneUpdate = z.output<typeof shippingZoneUpdate>;

export const daysTooFew = 'Not before the first day';
const none = z.literal('').transform(() => null);
const grams = wholeNumber(limits.shipping.weight);
const days = wholeNumber(limits.shipping.days).default(0);
/** What weighs more than `over` grams costs `price`. */
const weightBand = z.object({ over: grams, price });

interface Days {
  daysFrom?: number | undefined;
  daysTo?: number | undefined;
}
const daysInOrder = ({ daysFrom = 0, daysTo = daysFrom }: Days) => daysTo >= daysFrom;
const wrongDays = { path: ['daysTo'], message: daysTooFew };

/** Prices in the shop's currency, weights in grams; `freeFrom` and `maxWeight` null, or an empty field of a form, for no such bound. */
export const shippingMethodInput = z
  .object({
    name: requiredText(100),
    price,
    freeFrom: z
      .union([none, price.refine((it) => it > 0, 'More than zero')], 'Not a price')
      .nullable()
      .default(null),
    weightBands: z
      .array(weightBand)
      .max(limits.shipping.bands, `At most ${limits.shipping.bands} prices`)
      .default([]),
    maxWeight: z
      .union([none, grams.refine((it) => it > 0, 'More than zero')], 'Not a whole number')
      .nullable()
      .default(null),
    daysFrom: days,
    daysTo: days,
    position: wholeNumber(1000).default(1),
  })
  .refine(daysInOrder, wrongDays);
export type ShippingMethodInput = z.output<typeof shippingMethodInput>;
/** `PUT /shipping/methods/{id}` */
export const shippingMethodUpdate = changesOf(shippingMethodInput).refine(daysInOrder, wrongDays);
export type ShippingMethodUpdate = z.output<typeof shippingMethodUpdate>;

const shippingMethod = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  freeFrom: z.number().nullable(),
  weightBands: z.array(z.object({ over: z.number(), price: z.number() })),
  maxWeight: z.int().nullable(),
  daysFrom: z.int(),
  daysTo: z.int(),
  position: z.int(),
});
export type ShippingMethod = z.infer<typeof shippingMethod>;

const shippingZone = z.object({
  _id: z.string(),
  name: z.string(),
  countries: z.array(z.string()),
  methods: z.array(shippingMethod),
});
export type ShippingZone = z.infer<typeof shippingZone>;
export const shippingReply = z.object({ zones: z.array(shippingZone) });
export const shippingSavedReply = z.object({ message: z.string(), _id: z.string() });
