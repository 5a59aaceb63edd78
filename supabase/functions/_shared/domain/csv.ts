/** Comma-separated values (RFC 4180), safe against formula injection. */
export type Cell = string | number | null | undefined;

/** Text that a spreadsheet would evaluate as a formula, also with full-width signs (＝ ＋ － ＠). */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const escapedFormula = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Prefixes text that looks like a formula with an apostrophe. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Reverses `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return escapedFormula.test(text) ? text.slice(1) : text;
}

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : escapeFormula(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line, with its line break. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(',')}\r\n`;
}
