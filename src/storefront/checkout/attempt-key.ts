/**
 * One key per attempt to order the same lines: a second click, a retry after a lost answer and a step back from
 * the payment page all send the same key and so make one order. Another cart is another attempt.
 */
const storageKey = 'hemline:order-attempt';

interface Attempt {
  readonly lines: string;
  readonly key: string;
}

function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'lines' in value && 'key' in value;
}

/** `lines` says what is being ordered; the key stays while it stays the same. */
export function attemptKey(storage: Storage, lines: string): string {
  const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
  if (isAttempt(kept) && kept.lines === lines) return kept.key;
  const key = crypto.randomUUID();
  storage.setItem(storageKey, JSON.stringify({ lines, key }));
  return key;
}

/** The attempt is over: whatever is ordered next is a new order. */
export function forgetAttempt(storage: Storage): void {
  storage.removeItem(storageKey);
}
