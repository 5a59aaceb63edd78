import { importFields } from '../_shared/product-import/fields.ts';
import { toProductRows, type ProductRow } from '../_shared/product-import/products.ts';
import { recognise } from '../_shared/product-import/recognise.ts';
import { maxProductRows, productColumns } from '../_shared/schemas/product-files.ts';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import type { OwnField } from '../_shared/table-import/recognise.ts';
import { delimiterOf, invalidFile, lengthProblems, readRecords } from './imported-file.ts';
import { chosenColumns } from './mapped-table.ts';

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

/** The products of another shop's file. @throws ApiError 400 if columns are not known or needed ones are missing */
export function foreignProducts(
  table: Table,
  chosen: readonly string[] | undefined,
  own: readonly string[],
): ProductRow[] {
  const columns = chosenColumns(table, chosen, importFields, own);
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
      header: table.header,
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
