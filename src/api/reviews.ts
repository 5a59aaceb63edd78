import type { z } from 'zod';
import type { reviewAddedReply, ReviewInput, ReviewsReply } from '#shared/schemas/reviews.ts';
import { call } from './client.ts';

const path = (productId: string) => `/reviews/products/${encodeURIComponent(productId)}/reviews`;

/** How many reviews are shown at once. */
export const reviewsAtOnce = 12;

/** The newest, or the page after a cursor. */
export const fetchReviews = (productId: string, cursor?: string) =>
  call<ReviewsReply>(
    `${path(productId)}?limit=${reviewsAtOnce}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    { reviews: 'array' },
  );

export const addReview = (productId: string, body: ReviewInput) =>
  call<z.infer<typeof reviewAddedReply>>(
    path(productId),
    { message: 'string', review: 'object' },
    { method: 'POST', body, as: 'user' },
  );
