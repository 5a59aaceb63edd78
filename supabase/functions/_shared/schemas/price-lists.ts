import { z } from 'zod';
import { changesOf, createdAt, id, pageQuery, price, requiredText, tableTotal } from './common.ts';

const count = z.int('A whole number').min(1, 'At least 1').max(9999, 'At most 9999');
/** How many pieces; null, or '' in a form, where nothing is said. */
const pieces = z
  .union(
    [
      z.null('A whole number'),
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{0,4}$/, 'A whole number up to 9999')
        .transform((it) => (it === '' ? null : Number(it))),
    ],
    'A whole number',
  )
  .pipe(count.nullable());

/** The fields of a price list; `percent` is taken off the prices of the shop. */
export const priceListInput = z.object({
  name: requiredText(100),
  percent: price.refine((it) => it <= 100, 'At most 100').default(0),
});
export type PriceListInput = z.output<typeof priceListInput>;
/** `PUT /price-lists/update/{id}` */
export const priceListUpdate = changesOf(priceListInput);
export type PriceListUpdate = z.output<typeof priceListUpdate>;

export const priceList = z.object({
  _id: z.string(),
  name: z.string(),
  percent: z.number(),
  createdAt,
});
export type PriceList = z.infer<typeof priceList>;
export const priceListReply = z.object({ priceList });
export const priceListChangedReply = z.object({ message: z.string(), priceList });

/** The table of the back office, by name; `q` is a part of it. */
export const priceListTableQuery = pageQuery;
export type PriceListTableQuery = z.infer<typeof priceListTableQuery>;
const priceListRow = priceList.extend({ prices: z.int(), companies: z.int() });
export type PriceListRow = z.infer<typeof priceListRow>;
export const priceListTableReply = z.object({
  priceLists: z.array(priceListRow),
  total: tableTotal,
});

/** A product in a price list; amounts in the shop's currency. */
const listedProduct = z.object({
  _id: z.string(),
  title: z.string(),
  /** What it costs in the shop. */
  retail: z.number(),
  /** For all sizes and colors. */
  prices: z.array(z.object({ quantity: z.int(), price: z.number() })),
  /** How many sizes and colors have prices of their own. */
  variants: z.int(),
  /** Null where the list has no order quantities for it. */
  minimum: z.int().nullable(),
  multiple: z.int().nullable(),
});
export type ListedProduct = z.infer<typeof listedProduct>;
export const listedProductsReply = z.object({
  products: z.array(listedProduct),
  total: tableTotal,
});

/** `variant` is null for all sizes and colors; `quantity` is from how many pieces on. */
const listPrice = z.object({
  variant: z.union([z.literal('').transform(() => null), id], 'Not a valid id').nullable(),
  quantity: z
    .union([z.number(), z.string().trim().transform(Number)], 'A whole number')
    .pipe(count),
  price,
});
const savedPrice = z.object({
  variant: z.string().nullable(),
  quantity: z.int(),
  price: z.number(),
});

/** Order quantities; null where there are none. */
const quantities = z.object({ minimum: z.int().nullable(), multiple: z.int().nullable() });

export const listPricesQuery = z.object({ list: id, product: id });

/** What a product costs in a price list. */
export const listPrices = z.object({
  product: z.string(),
  title: z.string(),
  retail: z.number(),
  prices: z.array(savedPrice),
  ...quantities.shape,
  /** The order quantities for all lists. */
  general: quantities,
  variants: z.array(
    z.object({
      _id: z.string(),
      sku: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      retail: z.number(),
    }),
  ),
});
export type ListPrices = z.infer<typeof listPrices>;
export const listPricesReply = z.object({ listPrices });
export const listPricesChangedReply = listPricesReply.extend({ message: z.string() });

/** What the caller has seen of it. */
const known = quantities.extend({ prices: z.array(savedPrice).max(2000, 'At most 2000') });

/** The body of `PUT /price-lists/prices/{id}`: all prices of a product, and its order quantities, from now on. */
export const listPricesInput = z.object({
  product: id,
  prices: z
    .array(listPrice)
    .max(2000, 'At most 2000')
    .superRefine((prices, context) => {
      const seen = new Set<string>();
      for (const [index, { variant, quantity }] of prices.entries()) {
        const key = `${variant} ${quantity}`;
        if (seen.has(key)) {
          const path = [index, 'quantity'];
          context.addIssue({
            code: 'custom',
            path,
            message: 'There is already a price for this quantity',
          });
        }
        seen.add(key);
      }
    }),
  minimum: pieces,
  multiple: pieces,
  known,
});
export type ListPricesInput = z.output<typeof listPricesInput>;
/** What the form of it asks for. */
export const listPricesForm = listPricesInput.pick({ prices: true, minimum: true, multiple: true });

/** The body of `PUT /price-lists/quantities/{id}`: the order quantities of a product for all lists. */
export const orderQuantitiesInput = z.object({
  minimum: pieces,
  multiple: pieces,
  known: quantities,
});
export type OrderQuantitiesInput = z.output<typeof orderQuantitiesInput>;
export const orderQuantitiesForm = orderQuantitiesInput.omit({ known: true });
