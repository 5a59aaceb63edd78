/** Compares in constant time, so that the duration does not reveal the position of a difference. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Compares two secrets in constant time; an empty secret never matches. */
export function sameSecret(actual: string, expected: string): boolean {
  const encoder = new TextEncoder();
  return expected !== '' && sameBytes(encoder.encode(actual), encoder.encode(expected));
}
