import type { Db } from '../_shared/queries/database.ts';
import {
  productColumns,
  productFileRow,
  type ImportReport,
  type ProductFileRow,
  type Remark,
} from '../_shared/schemas/product-files.ts';
import { documentOfHtml, isHtml } from './html-document.ts';
import { importFile } from './imported-file.ts';
import { withRenamedColors } from './queries/image-colors.ts';
import type { Bucket } from './queries/images.ts';
import { importProducts } from './queries/product-files.ts';

/** A single size or color with commas in it may be several. */
const commaDoubts = (row: ProductFileRow): Remark[] =>
  (['sizes', 'colors'] as const).flatMap((field) => {
    const [only = '', ...others] = row[field] ?? [];
    if (others.length > 0 || !only.includes(',')) return [];
    return [{ field, message: `One entry, “${only}”. Write | between several.` }];
  });

const format = {
  columns: Object.fromEntries(productColumns.map((it) => [it, it])),
  required: ['id', 'title'],
  row: productFileRow,
  creates: true,
  label: ['title', 'id'],
  // Other shop systems have HTML in it, too.
  read: {
    description: (cell: string) => (isHtml(cell) ? documentOfHtml(cell) : cell),
    descriptionHtml: (cell: string) => cell.trim() && documentOfHtml(cell),
  },
  doubts: commaDoubts,
};

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export function importProductFile(
  db: Db,
  bucket: Bucket,
  file: { csv: string; dry: boolean },
): Promise<ImportReport> {
  return importFile(format, file, (rows, dry) => {
    const change = () => importProducts(db, rows, dry);
    if (dry) return change();
    const recolored = rows.flatMap(({ values: { id, colors } }) => (id && colors ? [id] : []));
    return withRenamedColors(db, bucket, recolored, change);
  });
}
