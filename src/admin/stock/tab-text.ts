/** Clipboard text of spreadsheets: tabs between cells, line breaks between rows. */
export type Block = readonly (readonly string[])[];

/** One cell, quoted with doubled quotes or plain, and its delimiter. */
const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;

/** A trailing line break starts no new row. */
export function readTabText(text: string): Block {
  const rows: string[][] = [];
  let row: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex <= text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [, quoted, plain = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (cell.lastIndex === text.length) break;
  }
  return rows;
}

export function tabText(block: Block): string {
  const quoted = (text: string) =>
    /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return block.map((row) => row.map(quoted).join('\t')).join('\n');
}
