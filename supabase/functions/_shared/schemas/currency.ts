import { z } from 'zod';

/** `PUT /shop/currency`: a code of ISO 4217. */
export const currencyInput = z.object({
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, 'A code of three letters, such as EUR'),
});

const choosable = z.object({
  code: z.string(),
  decimals: z.int(),
  /** How many of the shop's prices and amounts have more decimals. */
  tooFine: z.int(),
});
export type ChoosableCurrency = z.infer<typeof choosable>;
/** `GET /shop/currencies`: `fixed` once the shop has orders. */
export const currenciesReply = z.object({
  currency: z.string(),
  fixed: z.boolean(),
  currencies: z.array(choosable),
});
export type CurrenciesReply = z.infer<typeof currenciesReply>;
export const currencySavedReply = z.object({ message: z.string(), currency: z.string() });
