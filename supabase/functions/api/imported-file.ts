import Papa from 'papaparse';
import type { z } from 'zod';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import {
  maxRows,
  type ImportedRow,
  type ImportReport,
  type Remark,
} from '../_shared/schemas/product-files.ts';
import { headingOf } from '../_shared/table-import/recognise.ts';
import { ApiError } from './errors.ts';

export function invalidFile(message: string): ApiError {
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
  /** The most rows. */
  readonly most?: number;
  /** Fields that name an invalid row; the first one that is not empty. */
  readonly label: readonly string[];
  /** How cells of single fields are read, before they are checked. */
  readonly read?: Readonly<Record<string, (cell: string) => unknown>>;
  /** What may be meant differently in a valid row. */
  readonly doubts?: (values: z.output<Row>) => Remark[];
}

export interface ParsedRow<Value> {
  /** As in a spreadsheet, where the header is row 1. */
  readonly row: number;
  readonly values: Value;
}

/** A row before its values are checked, with what is known to be wrong or doubtful. */
export interface ReadRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly Remark[];
  readonly doubts: readonly Remark[];
}

interface ParsedRows<Value> {
  readonly valid: ParsedRow<Value>[];
  readonly invalid: ImportedRow[];
}

/** Blank lines before the header. */
const linesBefore = /^(?:[\s\uFEFF]*\n)?/;

/** Excel may write the separator into a line before the header; saved again, it has quotation marks and empty cells behind it. */
const separatorLine = /^"?sep=([^\r\n])"?\1*\r?\n/i;
/** Looks at each line break once, however many there are. */
const breaksAtEnd = /(?<![\r\n])[\r\n]+$/;

/** The number of the cell that ends at this place of a text. */
const cellAt = (text: string, end: number, delimiter: string): number =>
  Papa.parse<string[]>(text.slice(0, end), { delimiter }).data.at(-1)?.length ?? 1;

const fieldsByHeading = (columns: Columns) =>
  new Map(Object.entries(columns).map(([field, it]) => [it.toLowerCase(), field]));

/** The delimiter with which the header has the most known columns, or the most columns where none is known. */
export function delimiterOf(text: string, columns: Columns): string {
  const known = fieldsByHeading(columns);
  const fitness = (delimiter: string): number => {
    const [header = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data;
    const found = header.filter((it) => known.has(it.trim().toLowerCase())).length;
    return found + header.length / (header.length + 1);
  };
  return [',', ';', '\t'].reduce((a, b) => (fitness(b) > fitness(a) ? b : a));
}

/** The records of a file, whose delimiter is guessed where the file does not name it; the header is the first one. @throws ApiError 400 if quotation marks do not match */
export function readRecords(
  csv: string,
  guess: (text: string) => string,
  most = maxRows,
): { records: string[][]; rowOfHeader: number } {
  const [blank = ''] = linesBefore.exec(csv) ?? [];
  const trimmed = csv
    .slice(blank.length)
    .replace(/^\uFEFF/, '')
    .replace(breaksAtEnd, '');
  const [line = '', separator] = separatorLine.exec(trimmed) ?? [];
  const text = trimmed.slice(line.length);
  const delimiter = separator ?? guess(text);
  // One row more than a file may have.
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview: most + 2 });
  const rowOfHeader = blank.split('\n').length + (line ? 1 : 0);
  const open = errors.find((it) => it.type === 'Quotes');
  if (open) {
    // The parser names the first character after the quotation mark.
    const cell = cellAt(text, (open.index ?? 1) - 1, delimiter);
    // Open in the header, the heading is the rest of the file.
    const column = headingOf(open.row ? (data[0] ?? []) : [], cell - 1);
    const where = `Row ${(open.row ?? 0) + rowOfHeader}, ${column}`;
    throw invalidFile(
      `${where}: the quotation mark at the beginning of this cell has no end. Within a cell, write "" for "`,
    );
  }
  return { records: data, rowOfHeader };
}

/** The fields of the columns, undefined for one without heading and content, and the records of a file. */
function parse(csv: string, columns: Columns, required: readonly string[], most: number) {
  const guess = (text: string) => delimiterOf(text, columns);
  const { records: all, rowOfHeader } = readRecords(csv, guess, most);
  const [first = [], ...records] = all;
  const headings = first.map((it) => it.trim());
  const fieldOf = fieldsByHeading(columns);
  const fields = headings.map((it) => fieldOf.get(it.toLowerCase()));
  const unknown = headings.filter((it, place) => it !== '' && fields[place] === undefined);
  if (unknown.length > 0) {
    const names = unknown.map((it) => `“${it.slice(0, 60)}”`).join(', ');
    throw invalidFile(`Unknown column${unknown.length > 1 ? 's' : ''} ${names}`);
  }
  const nameless = headings.findIndex(
    (it, place) => it === '' && records.some((cells) => cells[place]?.trim()),
  );
  if (nameless >= 0) throw invalidFile(`Column ${nameless + 1} has no heading`);
  const known = fields.filter((it) => it !== undefined);
  const twice = fields.findIndex((it, place) => it !== undefined && fields.indexOf(it) !== place);
  if (twice >= 0) throw invalidFile(`The column “${headings[twice]}” appears twice`);
  if (!required.some((it) => known.includes(it)))
    throw invalidFile(`The column ${columns[required.at(-1) ?? ''] ?? ''} is required`);
  if (records.length > most) throw invalidFile(`At most ${most} rows`);
  return { headings, fields, records, firstRow: rowOfHeader + 1 };
}

