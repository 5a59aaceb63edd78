import type { Db } from '../../_shared/queries/database.ts';
import type { Reply } from '../../_shared/queries/functions.ts';
import type { ProductImportState } from '../../_shared/schemas/product-imports.ts';
import { notFound } from '../errors.ts';

type Row = Reply<'office.list_product_imports'>[number];

const toImport = (it: Row): ProductImportState => ({
  id: it.id,
  fileName: it.file_name,
  state: it.state,
  problem: it.problem,
  createdAt: it.created_at,
  canUndo: it.can_undo,
  products: {
    total: it.total,
    written: it.written,
    undone: it.undone,
    created: it.created,
    changed: it.changed,
  },
  pictures: { total: it.pictures, fetched: it.fetched, failed: it.failed },
  failures: it.failures,
});

/** The latest imports of product files. */
export async function listProductImports(db: Db): Promise<ProductImportState[]> {
  return (await db.list('office.list_product_imports')).map(toImport);
}

/** @throws ApiError 404 */
export async function readProductImport(db: Db, id: string): Promise<ProductImportState> {
  const [row] = await db.list('office.list_product_imports', { p_id: id });
  if (!row) throw notFound('Import');
  return toImport(row);
}
