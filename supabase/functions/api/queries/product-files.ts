import { plainPrice } from '../../_shared/domain/money.ts';
import { offsetTimes } from '../../_shared/domain/shop-time.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { readTimeZone } from '../../_shared/queries/time-zone.ts';
import type { Cell } from '../../_shared/domain/csv.ts';
import {
  joinEntries,
  type ImportedRow,
  type ProductFileRow,
} from '../../_shared/schemas/product-files.ts';

const batchSize = 500;

/** These products as rows of a product file, in batches. */
export async function* readProductFile(db: Db, ids: string[]): AsyncGenerator<Cell[][]> {
  const toTime = offsetTimes(await readTimeZone(db));
  for (let from = 0; from < ids.length; from += batchSize) {
    const p_ids = ids.slice(from, from + batchSize);
    const part = await db.list('office.export_products', { p_ids });
    yield part.map((it) => [
      it.id,
      it.title,
      plainPrice(it.price),
      it.compare_at_price === null ? '' : plainPrice(it.compare_at_price),
      it.category,
      it.availability,
      joinEntries(it.sizes),
      joinEntries(it.colors),
      it.description,
      it.status,
      it.composition,
      it.care,
      it.fit,
      it.origin,
      it.delivery,
      it.weight,
      it.tax_class,
      it.length,
      toTime(it.created_at),
      it.version,
    ]);
  }
}

export interface FileRow {
  row: number;
  values: ProductFileRow;
}

/** Returns the result of each row. Changes nothing with `dry` or if a row is invalid. */
export function importProducts(
  db: Db,
  fileRows: readonly FileRow[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values: { id, version, ...rest } }) => ({
    line: row,
    ...rest,
    id: id || undefined,
    version: version || undefined,
  }));
  return db.call('office.import_products', { p_rows: new JsonValue(rows), p_dry: dry });
}
