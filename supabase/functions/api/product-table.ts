import {
  importFieldNames,
  importFields,
  isImportField,
  type OwnField,
} from '../_shared/product-import/fields.ts';
import { importFormats } from '../_shared/product-import/formats.ts';
import { toProductRows, type ProductRow } from '../_shared/product-import/products.ts';
import { recognise } from '../_shared/product-import/recognise.ts';
import {
  maxProductRows,
  productColumns,
  type ImportColumns,
} from '../_shared/schemas/product-files.ts';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import {
  delimiterOf,
  headingOf,
  invalidFile,
  lengthProblems,
  readRecords,
} from './imported-file.ts';

/** How many rows are looked at for values to show, and how many values are shown. */
const [looked, shown] = [50, 3];

/** What a file of products is: its header, rows, and what its columns were recognised as. */
export function readTable(csv: string, fields: readonly OwnField[]) {
  const columns = [...productColumns, ...fields.map((it) => it.column)];
  const byName = Object.fromEntries(columns.map((it) => [it, it]));
  const { records: all, rowOfHeader } = readRecords(
    csv,
    (text) => delimiterOf(text, byName),
    maxProductRows,
  );
  const [header = [], ...records] = all;
  return {
    ...{ header, records, firstRow: rowOfHeader + 1 },
    ...recognise(header, records, { columns, fields }),
  };
}
type Table = ReturnType<typeof readTable>;

/** What can be chosen for its columns, and what was recognised. */
export function describeTable(table: Table, fields: readonly OwnField[]): ImportColumns {
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
    format: importFormats[table.format],
    foreign: table.format !== 'own',
    columns,
    fields: [
      ...importFieldNames.map((name) => ({ name, label: importFields[name] })),
      ...fields.map(({ column, name }) => ({ name: column, label: name })),
    ],
  };
}

/** What each column is, as people said or as it was recognised. @throws ApiError 400 that names all columns that are not known */
function chosenColumns(
  table: Table,
  chosen: readonly string[] | undefined,
  own: readonly string[],
): string[] {
  const { header } = table;
  if (chosen && chosen.length !== header.length)
    throw invalidFile(`The file has ${header.length} columns, not ${chosen.length}`);
  const columns = chosen ?? table.columns;
  const unknown = header.flatMap((_, place) => {
    const name = columns[place] ?? null;
    const isKnown = name !== null && (name === '' || isImportField(name) || own.includes(name));
    return isKnown ? [] : [`“${headingOf(header, place)}”`];
  });
  if (unknown.length > 0)
    throw invalidFile(`Unknown column${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}`);
  const known = columns.map((it) => it ?? '');
  const twice = known.find((it, place) => it !== '' && known.indexOf(it) !== place);
  if (twice !== undefined) {
    const both = header.flatMap((_, place) =>
      known[place] === twice ? [`“${headingOf(header, place)}”`] : [],
    );
    const label = isImportField(twice) ? importFields[twice] : twice;
    throw invalidFile(`Only one column can be “${label}”: ${both.join(', ')}`);
  }
  return known;
}

/** The products of another shop's file. @throws ApiError 400 if columns are not known or needed ones are missing */
export function foreignProducts(
  table: Table,
  chosen: readonly string[] | undefined,
  own: readonly string[],
): ProductRow[] {
  const columns = chosenColumns(table, chosen, own);
  if (!columns.some((it) => it === 'title' || it === 'handle' || it === 'sku'))
    throw invalidFile('A column with the title, the handle or the SKU is required');
  if (table.records.length > maxProductRows) throw invalidFile(`At most ${maxProductRows} rows`);
  const least = columns.findLastIndex((it) => it !== '') + 1;
  const wrong = table.records.flatMap((cells, index) => {
    if (cells.every((it) => it.trim() === '')) return [];
    const row = index + table.firstRow;
    return lengthProblems(cells, table.header, least).map(({ field, message }) => ({
      ...{ row, message, field: [`Row ${row}`, field].filter(Boolean).join(', ') },
    }));
  });
  const products = toProductRows({
    ...{
      format: table.format === 'own' ? 'unknown' : table.format,
      columns,
      firstRow: table.firstRow,
    },
    records: table.records.map((cells) => cells.map(unescapeFormula)),
  });
  if (wrong.length === 0) return products;
  // A row that is cut off belongs to the product that begins before it.
  const starts = products.map((it) => it.row);
  let place = 0;
  const problemsOf = Map.groupBy(wrong, ({ row }) => {
    while ((starts[place + 1] ?? Infinity) <= row) place += 1;
    return place;
  });
  return products.map((product, at) => {
    const own = (problemsOf.get(at) ?? []).map(({ field, message }) => ({ field, message }));
    return { ...product, problems: [...own, ...product.problems] };
  });
}
