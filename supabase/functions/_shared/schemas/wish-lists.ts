import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { id, numberedListQuery } from './common.ts';
import { product } from './products.ts';

/** The body of `POST /users/wish-list`: products, what was liked last first. */
export const wishesInput = z.object({ products: z.array(id).min(1).max(limits.wishes) });

/** The ids of the products that are on the list now, and of those for which it is too full. */
export const wishesAddedReply = z.object({
  added: z.array(z.string()),
  left: z.array(z.string()),
});

/** The link of a shared wish list. */
const wishListLink = z.object({
  /** The last part of its URL. */
  token: z.string(),
  /** Whether the list shows the customer's first name. */
  withName: z.boolean(),
});
export type WishListLink = z.infer<typeof wishListLink>;

/** `products` are the ids, newest first; `link` is null unless the list is shared. */
export const wishListReply = z.object({
  products: z.array(z.string()),
  link: wishListLink.nullable(),
});

/** The body of `PUT /users/wish-list/link`. */
export const shareInput = z.object({ withName: z.boolean() });
export const sharedReply = z.object({ link: wishListLink });

export const sharedWishListQuery = numberedListQuery.omit({ cursor: true, sort: true });
/** `firstname` is empty unless the customer shows it. */
export const sharedWishListReply = z.object({
  firstname: z.string(),
  products: z.array(product),
  total: z.int(),
});
export type SharedWishList = z.infer<typeof sharedWishListReply>;
