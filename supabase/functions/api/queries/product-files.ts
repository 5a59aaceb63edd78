import { plainPrice } from '../../_shared/domain/money.ts';
import { offsetTimes } from '../../_shared/domain/shop-time.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { RichText } from '../../_shared/domain/rich-text.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { readTimeZone } from '../../_shared/queries/time-zone.ts';
import type { ImportedPicture } from '../../_shared/product-import/pictures.ts';
import type { ImportedVariant } from '../../_shared/product-import/variants.ts';
import type { Cell } from '../../_shared/domain/csv.ts';
import {
  joinEntries,
  type ImportedRow,
  type ProductFileRow,
} from '../../_shared/schemas/product-files.ts';
import { htmlOfDocument } from '../document-html.ts';
import type { CustomColumns } from './custom-fields.ts';

const batchSize = 500;

/** These products as rows of a product file, in batches. */
export async function* readProductFile(
  db: Db,
  ids: string[],
  imageUrl: (path: string) => string,
  { cellsOf }: CustomColumns,
): AsyncGenerator<Cell[][]> {
  const toTime = offsetTimes(await readTimeZone(db));
  for (let from = 0; from < ids.length; from += batchSize) {
    const p_ids = ids.slice(from, from + batchSize);
    const [part, custom] = await Promise.all([
      db.list('office.export_products', { p_ids }),
      cellsOf(p_ids),
    ]);
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
      it.description_document === null ? '' : htmlOfDocument(it.description_document, imageUrl),
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
      ...custom(it.id),
    ]);
  }
}

export interface FileRow {
  row: number;
  values: ProductFileRow;
  /** Values of custom fields with their keys; null empties one. */
  custom: (readonly [key: string, value: string | null])[];
  /** What only files of other shops say. */
  foreign?: {
    handle: string | undefined;
    /** The path at which it was found there. */
    address: string | undefined;
    variants: readonly ImportedVariant[];
    pictures: readonly ImportedPicture[];
  };
}

/** As the column of the file has it. */
const htmlOf = (json: string | null): string =>
  json ? htmlOfDocument(JSON.parse(json) as RichText) : '';

/** Documents are reported as HTML. */
const withHtml = (changes: ImportedRow['changes']): ImportedRow['changes'] =>
  changes.map(({ field, before, after }) =>
    field === 'descriptionHtml'
      ? { field, before: before && htmlOf(before), after: htmlOf(after) }
      : { field, before, after },
  );

/** As SQL takes them. */
const toRows = (fileRows: readonly FileRow[]) =>
  fileRows.map(({ row, values, custom, foreign }) => {
    const { id, version, description, descriptionHtml, ...rest } = values;
    const isText = typeof description === 'string';
    return {
      ...{ line: row, custom: Object.fromEntries(custom) },
      ...rest,
      ...(isText && { description }),
      document: descriptionHtml ?? (isText ? undefined : description),
      id: id || undefined,
      version: version || undefined,
      ...(foreign && { ...foreign, newCategory: true }),
    };
  });

/** What each row would do. Changes nothing. */
export async function importProducts(db: Db, fileRows: readonly FileRow[]): Promise<ImportedRow[]> {
  const args = { p_rows: new JsonValue(toRows(fileRows)), p_dry: true };
  const rows = await db.call('office.import_products', args);
  return rows.map((it) => ({ ...it, changes: withHtml(it.changes) }));
}

/** Keeps rows that are right to be written; returns the id of the import. */
export const startProductImport = (
  db: Db,
  fileRows: readonly FileRow[],
  fileName: string,
): Promise<string> =>
  db.call('office.start_product_import', {
    ...{ p_rows: new JsonValue(toRows(fileRows)), p_file_name: fileName },
  });
