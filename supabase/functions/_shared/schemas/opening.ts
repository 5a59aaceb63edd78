import { z } from 'zod';
import { email } from './common.ts';

/** What a new shop is asked to set up, in this order. */
export const openingSteps = [
  'name',
  'address',
  'country',
  'currency',
  'timeZone',
  'taxes',
  'shipping',
  'payments',
  'mail',
  'legalPages',
  'product',
  'testOrder',
  'domain',
] as const;
export type OpeningStep = (typeof openingSteps)[number];

/** What is left of the demo: `orders` with those of its goods alone, `others` are categories, banners, questions and the like. */
const demo = z.object({
  products: z.int(),
  orders: z.int(),
  customers: z.int(),
  others: z.int(),
});
export type Demo = z.infer<typeof demo>;

/**
 * `GET /opening`: whether visitors see the shop, how many email addresses wait for that, which steps the data show as done, and
 * how much is left of the demo; null in a shop without it.
 */
export const openingReply = z.object({
  open: z.boolean(),
  waiting: z.int(),
  demo: demo.nullable(),
  steps: z.array(z.object({ step: z.enum(openingSteps), done: z.boolean() })),
});
export type Opening = z.infer<typeof openingReply>;

/** `POST /opening/remove-demo`: `orders` is the number of orders that the administrator was told. */
export const demoRemoval = z.object({ orders: z.int().min(0) });
/** `PUT /opening` */
export const openingUpdate = z.object({ open: z.boolean() });
/** `POST /opening/requests` */
export const openingRequestInput = z.object({ email });
