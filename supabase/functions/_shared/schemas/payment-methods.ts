import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { paymentKinds } from '../domain/payment-kind.ts';
import { filledWhole } from './common.ts';
import { countryCodes } from './shipping.ts';

/** What the shop chooses of a provider. */
const chosen = z.strictObject({
  name: z.string().max(30),
  isOn: z.boolean(),
  /** Where such orders are delivered to; empty for all countries. */
  countries: countryCodes,
  /** For how long a transfer is waited for; within how many days after sending an order is paid on delivery. */
  days: filledWhole(1, limits.paymentDays),
});

/** `PUT /payments/methods`: every provider once, in the order of the checkout. */
export const paymentMethodsInput = z.strictObject({ methods: z.array(chosen).max(100) });
export type PaymentMethodsInput = z.output<typeof paymentMethodsInput>;

/** The fields of a provider that its form changes. */
export const paymentMethodForm = chosen.pick({ countries: true, days: true });

/** A provider, what the shop chooses of it, and what it takes. */
export const paymentMethod = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(paymentKinds),
  isOn: z.boolean(),
  countries: z.array(z.string()),
  days: z.int(),
  /** `off` while its key is missing; in `test`, nobody is charged. */
  mode: z.enum(['live', 'test', 'off']),
  /** The environment variables that its key is made of. */
  secrets: z.array(z.string()),
  /** ISO 4217; null for all. */
  currencies: z.array(z.string()).nullable(),
  /** The smallest total of an order, in the shop's currency. */
  minimum: z.number(),
  /** The only countries that the provider takes orders to; null for all. */
  onlyTo: z.array(z.string()).nullable(),
  /** Where it sends its messages; null where it sends none. */
  webhook: z.string().nullable(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentMethodsReply = z.object({ methods: z.array(paymentMethod) });
export const paymentMethodsSaved = paymentMethodsReply.extend({ message: z.string() });
/** What a provider answered, or what is missing for it. */
export const paymentMethodChecked = z.object({ works: z.boolean(), message: z.string() });
