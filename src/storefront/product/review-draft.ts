import type { ReviewInput } from '#shared/schemas/reviews.ts';

const keyOf = (productId: string): string => `hemline:review:${productId}`;

function isDraft(value: unknown): value is ReviewInput {
  return typeof value === 'object' && value !== null && 'rating' in value && 'comment' in value;
}

/** Saves a review during the sign-in. */
export function keepDraft(productId: string, draft: ReviewInput): void {
  sessionStorage.setItem(keyOf(productId), JSON.stringify(draft));
}

export const hasDraft = (productId: string): boolean =>
  sessionStorage.getItem(keyOf(productId)) !== null;

/** Takes the draft of this product. */
export function takeDraft(productId: string): ReviewInput | null {
  const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null');
  sessionStorage.removeItem(keyOf(productId));
  return isDraft(draft) ? draft : null;
}
