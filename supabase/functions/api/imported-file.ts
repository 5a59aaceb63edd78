import Papa from 'papaparse';
import type { z } from 'zod';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import { maxRows, type ImportedRow, type ImportReport } from '../_shared/schemas/product-files.ts';
import { ApiError } from './errors.ts';

function invalidFile(message: string): ApiError {
  return new ApiError(400, 'validation_failed', `csv: ${message}`, {
    issues: [{ path: 'csv', message }],
  });
}

/** The fields of a row by the headings of their columns. */
type Columns = Readonly<Record<string, string>>;

export interface FileFormat<Row extends z.ZodType> {
  readonly columns: Columns;
  /** Fields one of which needs a column. */
  readonly required: readonly string[];
  readonly row: Row;
  /** Rows without an id create a record. */
  readonly creates: boolean;
  /** Fields that name an invalid row; the first one that is not empty. */
  readonly label: readonly string[];
}

export interface ParsedRow<Value> {
  /** As in a spreadsheet, where the header is row 1. */
  readonly row: number;
  readonly values: Value;
}

interface ParsedRows<Value> {
  readonly valid: ParsedRow<Value>[];
  readonly invalid: ImportedRow[];
}

/** The fields of the columns and the records of a file, with any common delimiter. */
function parse(csv: string, columns: Columns, required: readonly string[]) {
  // An empty line at the end would count when the delimiter is guessed.
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  });
  const [first = [], ...records] = data;
  const fieldOf = new Map(Object.entries(columns).map(([field, it]) => [it.toLowerCase(), field]));
  const fields = first.map((heading) => {
    const field = fieldOf.get(heading.trim().toLowerCase());
    if (field === undefined) throw invalidFile(`Unknown column “${heading.trim().slice(0, 60)}”`);
    return field;
  });
  if (new Set(fields).size < fields.length) throw invalidFile('A column appears twice');
  if (!required.some((it) => fields.includes(it)))
    throw invalidFile(`The column ${columns[required.at(-1) ?? ''] ?? ''} is required`);
  if (records.length > maxRows) throw invalidFile(`At most ${maxRows} rows`);
  return { fields, records };
}

/** Empty rows are skipped. @throws ApiError 400 if it is no such file */
function readFile<Row extends z.ZodType>(
  csv: string,
  { columns, required, row: schema, label }: FileFormat<Row>,
): ParsedRows<z.output<Row>> {
  const { fields, records } = parse(csv, columns, required);
  const parsed: ParsedRows<z.output<Row>> = { valid: [], invalid: [] };
  for (const [index, cells] of records.entries()) {
    if (cells.every((it) => it.trim() === '')) continue;
    const row = index + 2;
    const values = Object.fromEntries(
      fields.map((field, place) => [field, unescapeFormula(cells[place] ?? '')]),
    );
    const result = schema.safeParse(values);
    const problems = (result.error?.issues ?? []).map((it) => ({
      field: [columns[String(it.path[0])] ?? '', ...it.path.slice(1)].join('.'),
      message: it.message,
    }));
    if (cells.length > fields.length)
      problems.push({ field: '', message: 'More cells than columns' });
    if (result.success && problems.length === 0) parsed.valid.push({ row, values: result.data });
    else {
      const name = label.map((it) => values[it]).find((it) => it) ?? '';
      parsed.invalid.push({
        ...{ row, action: 'wrong', label: name.slice(0, 200), changes: [], problems },
      });
    }
  }
  return parsed;
}

/** Imports a file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export async function importFile<Row extends z.ZodType>(
  format: FileFormat<Row>,
  { csv, dry }: { csv: string; dry: boolean },
  write: (rows: readonly ParsedRow<z.output<Row>>[], dry: boolean) => Promise<ImportedRow[]>,
): Promise<ImportReport> {
  const { valid, invalid } = readFile(csv, format);
  const results = await write(valid, dry || invalid.length > 0);
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
    ? `${format.creates ? `${counts.create} created, ` : ''}${counts.update} changed.`
    : counts.wrong > 0
      ? `${counts.wrong} rows are invalid. Nothing was changed.`
      : 'Nothing was changed yet.';
  return { message, done, counts, rows: all.filter((it) => it.action !== 'same') };
}
