import type { Db } from '../../_shared/queries/database.ts';
import type { Reply } from '../../_shared/queries/functions.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { Cell } from '../../_shared/domain/csv.ts';
import {
  joinEntries,
  type ImportedRow,
  type ProductFileRow,
} from '../../_shared/schemas/product-files.ts';

const rowsAtOnce = 500;

/** All products in the columns of the file, newest first, read part by part. */
export async function* readProductFile(db: Db): AsyncGenerator<Cell[][]> {
  let last: { created_at: string; id: string } | undefined;
  for (;;) {
    const part: Reply<'office.export_products'> = await db.list('office.export_products', {
      p_limit: rowsAtOnce,
      p_created_at: last?.created_at,
      p_id: last?.id,
    });
    yield part.map((it) => [
      it.id,
      it.title,
      it.price.toFixed(2),
      it.category,
      it.availability,
      joinEntries(it.sizes),
      joinEntries(it.colors),
      it.description,
      new Date(it.created_at).toISOString(),
      it.version,
    ]);
    last = part.at(-1);
    if (!last || part.length < rowsAtOnce) return;
  }
}

export interface FileRow {
  row: number;
  values: ProductFileRow;
}

/** What each row would do, or did; nothing is written when it is dry or when one row is wrong. */
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
