import Papa from 'papaparse';
import { unguarded } from '../_shared/domain/csv.ts';
import type { Db } from '../_shared/queries/database.ts';
import {
  mostRows,
  productColumns,
  productFileRow,
  type ImportedRow,
  type ImportReport,
  type ProductColumn,
} from '../_shared/schemas/product-files.ts';
import { ApiError } from './errors.ts';
import { importProducts, type FileRow } from './queries/product-files.ts';

function refuse(message: string): ApiError {
  return new ApiError(400, 'validation_failed', `csv: ${message}`, {
    issues: [{ path: 'csv', message }],
  });
}

function isColumn(name: string): name is ProductColumn {
  return (productColumns as readonly string[]).includes(name);
}

/** The heads and the records of a file, whichever sign stands between its cells. */
function parse(csv: string): { heads: ProductColumn[]; records: string[][] } {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  });
  const [first = [], ...records] = data;
  const heads = first.map((it) => it.trim().toLowerCase());
  const unknown = heads.filter((it) => !isColumn(it));
  if (unknown.length > 0) throw refuse(`There is no column “${unknown[0]?.slice(0, 60)}”`);
  if (new Set(heads).size < heads.length) throw refuse('A column stands there twice');
  const known = heads.filter(isColumn);
  if (!known.includes('id') && !known.includes('title')) throw refuse('A column title is needed');
  if (records.length > mostRows) throw refuse(`At most ${mostRows} rows`);
  return { heads: known, records };
}

interface Read {
  good: FileRow[];
  wrong: ImportedRow[];
}

/** Rows are counted as a spreadsheet shows them, below the heads; empty ones count but say nothing. */
function readRows(csv: string): Read {
  const { heads, records } = parse(csv);
  const read: Read = { good: [], wrong: [] };
  for (const [index, cells] of records.entries()) {
    if (cells.every((it) => it.trim() === '')) continue;
    const row = index + 2;
    const values = Object.fromEntries(
      heads.map((head, place) => [head, unguarded(cells[place] ?? '')]),
    );
    const checked = productFileRow.safeParse(values);
    const problems = checked.success
      ? []
      : checked.error.issues.map((it) => ({ field: it.path.join('.'), message: it.message }));
    if (cells.length > heads.length) problems.push({ field: '', message: 'More cells than heads' });
    if (checked.success && problems.length === 0) read.good.push({ row, values: checked.data });
    else {
      const label = values['title'] ?? values['id'] ?? '';
      read.wrong.push({ row, action: 'wrong', label: label.slice(0, 200), changes: [], problems });
    }
  }
  return read;
}

/** Says row by row what a file of products would do, and does it when that is asked for and no row is wrong. */
export async function takeProductFile(db: Db, csv: string, dry: boolean): Promise<ImportReport> {
  const { good, wrong } = readRows(csv);
  const judged = await importProducts(db, good, dry || wrong.length > 0);
  const all = [...judged, ...wrong].sort((a, b) => a.row - b.row);
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
      ? `${counts.wrong} rows are wrong. Nothing was changed.`
      : 'Nothing was changed yet.';
  return { message, done, counts, rows: all.filter((it) => it.action !== 'same') };
}
