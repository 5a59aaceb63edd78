import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { createdAt, requiredText } from './common.ts';

const { min, max } = limits.rating;

/** A select sends its rating as text. */
export const reviewInput = z.object({
  rating: z
    .union([z.number(), z.string().trim().regex(/^\d$/, 'A number').transform(Number)])
    .pipe(z.int('A whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)),
  comment: requiredText(2000),
});
export type ReviewInput = z.input<typeof reviewInput>;

export const review = z.object({
  _id: z.string(),
  rating: z.int(),
  comment: z.string(),
  user: z.object({ firstname: z.string(), lastname: z.string() }),
  createdAt,
});
export type Review = z.infer<typeof review>;

export const reviewsReply = z.object({ reviews: z.array(review) });
export const reviewAddedReply = z.object({ message: z.string(), review });
