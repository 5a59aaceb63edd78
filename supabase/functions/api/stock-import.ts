import type { Db } from '../_shared/queries/database.ts';
import type { ImportReport } from '../_shared/schemas/product-files.ts';
import { stockColumns, stockFileRow } from '../_shared/schemas/stock-files.ts';
import { importFile } from './imported-file.ts';
import { importStock } from './queries/stock-files.ts';

const format = {
  columns: stockColumns,
  required: ['sku'],
  row: stockFileRow,
  creates: false,
  label: ['sku'],
};

/** Imports a file of stock, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export function importStockFile(
  db: Db,
  file: { csv: string; dry: boolean },
): Promise<ImportReport> {
  return importFile(format, file, (rows, dry) => importStock(db, rows, dry));
}
