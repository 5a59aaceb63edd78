import type { Review, ReviewInput } from '#shared/schemas/reviews.ts';
import { call } from './client.ts';

const path = (productId: string) => `/reviews/products/${encodeURIComponent(productId)}/reviews`;

export const fetchReviews = (productId: string) => call<{ reviews: Review[] }>(path(productId));

export const addReview = (productId: string, body: ReviewInput) =>
  call<{ message: string; review: Review }>(path(productId), { method: 'POST', body, as: 'user' });
