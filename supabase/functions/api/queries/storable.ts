/** What was typed into a search, without what no database text holds. */
export function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
}
