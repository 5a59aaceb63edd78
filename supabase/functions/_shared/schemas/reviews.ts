import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { createdAt, next, requiredText } from './common.ts';

const { min, max } = limits.rating;

/** Forms send the rating as text. */
export const reviewInput = z.object({
  rating: z
    .union([z.number(), z.string().trim().regex(/^\d$/).transform(Number)], 'Required')
    .pipe(z.int('A whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)),
  comment: requiredText(2000),
});
export type ReviewInput = z.input<typeof reviewInput>;

export const review = z.object({
  _id: z.string(),
  rating: z.int(),
  comment: z.string(),
  /** `lastname` is an initial with a full stop, such as `H.`. */
  user: z.object({ firstname: z.string(), lastname: z.string() }),
  /** Whether the customer had paid for the product in this shop when the review was written. */
  bought: z.boolean(),
  createdAt,
});
export type Review = z.infer<typeof review>;

/** The summary of all reviews of a product. */
export const rating = z.object({
  count: z.int(),
  /** Rounded to two decimals; 0 without reviews. */
  average: z.number(),
});
export type Rating = z.infer<typeof rating>;

/** `rating` is only present on the first page of a paged list. */
export const reviewsReply = z.object({
  reviews: z.array(review),
  next,
  rating: rating.optional(),
});
export type ReviewsReply = z.infer<typeof reviewsReply>;
export const reviewAddedReply = z.object({ message: z.string(), review });
