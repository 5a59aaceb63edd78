/** The fields that were given: what is undefined must not be written. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** What was typed into a search, without what no database text holds. */
export function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
}
