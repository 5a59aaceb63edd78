import { unescapeFormula } from '../_shared/domain/csv.ts';
import {
  maxRows,
  type ImportColumns,
  type ProductImport,
  type ImportReport,
  type ImportedRow,
} from '../_shared/schemas/product-files.ts';
import {
  headingOf,
  recogniseTable,
  type OwnField,
  type Recognised,
  type TableKind,
} from '../_shared/table-import/recognise.ts';
import { z } from 'zod';
import {
  delimiterOf,
  importRows,
  invalidFile,
  lengthProblems,
  readRecords,
  type ParsedRow,
  type ReadRow,
} from './imported-file.ts';

/** How many rows are looked at for values to show, and how many values are shown. */
const [looked, shown] = [50, 3];

/** A file with its header and rows, and what its columns were recognised as. */
export interface Table {
  readonly header: readonly string[];
  readonly records: readonly (readonly string[])[];
  /** Number of the first record in a spreadsheet. */
  readonly firstRow: number;
  readonly format: string;
  readonly columns: readonly Recognised[];
}

/** What can be chosen for its columns, and what was recognised. */
export function describeTable(
  table: Table,
  kind: Pick<TableKind, 'fields' | 'labels'>,
  own: readonly OwnField[] = [],
): ImportColumns {
  const columns = table.header.map((_, place) => {
    const values = table.records.slice(0, looked).map((cells) => cells[place]?.trim() ?? '');
    return {
      heading: headingOf(table.header, place),
      values: values
        .filter((it) => it !== '')
        .slice(0, shown)
        .map((it) => it.slice(0, 200)),
      field: table.columns[place] ?? null,
    };
  });
  return {
    format: kind.labels[table.format] ?? '',
    foreign: table.format !== 'own',
    columns,
    fields: [
      ...Object.entries(kind.fields).map(([name, label]) => ({ name, label })),
      ...own.map(({ column, name }) => ({ name: column, label: name })),
    ],
  };
}

/** What each column is, as people said or as it was recognised. @throws ApiError 400 that names all columns that are not known */
export function chosenColumns(
  table: Table,
  chosen: readonly string[] | undefined,
  fields: TableKind['fields'],
  own: readonly string[] = [],
): string[] {
  const { header } = table;
  if (chosen && chosen.length !== header.length)
    throw invalidFile(`The file has ${header.length} columns, not ${chosen.length}`);
  const columns = chosen ?? table.columns;
  const unknown = header.flatMap((_, place) => {
    const name = columns[place] ?? null;
    const isKnown =
      name !== null && (name === '' || Object.hasOwn(fields, name) || own.includes(name));
    return isKnown ? [] : [`“${headingOf(header, place)}”`];
  });
  if (unknown.length > 0)
    throw invalidFile(`Unknown column${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}`);
  const known = columns.map((it) => it ?? '');
  const twice = known.find((it, place) => it !== '' && known.indexOf(it) !== place);
  if (twice !== undefined) {
    const both = header.flatMap((_, place) =>
      known[place] === twice ? [headingOf(header, place)] : [],
    );
    throw invalidFile(
      `Only one column can be “${fields[twice] ?? twice}”: ${both.map((it) => `“${it}”`).join(', ')}`,
    );
  }
  return known;
}

/** What a file of this kind is. */
function readMapped(csv: string, kind: TableKind, own: readonly OwnField[]): Table {
  const headings = Object.values<TableKind['formats'][string]>(kind.formats).flatMap((it) =>
    Object.keys(it.headings),
  );
  const known = Object.fromEntries(
    [...headings, ...Object.keys(kind.names), ...Object.values(kind.fields)].map((it) => [it, it]),
  );
  const { records: all, rowOfHeader } = readRecords(csv, (text) => delimiterOf(text, known));
  const [header = [], ...records] = all;
  return {
    ...{ header, records, firstRow: rowOfHeader + 1 },
    ...recogniseTable(header, records, kind, own),
  };
}

/** The custom fields of the records, and what their cells are. */
export interface OwnColumns {
  readonly fields: readonly OwnField[];
  readonly cells: Readonly<Record<string, z.ZodType>>;
}
const noOwnColumns: OwnColumns = { fields: [], cells: {} };

/** What the columns of a file of this kind are. */
export function recogniseColumns(
  csv: string,
  kind: TableKind,
  { fields }: OwnColumns = noOwnColumns,
): ImportColumns {
  return describeTable(readMapped(csv, kind, fields), kind, fields);
}

/** How files of one kind are read, whose columns are mapped. */
export interface MappedFormat<Row extends z.ZodType> {
  readonly kind: TableKind;
  /** Fields one of which needs a column. */
  readonly required: readonly string[];
  readonly row: Row;
  /** Fields that name an invalid row; the first one that is not empty. */
  readonly label: readonly string[];
  /** Rows as one record each, where a file has several for one. */
  readonly group?: (rows: readonly ReadRow[], format: string) => ReadRow[];
}

/**
 * Imports a file of which each column is what people said or what it was recognised as; with `dry` reports what each row would do.
 * @throws ApiError 400 if columns are not known or a needed one is missing
 */
export function importTable<Row extends z.ZodType>(
  { kind, required, row, label, group = (rows) => [...rows] }: MappedFormat<Row>,
  { csv, columns: chosen, ...options }: ProductImport,
  write: (rows: readonly ParsedRow<z.output<Row>>[], dry: boolean) => Promise<ImportedRow[]>,
  own: OwnColumns = noOwnColumns,
): Promise<ImportReport> {
  const table = readMapped(csv, kind, own.fields);
  const taken = chosenColumns(table, chosen, kind.fields, Object.keys(own.cells));
  if (!required.some((it) => taken.includes(it))) {
    const some = required.map((it) => `“${kind.fields[it] ?? it}”`).join(' or ');
    throw invalidFile(`A column that is ${some} is required`);
  }
  if (table.records.length > maxRows) throw invalidFile(`At most ${maxRows} rows`);
  const least = taken.findLastIndex((it) => it !== '') + 1;
  const rows = table.records.flatMap((cells, index): ReadRow[] => {
    if (cells.every((it) => it.trim() === '')) return [];
    const values = Object.fromEntries(
      taken.flatMap((field, place) =>
        field === '' ? [] : [[field, unescapeFormula(cells[place] ?? '').trim()]],
      ),
    );
    const problems = lengthProblems(cells, table.header, least);
    return [{ row: index + table.firstRow, values, problems, doubts: [] }];
  });
  const whole = z.intersection(row, z.object(own.cells));
  const names = Object.fromEntries(own.fields.map(({ column, name }) => [column, name]));
  const columns = { ...kind.fields, ...names };
  const format = { columns, required, row: whole, label, creates: true };
  return importRows<typeof whole>(format, group(rows, table.format), options, write);
}
