/** The start of a text in whole words, for search results, which show about this many characters. */
export function excerpt(text: string, length = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}
