/** Compares without telling by its duration where the difference is. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** The same for two secrets as text; an empty secret equals nothing. */
export function sameSecret(given: string, known: string): boolean {
  const encoder = new TextEncoder();
  return known !== '' && sameBytes(encoder.encode(given), encoder.encode(known));
}
