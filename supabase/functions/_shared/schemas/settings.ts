import { z } from 'zod';
import { whoMayOrder } from './visitors.ts';

/** `GET /settings`: what is set up in the shop, and what is missing. */
export const settingsReply = z.object({
  shop: z.object({ name: z.string(), email: z.string(), description: z.string() }),
  /** Whether visitors see the shop, and not its door. */
  open: z.boolean(),
  whoMayOrder,
  orderNumberPattern: z.string(),
  holdMinutes: z.int(),
  runningLow: z.int(),
  /** The ISO 4217 code of the currency of all prices. */
  currency: z.string(),
  /** The name in the IANA database; empty while none is chosen, which is UTC. */
  timeZone: z.string(),
  /** `unserved` are the names of the zones without a method, `everywhere` whether one zone covers all other countries. */
  shipping: z.object({
    zones: z.int(),
    methods: z.int(),
    unserved: z.array(z.string()),
    everywhere: z.boolean(),
  }),
  taxRates: z.int(),
  pricesIncludeTax: z.boolean(),
  sellerName: z.string(),
  sellerAddress: z.string(),
  bankAccount: z.string(),
  /** The payment providers that are on: `off` without a key; in `test`, nobody is charged. `minimum` is in the shop's currency. */
  payments: z.array(
    z.object({ title: z.string(), mode: z.enum(['off', 'test', 'live']), minimum: z.number() }),
  ),
  returns: z.object({
    days: z.int(),
    sendDays: z.int(),
    payer: z.enum(['customer', 'shop']),
    address: z.string(),
  }),
  /** `from` is the sender address; null while the shop sends no mail. */
  mail: z.object({ from: z.string().nullable(), texts: z.int(), failed: z.int() }),
  priceLists: z.int(),
  companies: z.object({ approved: z.int(), requested: z.int(), onTerms: z.int() }),
  /** Their names, in alphabetical order. */
  administrators: z.array(z.string()),
  /** The caller's own. */
  savedViews: z.int(),
  /** The newest entry of the audit trail, if any. */
  lastChange: z.object({ at: z.string(), actor: z.string() }).nullable(),
});
export type SettingsOverview = z.infer<typeof settingsReply>;
