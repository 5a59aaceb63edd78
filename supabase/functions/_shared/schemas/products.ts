import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { limits } from '../domain/limits.ts';
import { fitsCurrency, fitsText } from '../domain/money.ts';
import { productStatuses } from '../domain/product-status.ts';
import { plainTextOf } from '../domain/rich-text.ts';
import { taxClasses } from '../domain/tax-class.ts';
import {
  boundedTotal,
  createdAt,
  id,
  ids,
  next,
  price,
  requiredText,
  tableQuery,
  text,
  total,
  visibleText,
  wholeNumber,
} from './common.ts';
import { richText } from './rich-text.ts';
import { customFact } from './custom-fields.ts';
import { stockPolicies, variant } from './stock.ts';

/** Sizes or colours; empty entries are dropped, since new forms start with one. */
const choices = z
  .array(visibleText(60))
  .max(50, 'At most 50 entries')
  .transform((entries) => [...new Set(entries.filter((it) => it !== ''))]);

const fact = text(limits.productFact);
/** Plain text; empty when nothing is said. */
const facts = { composition: fact, care: fact, fit: fact, origin: fact, delivery: fact };
/** How long it is, and how it is sent and taxed; in a new product 0 cm, 0 grams and standard. */
const handling = {
  length: wholeNumber(limits.garmentLength),
  weight: wholeNumber(limits.weight),
  taxClass: z.enum(taxClasses),
};
const tooLong = `At most ${limits.description} characters`;
/** A description with markup; its text is as long as a plain one may be. */
export const descriptionDocument = richText.refine(
  (it) => plainTextOf(it).length <= limits.description,
  tooLong,
);
/** Fields of forms have it as JSON; empty, as null, they say that the description is plain text. */
const sentDocument = z.preprocess((sent, context) => {
  if (typeof sent !== 'string') return sent;
  try {
    return sent === '' ? null : (JSON.parse(sent) as unknown);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not a document' });
    return z.NEVER;
  }
}, descriptionDocument.nullable());
const status = z.enum(productStatuses);
/** Higher than the price; null, or an empty field of a form, ends the sale. */
const compareAtPrice = z
  .union([z.literal('').transform(() => null), price], 'Not a price')
  .nullable();
export const notReduced = 'Has to be higher than the price';

/** The text fields of `POST /products/create`; `sizes[i]` and `colors[i]` are collected into lists. */
export const productInput = z.object({
  title: requiredText(200),
  description: text(limits.description).default(''),
  /** Where it is given, the description is its text. */
  descriptionDocument: sentDocument.optional(),
  price,
  compareAtPrice: compareAtPrice.default(null),
  categoryId: id,
  availability: z.enum(availabilities).default('InStock'),
  sizes: choices.default([]),
  colors: choices.default([]),
  status: status.default('published'),
  ...z.object({ ...facts, ...handling }).partial().shape,
});

/** The exact time of the last change, sent back with a change to detect concurrent edits. */
const updatedAt = z.string().max(40);

/** `PUT /products/update/{id}` takes the whole edited product; unknown and read-only fields are ignored. */
export const productUpdate = z
  .object({
    title: requiredText(200).optional(),
    /** Another text than before makes it plain text. */
    description: text(limits.description).optional(),
    descriptionDocument: sentDocument.optional(),
    price: price.optional(),
    compareAtPrice: compareAtPrice.optional(),
    categoryId: id.nullish(),
    category: z.union([id, z.object({ _id: id })], 'Not a valid id').nullish(),
    availability: z.enum(availabilities).optional(),
    sizes: choices.optional(),
    colors: choices.optional(),
    status: status.optional(),
    ...z.object({ ...facts, ...handling }).partial().shape,
    updatedAt: updatedAt.optional(),
    /** Whether sizes and colors with stock, a barcode or prices of their own may be removed. */
    dropVariants: z.boolean().optional(),
  })
  .transform(({ category, categoryId, ...rest }) => ({
    ...rest,
    categoryId: categoryId ?? (typeof category === 'string' ? category : category?._id),
  }));
