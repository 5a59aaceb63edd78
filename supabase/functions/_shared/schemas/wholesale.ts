import { z } from 'zod';
import { joinedIds } from './common.ts';

/** The query of `GET /wholesale/prices`. */
export const companyPricesQuery = z.object({ products: joinedIds });

/** What a piece costs, in the shop's currency, from which quantity on: all sizes and colors of the product together. */
const byQuantity = z.array(z.object({ quantity: z.int(), price: z.number() }));

/** What products cost a company. */
export const companyPrices = z.object({
  company: z.string(),
  /** Name of its price list; empty when it pays the prices of the shop. */
  priceList: z.string(),
  /** Whether the prices are without tax, which the company pays itself. */
  taxFree: z.boolean(),
  products: z.array(
    z.object({
      _id: z.string(),
      /** What its cheapest size and color costs in the shop, in the shop's currency. */
      retail: z.number(),
      /** What the cheapest one costs the company. */
      lowest: z.number(),
      /** Whether others may cost more. */
      varies: z.boolean(),
      /** The first is from 1 piece on. */
      prices: byQuantity,
      /** The least number of pieces of an order, all sizes and colors together. */
      minimum: z.int(),
      /** Size of a pack: the number of pieces has to be a multiple of it. */
      multiple: z.int(),
      /** The sizes and colors that cost something else. */
      variants: z.array(
        z.object({
          size: z.string().nullable(),
          color: z.string().nullable(),
          prices: byQuantity,
        }),
      ),
    }),
  ),
});
export type CompanyPrices = z.infer<typeof companyPrices>;

/** `prices` is null for customers who pay the prices of the shop. */
export const companyPricesReply = z.object({ prices: companyPrices.nullable() });
