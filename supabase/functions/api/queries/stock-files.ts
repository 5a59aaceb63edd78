import type { Cell } from '../../_shared/domain/csv.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ImportedRow } from '../../_shared/schemas/product-files.ts';
import type { StockFileRow } from '../../_shared/schemas/stock-files.ts';

const batchSize = 500;

/** The variants of these products as rows of a file of stock, in batches; `onlyStock` leaves out all but SKU, stock and version. */
export async function* readStockFile(
  db: Db,
  ids: string[],
  onlyStock: boolean,
): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const p_ids = ids.slice(from, from + batchSize);
    const part = await db.list('office.export_variants', { p_ids });
    yield part.map((it) => {
      const rest = [it.product, it.size, it.color, it.barcode, it.price_delta, it.policy];
      return [it.sku, ...(onlyStock ? [] : rest), it.stock, it.version];
    });
  }
}

/** Returns the result of each row. Changes nothing with `dry` or if a row is invalid. */
export function importStock(
  db: Db,
  fileRows: readonly { row: number; values: StockFileRow }[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values }) => ({ line: row, ...values }));
  return db.call('office.import_stock', { p_rows: new JsonValue(rows), p_dry: dry });
}
