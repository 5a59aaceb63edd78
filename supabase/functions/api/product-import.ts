import Papa from 'papaparse';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import type { Db } from '../_shared/queries/database.ts';
import {
  maxRows,
  productColumns,
  productFileRow,
  type ImportedRow,
  type ImportReport,
  type ProductColumn,
} from '../_shared/schemas/product-files.ts';
import { ApiError } from './errors.ts';
import { importProducts, type FileRow } from './queries/product-files.ts';

function invalidFile(message: string): ApiError {
  return new ApiError(400, 'validation_failed', `csv: ${message}`, {
    issues: [{ path: 'csv', message }],
  });
}

function isColumn(name: string): name is ProductColumn {
  return (productColumns as readonly string[]).includes(name);
}

/** The header and the records of a file, with any common delimiter. */
function parse(csv: string): { headers: ProductColumn[]; records: string[][] } {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  });
  const [first = [], ...records] = data;
  const headers = first.map((it) => it.trim().toLowerCase());
  const unknown = headers.filter((it) => !isColumn(it));
  if (unknown.length > 0) throw invalidFile(`Unknown column “${unknown[0]?.slice(0, 60)}”`);
  if (new Set(headers).size < headers.length) throw invalidFile('A column appears twice');
  const known = headers.filter(isColumn);
  if (!known.includes('id') && !known.includes('title'))
    throw invalidFile('The column title is required');
  if (records.length > maxRows) throw invalidFile(`At most ${maxRows} rows`);
  return { headers: known, records };
}

interface ParsedRows {
  valid: FileRow[];
  invalid: ImportedRow[];
}

/** Rows have the same numbers as in a spreadsheet; empty rows are skipped. */
function readRows(csv: string): ParsedRows {
  const { headers, records } = parse(csv);
  const parsed: ParsedRows = { valid: [], invalid: [] };
  for (const [index, cells] of records.entries()) {
    if (cells.every((it) => it.trim() === '')) continue;
    const row = index + 2;
    const values = Object.fromEntries(
      headers.map((header, place) => [header, unescapeFormula(cells[place] ?? '')]),
    );
    const result = productFileRow.safeParse(values);
    const problems = result.success
      ? []
      : result.error.issues.map((it) => ({ field: it.path.join('.'), message: it.message }));
    if (cells.length > headers.length)
      problems.push({ field: '', message: 'More cells than columns' });
    if (result.success && problems.length === 0) parsed.valid.push({ row, values: result.data });
    else {
      const label = values['title'] ?? values['id'] ?? '';
      parsed.invalid.push({
        row,
        action: 'wrong',
        label: label.slice(0, 200),
        changes: [],
        problems,
      });
    }
  }
  return parsed;
}

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export async function importProductFile(db: Db, csv: string, dry: boolean): Promise<ImportReport> {
  const { valid, invalid } = readRows(csv);
  const results = await importProducts(db, valid, dry || invalid.length > 0);
  const all = [...results, ...invalid].sort((a, b) => a.row - b.row);
  const count = (action: ImportedRow['action']) => all.filter((it) => it.action === action).length;
  const counts = {
    create: count('create'),
    update: count('update'),
    same: count('same'),
    wrong: count('wrong'),
  };
  const done = !dry && counts.wrong === 0;
  const message = done
    ? `${counts.create} created, ${counts.update} changed.`
    : counts.wrong > 0
      ? `${counts.wrong} rows are invalid. Nothing was changed.`
      : 'Nothing was changed yet.';
  return { message, done, counts, rows: all.filter((it) => it.action !== 'same') };
}
