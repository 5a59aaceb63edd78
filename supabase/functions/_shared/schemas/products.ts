import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { limits } from '../domain/limits.ts';
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
} from './common.ts';

/** Sizes or colours: empty entries are dropped, since new forms start with one. */
const choices = z
  .array(visibleText(60))
  .max(50, 'At most 50 entries')
  .transform((entries) => [...new Set(entries.filter((it) => it !== ''))]);

/** The text fields of `POST /products/create`; `sizes[i]` and `colors[i]` gathered into lists. */
export const productInput = z.object({
  title: requiredText(200),
  description: text(5000).default(''),
  price,
  categoryId: id,
  availability: z.enum(availabilities).default('InStock'),
  sizes: choices.default([]),
  colors: choices.default([]),
});

/** The exact time of the last change; sent back with a change, it tells whether somebody else was quicker. */
const updatedAt = z.string().max(40);

/** `PUT /products/update/{id}` takes the whole edited product; what is unknown or read-only is ignored. */
export const productUpdate = z
  .object({
    title: requiredText(200).optional(),
    description: text(5000).optional(),
    price: price.optional(),
    categoryId: id.nullish(),
    category: z.union([id, z.object({ _id: id })]).nullish(),
    availability: z.enum(availabilities).optional(),
    sizes: choices.optional(),
    colors: choices.optional(),
    updatedAt: updatedAt.optional(),
  })
  .transform(({ category, categoryId, ...rest }) => ({
    ...rest,
    categoryId: categoryId ?? (typeof category === 'string' ? category : category?._id),
  }));
export type ProductUpdate = z.input<typeof productUpdate>;

/** Price in dollars; `images` are whole addresses; `category` is null once it was deleted. */
export const product = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  images: z.array(z.string()),
  category: z.object({ _id: z.string(), name: z.string() }).nullable(),
  categoryId: z.string().nullable(),
  availability: z.enum(availabilities),
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  createdAt,
  updatedAt,
});
export type Product = z.infer<typeof product>;

/** What a form holds before it is saved, for the preview of the page; what is missing or wrong yet is left empty. */
export const productPreview = product
  .omit({ createdAt: true, updatedAt: true, categoryId: true })
  .extend({
    _id: id.catch('00000000-0000-4000-8000-000000000000'),
    price: z.coerce.number().min(0).catch(0),
    images: z.array(z.string().max(1000)).max(limits.images.perProduct).catch([]),
    sizes: choices.catch([]),
    colors: choices.catch([]),
  });
export type ProductPreview = z.input<typeof productPreview>;

export const productsReply = z.object({ products: z.array(product), next, total });
export const randomProductsReply = z.object({ randomProducts: z.array(product) });
export const relatedProductsReply = z.object({ relatedProducts: z.array(product) });
export const productReply = z.object({ product });
export const productChangedReply = z.object({ message: z.string(), product });

/** The table of the back office. */
export const productTableQuery = tableQuery(['title', 'category', 'price', 'created']).extend({
  /** An id, or `none` for products whose category was deleted. */
  category: z.union([id, z.literal('none')], 'Not a category').optional(),
  availability: z.enum(availabilities).optional(),
  pictures: z.literal('none').optional(),
});
export type ProductTableQuery = z.infer<typeof productTableQuery>;
export const productTableReply = z.object({ products: z.array(product), ...boundedTotal });

/** What can be done to many products at once, all or nothing. */
export const productBulk = z.discriminatedUnion('action', [
  z.object({ action: z.literal('availability'), ids, availability: z.enum(availabilities) }),
  z.object({ action: z.literal('category'), ids, categoryId: id }),
  z.object({
    action: z.literal('price'),
    ids,
    percent: z
      .number('Not a number')
      .min(limits.pricePercent.min, `At least ${limits.pricePercent.min}`)
      .max(limits.pricePercent.max, `At most ${limits.pricePercent.max}`),
  }),
  z.object({ action: z.literal('delete'), ids }),
]);
export type ProductBulk = z.input<typeof productBulk>;

/** `undo` is what `POST /trash/restore` takes to bring deleted records back. */
/** The pictures that stay, in their new order; whole addresses or paths. */
export const productImages = z.object({
  images: z.array(text(500)).max(limits.images.perProduct),
  updatedAt: updatedAt.optional(),
});
export type ProductImages = z.input<typeof productImages>;

/** Paid sales of one month, income in dollars; `month` is its first day. */
export const salesMonth = z.object({
  month: z.string(),
  pieces: z.int(),
  income: z.number(),
  orders: z.int(),
});
export type SalesMonth = z.infer<typeof salesMonth>;
export const salesReply = z.object({ sales: z.array(salesMonth) });