export type ProductUpdate = z.input<typeof productUpdate>;

/** The size and the color of a product that a filter or a search asks for; null where it asks for none. */
const askedChoice = z.object({
  size: z.string().nullable(),
  color: z.string().nullable(),
  inStock: z.boolean(),
});
export type AskedChoice = z.infer<typeof askedChoice>;

/** Prices in the shop's currency, `compareAtPrice` null when it is not on sale; `images` are absolute URLs; `category` is null after it was deleted; only administrators get drafts. */
export const product = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  compareAtPrice: z.number().nullable(),
  /** Of the cheapest variant: what lists show and sort by. */
  lowestPrice: z.number(),
  highestPrice: z.number(),
  images: z.array(z.string()),
  category: z.object({ _id: z.string(), name: z.string() }).nullable(),
  categoryId: z.string().nullable(),
  availability: z.enum(availabilities),
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  status,
  createdAt,
  updatedAt,
  asked: askedChoice.optional(),
});
export type Product = z.infer<typeof product>;

/** With what lists leave out: the description with its markup, null where it is plain text, facts, '' where nothing is said, the length of a piece in its middle size in centimeters, 0 likewise, and its weight in grams. */
export const detailedProduct = product.extend({
  ...facts,
  ...handling,
  length: z.int(),
  weight: z.int(),
  descriptionDocument: richText.nullable(),
});
export type DetailedProduct = z.infer<typeof detailedProduct>;

/** The cheapest way to send one piece to the countries of a zone, given by their codes; `daysTo` is 0 where nothing is said. */
export const shippingOffer = z.object({
  countries: z.array(z.string()),
  name: z.string(),
  price: z.number(),
  daysFrom: z.int(),
  daysTo: z.int(),
});
export type ShippingOffer = z.infer<typeof shippingOffer>;

/** As the storefront shows it, with the stock of each size and color. */
export const productWithVariants = detailedProduct.extend({
  /** `barcode` is a GTIN; null where there is none. */
  variants: z.array(variant.extend({ barcode: z.string().nullable() })),
  /** The lowest price of the 30 days before the price began; null when it is not on sale. */
  lowestPrice30Days: z.number().nullable(),
  /** The custom fields that are shown and have a value. */
  customFields: z.array(customFact),
  /** One for each zone. */
  shipping: z.array(shippingOffer),
});
export type ProductWithVariants = z.infer<typeof productWithVariants>;

/** `GET /products/feed`: what feeds for other companies need of the published products, by their ids. */
export const feedProduct = productWithVariants.pick({
  ...{ _id: true, title: true, description: true, price: true, compareAtPrice: true },
  ...{ images: true, category: true, composition: true, delivery: true, weight: true },
  ...{ variants: true, customFields: true, shipping: true },
});
export type FeedProduct = z.infer<typeof feedProduct>;
export const feedProductsReply = z.object({
  /** Code of the country in which the shop is, or else sends to; null where neither is said. */
  country: z.string().nullable(),
  products: z.array(feedProduct),
  /** What to ask for next, `after`; null on the last page. */
  next: z.string().nullable(),
});
export type FeedProductsReply = z.infer<typeof feedProductsReply>;

const previewFact = fact.default('').catch('');
/** An unsaved product for the preview; missing or invalid fields are empty. */
export const productPreview = detailedProduct
  .omit({
    ...{ createdAt: true, updatedAt: true, categoryId: true, status: true },
    ...{ weight: true, taxClass: true, lowestPrice: true, highestPrice: true },
  })
  .extend({
    _id: id.catch('00000000-0000-4000-8000-000000000000'),
    price: z.coerce.number().min(0).catch(0),
    compareAtPrice: compareAtPrice.catch(null),
    images: z.array(z.string().max(1000)).max(limits.images.perProduct).catch([]),
    sizes: choices.catch([]),
    colors: choices.catch([]),
    descriptionDocument: sentDocument.catch(null),
    composition: previewFact,
    care: previewFact,
    fit: previewFact,
    length: wholeNumber(limits.garmentLength).catch(0),
    origin: previewFact,
    delivery: previewFact,
  });
