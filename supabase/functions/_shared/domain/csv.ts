/** Comma-separated values as RFC 4180 has them, harmless in a spreadsheet. */
export type Cell = string | number | null | undefined;

/** What a spreadsheet would take for a formula: the full-width signs (＝ ＋ － ＠) too, as typed in East Asia. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const guardedFormula = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text that can run nothing: a quotation mark stands before what looks like a formula. */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text that was guarded. */
export function unguarded(text: string): string {
  return guardedFormula.test(text) ? text.slice(1) : text;
}

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : guarded(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(',')}\r\n`;
}
