/** What was written before one had to sign in first; it is put back when one returns. */
export interface ReviewDraft {
  readonly rating: string;
  readonly comment: string;
}

const keyOf = (productId: string): string => `hemline:review:${productId}`;

function isDraft(value: unknown): value is ReviewDraft {
  return typeof value === 'object' && value !== null && 'rating' in value && 'comment' in value;
}

export function keepDraft(productId: string, draft: ReviewDraft): void {
  sessionStorage.setItem(keyOf(productId), JSON.stringify(draft));
}

/** The draft of this product, once. */
export function takeDraft(productId: string): ReviewDraft | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null');
  sessionStorage.removeItem(keyOf(productId));
  return isDraft(kept) ? kept : null;
}