export type ProductPreview = z.input<typeof productPreview>;

export const productsReply = z.object({ products: z.array(product), next, total });
export const randomProductsReply = z.object({ randomProducts: z.array(product) });
export const relatedProductsReply = z.object({ relatedProducts: z.array(product) });
export const productReply = z.object({ product: detailedProduct });
export const productWithVariantsReply = z.object({ product: productWithVariants });
export const productChangedReply = z.object({ message: z.string(), product: detailedProduct });

/** The table of the back office. */
export const productTableQuery = tableQuery(['title', 'category', 'price', 'created']).extend({
  /** An id, or `none` for products whose category was deleted. */
  category: z.union([id, z.literal('none')], 'Not a category').optional(),
  availability: z.enum(availabilities).optional(),
  pictures: z.literal('none').optional(),
  status: status.optional(),
});
export type ProductTableQuery = z.infer<typeof productTableQuery>;
/** The same search, filters and sorting for all pages. */
export const productFilters = productTableQuery.omit({ limit: true, page: true });
export type ProductFilters = z.infer<typeof productFilters>;
export const productTableReply = z.object({ products: z.array(product), ...boundedTotal });

const percent = z
  .number('Not a number')
  .min(limits.pricePercent.min, `At least ${limits.pricePercent.min}`)
  .max(limits.pricePercent.max, `At most ${limits.pricePercent.max}`);
const amount = z
  .number('Not a number')
  .min(-limits.price.max, 'Too low')
  .max(limits.price.max, `At most ${limits.price.max}`)
  .refine(fitsCurrency, { error: fitsText });
/** What a change of many prices would do; the amount is in the shop's currency. */
export const pricePreview = z
  .object({ ids, percent: percent.optional(), amount: amount.optional() })
  .refine((it) => (it.percent === undefined) !== (it.amount === undefined), {
    path: ['percent'],
    message: 'Enter either a percentage or an amount',
  });

export type PricePreview = z.input<typeof pricePreview>;
/** Prices before and after a change. */
const newPrice = z.object({ _id: id, price, newPrice: price });
export const pricePreviewReply = z.object({
  prices: z.array(newPrice.extend({ title: z.string() })),
});

/** A bulk change of products, all or none. */
export const productBulk = z.discriminatedUnion('action', [
  z.object({ action: z.literal('availability'), ids, availability: z.enum(availabilities) }),
  z.object({ action: z.literal('status'), ids, status }),
  z.object({ action: z.literal('category'), ids, categoryId: id }),
  z.object({ action: z.literal('price'), ids, percent }),
  /** Each product must still cost `price`. */
  z.object({ action: z.literal('prices'), prices: z.array(newPrice).min(1).max(limits.bulk) }),
  z.object({ action: z.literal('delete'), ids }),
  /** Of all their sizes and colors. */
  z.object({ action: z.literal('policy'), ids, policy: z.enum(stockPolicies) }),
]);
export type ProductBulk = z.input<typeof productBulk>;

/** The pictures to keep, in their new order, as absolute URLs or paths. */
export const productImages = z.object({
  images: z.array(text(500)).max(limits.images.perProduct),
  updatedAt: updatedAt.optional(),
});
export type ProductImages = z.input<typeof productImages>;

/** The color that a new picture shows; one of the product's, or empty. */
export const newImage = z.object({ color: text(60).default('') });
/** The color that a picture shows, one of the product's; null for none. */
export const productImageColor = z.object({
  image: text(500),
  color: text(60).nullable(),
  updatedAt: updatedAt.optional(),
});
export type ProductImageColor = z.input<typeof productImageColor>;

/** Paid sales of one month, income in the shop's currency; `month` is its first day. */
export const salesMonth = z.object({
  month: z.string(),
  pieces: z.int(),
  income: z.number(),
  orders: z.int(),
});
export type SalesMonth = z.infer<typeof salesMonth>;
export const salesReply = z.object({ sales: z.array(salesMonth) });
