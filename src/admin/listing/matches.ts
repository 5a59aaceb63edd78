function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether every word of the query stands somewhere in the text; accents and case do not count. */
export function matches(text: string, query: string): boolean {
  const haystack = folded(text);
  return folded(query)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
