/** A search text without characters that Postgres cannot store. */
export function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
}
