/**
 * One idempotency key per attempt to order the same lines: a second click, a retry after a lost response and returning from the
 * payment page reuse the key and create one order. A different cart is a new attempt.
 */
const storageKey = 'hemline:order-attempt';

interface Attempt {
  readonly lines: string;
  readonly key: string;
}

function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'lines' in value && 'key' in value;
}

/** `lines` identifies the order; the key stays while it is the same. */
export function attemptKey(storage: Storage, lines: string): string {
  const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
  if (isAttempt(kept) && kept.lines === lines) return kept.key;
  const key = crypto.randomUUID();
  storage.setItem(storageKey, JSON.stringify({ lines, key }));
  return key;
}

/** Ends the attempt: the next order is a new one. */
export function forgetAttempt(storage: Storage): void {
  storage.removeItem(storageKey);
}
