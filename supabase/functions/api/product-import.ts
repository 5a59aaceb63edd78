import type { Db } from '../_shared/queries/database.ts';
import {
  productColumns,
  productFileRow,
  type ImportReport,
} from '../_shared/schemas/product-files.ts';
import { importFile } from './imported-file.ts';
import { importProducts } from './queries/product-files.ts';

const format = {
  columns: Object.fromEntries(productColumns.map((it) => [it, it])),
  required: ['id', 'title'],
  row: productFileRow,
  creates: true,
  label: ['title', 'id'],
};

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export function importProductFile(
  db: Db,
  file: { csv: string; dry: boolean },
): Promise<ImportReport> {
  return importFile(format, file, (rows, dry) => importProducts(db, rows, dry));
}
