import Papa from 'papaparse';
import { expect } from 'vitest';
import type { ImportFormat } from '#shared/product-import/formats.ts';
import { toProductRows, type ProductRow } from '#shared/product-import/products.ts';
import { recognise } from '#shared/product-import/recognise.ts';
import { productColumns } from '#shared/schemas/product-files.ts';

const own = {
  columns: [...productColumns, 'custom.tags'],
  fields: [{ column: 'custom.tags', name: 'Tags' }],
};

export function recognised(csv: string) {
  const [header = [], ...records] = Papa.parse<string[]>(csv.trim()).data;
  return { header, records, ...recognise(header, records.slice(0, 20), own) };
}

/** The products of a file whose columns are all recognised. */
export function productsOf(csv: string, expected: ImportFormat): ProductRow[] {
  const { records, format, columns, header } = recognised(csv);
  expect(format).toBe(expected);
  expect(header.filter((_, place) => columns[place] === null)).toEqual([]);
  if (format === 'own') return [];
  return toProductRows({
    format,
    header,
    columns: columns.map((it) => it ?? ''),
    records,
    firstRow: 2,
  });
}

export const messages = (remarks: ProductRow['doubts']) =>
  remarks.map((it) => `${it.field}: ${it.message}`);
