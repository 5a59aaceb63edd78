import { atom } from 'nanostores';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import { fetchReviews } from '../api/reviews.ts';

/** The reviews of the page's product; null until they differ from the rendered ones. */
export const $reviews = atom<ReviewsReply | null>(null);

export async function reloadReviews(productId: string): Promise<void> {
  const reply = await fetchReviews(productId);
  if (reply.ok) $reviews.set(reply);
}