/** Rows that are cut off, or go on, would be read wrongly; `field` is the first column that is missing. */
export function lengthProblems(
  cells: readonly string[],
  header: readonly string[],
  least: number,
): Remark[] {
  const most = header.length;
  if (cells.length > most)
    return [{ field: '', message: `More cells than columns: ${cells.length}, not ${most}` }];
  if (cells.length >= least) return [];
  return [{ field: headingOf(header, cells.length), message: 'Fewer cells than columns' }];
}

/** Empty rows are skipped. @throws ApiError 400 if it is no such file */
function readFile<Row extends z.ZodType>(
  csv: string,
  { columns, required, read = {}, most = maxRows }: FileFormat<Row>,
): ReadRow[] {
  const { headings, fields, records, firstRow } = parse(csv, columns, required, most);
  const least = fields.findLastIndex((it) => it !== undefined) + 1;
  return records.flatMap((cells, index): ReadRow[] => {
    if (cells.every((it) => it.trim() === '')) return [];
    const values = Object.fromEntries(
      fields.flatMap((field, place) => {
        if (field === undefined) return [];
        const cell = unescapeFormula(cells[place] ?? '');
        return [[field, read[field]?.(cell) ?? cell]];
      }),
    );
    const problems = lengthProblems(cells, headings, least);
    return [{ row: index + firstRow, values, problems, doubts: [] }];
  });
}

function checkRows<Row extends z.ZodType>(
  rows: readonly ReadRow[],
  { columns, row: schema, label }: FileFormat<Row>,
): ParsedRows<z.output<Row>> {
  const parsed: ParsedRows<z.output<Row>> = { valid: [], invalid: [] };
  for (const { row, values, ...known } of rows) {
    const result = schema.safeParse(values);
    const problems = (result.error?.issues ?? []).map((it) => ({
      field: [columns[String(it.path[0])] ?? '', ...it.path.slice(1)].join('.'),
      message: it.message,
    }));
    problems.push(...known.problems);
    if (result.success && problems.length === 0) parsed.valid.push({ row, values: result.data });
    else {
      const name = String(label.map((it) => values[it]).find((it) => it) ?? '');
      parsed.invalid.push({
        ...{ row, action: 'wrong', label: name.slice(0, 200), changes: [], problems },
      });
    }
  }
  return parsed;
}

export interface ImportOptions {
  readonly dry: boolean;
  /** Imports the other rows where some are wrong. */
  readonly leaveOutWrong?: boolean | undefined;
}

/** How many rows a report lists: those that are wrong come before doubtful ones, and these before others. */
const mostListed = 2_000;

function listed(all: readonly ImportedRow[]): ImportedRow[] {
  const changing = all.filter((it) => it.action !== 'same');
  if (changing.length <= mostListed) return changing;
  const rank = ({ action, doubts }: ImportedRow) => (action === 'wrong' ? 0 : doubts ? 1 : 2);
  const first = changing.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostListed);
  return first.sort((a, b) => a.row - b.row);
}

type Write<Row extends z.ZodType> = (
  rows: readonly ParsedRow<z.output<Row>>[],
  dry: boolean,
) => Promise<ImportedRow[]>;

/** Imports a file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export function importFile<Row extends z.ZodType>(
  format: FileFormat<Row>,
  { csv, ...options }: ImportOptions & { csv: string },
  write: Write<Row>,
): Promise<ImportReport> {
  return importRows(format, readFile(csv, format), options, write);
}

/** The same for rows that were read. */
export async function importRows<Row extends z.ZodType>(
  format: FileFormat<Row>,
  rows: readonly ReadRow[],
  { dry, leaveOutWrong = false }: ImportOptions,
  write: Write<Row>,
): Promise<ImportReport> {
  const { valid, invalid } = checkRows(rows, format);
  const isDry = dry || leaveOutWrong || invalid.length > 0;
  let results = await write(valid, isDry);
  let done = !isDry && results.every((it) => it.action !== 'wrong');
  if (leaveOutWrong && !dry) {
    const wrong = results.filter((it) => it.action === 'wrong');
    const wrongRows = new Set(wrong.map((it) => it.row));
    const written = await write(
      valid.filter((it) => !wrongRows.has(it.row)),
      false,
    );
    done = written.every((it) => it.action !== 'wrong');
    results = [...written, ...wrong];
  }
  const valuesOf = new Map(valid.map(({ row, values }) => [row, values]));
  const doubtsOf = new Map(rows.map((it) => [it.row, it.doubts]));
  const withDoubts = (it: ImportedRow): ImportedRow => {
    const values = valuesOf.get(it.row);
    const found = (values !== undefined && format.doubts?.(values)) || [];
    const own = [...(doubtsOf.get(it.row) ?? []), ...found];
    const { doubts = [], ...rest } = it;
    return doubts.length + own.length > 0 ? { ...rest, doubts: [...doubts, ...own] } : rest;
  };
  const all = [...results, ...invalid].map(withDoubts).sort((a, b) => a.row - b.row);
  const count = (action: ImportedRow['action']) => all.filter((it) => it.action === action).length;
  const counts = {
    create: count('create'),
    update: count('update'),
    same: count('same'),
    wrong: count('wrong'),
  };
  const leftOut = counts.wrong > 0 ? `, ${counts.wrong} left out` : '';
  const message = done
    ? `${format.creates ? `${counts.create} created, ` : ''}${counts.update} changed${leftOut}.`
    : counts.wrong > 0
      ? `${counts.wrong === 1 ? '1 row is' : `${counts.wrong} rows are`} invalid. Nothing was changed.`
      : 'Nothing was changed yet.';
  return { message, done, counts, rows: listed(all) };
}
