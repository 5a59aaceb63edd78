import { z } from 'zod';
import { customColumn } from '../_shared/domain/custom-fields.ts';
import type { Db } from '../_shared/queries/database.ts';
import { customValueOf, type CustomField } from '../_shared/schemas/custom-fields.ts';
import {
  productColumns,
  productFileRow,
  type ImportReport,
  type ProductFileRow,
  type Remark,
} from '../_shared/schemas/product-files.ts';
import { documentOfHtml, isHtml } from './html-document.ts';
import { importFile } from './imported-file.ts';
import { customColumns } from './queries/custom-fields.ts';
import { withRenamedColors } from './queries/image-colors.ts';
import { pathOf, type Bucket } from './queries/images.ts';
import { importProducts } from './queries/product-files.ts';

/** A single size or color with commas in it may be several. */
const commaDoubts = (row: ProductFileRow): Remark[] =>
  (['sizes', 'colors'] as const).flatMap((field) => {
    const [only = '', ...others] = row[field] ?? [];
    if (others.length > 0 || !only.includes(',')) return [];
    return [{ field, message: `One entry, “${only}”. Write | between several.` }];
  });

const format = {
  required: ['id', 'title'],
  creates: true,
  label: ['title', 'id'],
  // Other shop systems have HTML in it, too.
  read: {
    description: (cell: string) => (isHtml(cell) ? documentOfHtml(cell) : cell),
    descriptionHtml: (cell: string) => cell.trim() && documentOfHtml(cell),
  },
  doubts: commaDoubts,
};

type ImageUrl = (path: string) => string;

/** A column for each custom field of products. A picture is one that was uploaded for such a field. */
function customCells(fields: readonly CustomField[], imageUrl: ImageUrl) {
  const picture = z
    .preprocess(
      (cell) => (typeof cell === 'string' ? pathOf(cell.trim(), imageUrl) || null : cell),
      z
        .string()
        .regex(/^custom\/(?:\d+x\d+-)?[\da-f-]{36}\.[a-z]+$/, 'Not a picture of this shop')
        .nullable(),
    )
    .optional();
  return Object.fromEntries(
    fields.map((it) => [customColumn(it.key), it.kind === 'picture' ? picture : customValueOf(it)]),
  );
}

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export async function importProductFile(
  db: Db,
  bucket: Bucket,
  imageUrl: ImageUrl,
  file: { csv: string; dry: boolean },
): Promise<ImportReport> {
  const { fields } = await customColumns(db, 'product', imageUrl);
  const own = customCells(fields, imageUrl);
  const columns = Object.fromEntries(
    [...productColumns, ...Object.keys(own)].map((it) => [it, it]),
  );
  const row = z.intersection(productFileRow, z.object(own));
  return importFile({ ...format, columns, row }, file, (parsed, dry) => {
    const rows = parsed.map(({ row: place, values }) => ({
      ...{ row: place, values },
      custom: fields.flatMap(({ key }) => {
        const value = values[customColumn(key)];
        return value === undefined ? [] : [[key, value] as const];
      }),
    }));
    const change = () => importProducts(db, rows, dry);
    if (dry) return change();
    const recolored = rows.flatMap(({ values: { id, colors } }) => (id && colors ? [id] : []));
    return withRenamedColors(db, bucket, recolored, change);
  });
}
