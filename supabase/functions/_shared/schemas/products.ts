import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { createdAt, id, next, price, requiredText, text, total } from './common.ts';

/** Sizes or colours: empty entries are dropped, since new forms start with one. */
const choices = z
  .array(text(60))
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
export type ProductInput = z.input<typeof productInput>;

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
});
export type Product = z.infer<typeof product>;

export const productsReply = z.object({ products: z.array(product), next, total });
export const randomProductsReply = z.object({ randomProducts: z.array(product) });
export const relatedProductsReply = z.object({ relatedProducts: z.array(product) });
export const productReply = z.object({ product });
export const productChangedReply = z.object({ message: z.string(), product });
