import { z } from 'zod';
import { customColumn } from '../_shared/domain/custom-fields.ts';
import type { Db } from '../_shared/queries/database.ts';
import { customValueOf, type CustomField } from '../_shared/schemas/custom-fields.ts';
import {
  productColumns,
  productFileRow,
  type ImportedRow,
  type ImportReport,
  type ProductFileRow,
  type ProductImport,
  type ImportColumns,
  type Remark,
} from '../_shared/schemas/product-files.ts';
import { productTable } from '../_shared/product-import/recognise.ts';
import { documentOfHtml, isHtml } from './html-document.ts';
import { importFile, importRows, type ParsedRow } from './imported-file.ts';
import { describeTable } from './mapped-table.ts';
import { foreignProducts, readTable } from './product-table.ts';
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

/** Cells as a file of this shop has them. */
const readCells = (cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [
      field,
      field === 'description' ? format.read.description(cell) : cell,
    ]),
  );

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

const ownFields = (fields: readonly CustomField[]) =>
  fields.map(({ key, name }) => ({ column: customColumn(key), name }));

/** What the columns of a product file are. */
export async function recogniseProductFile(
  db: Db,
  imageUrl: ImageUrl,
  csv: string,
): Promise<ImportColumns> {
  const { fields } = await customColumns(db, 'product', imageUrl);
  const own = ownFields(fields);
  return describeTable(readTable(csv, own), productTable, own);
}

/** A price that becomes ten times what it was may be written otherwise than it was meant. */
const jumps = ({ changes, doubts = [], ...row }: ImportedRow): ImportedRow => {
  const own = changes.flatMap(({ field, before, after }): Remark[] => {
    const ratio = field === 'price' && before && after ? Number(after) / Number(before) : 1;
    return ratio >= 10 || ratio <= 0.1
      ? [{ field, message: `${before} becomes ${after}: is it meant so?` }]
      : [];
  });
  return { ...row, changes, doubts: [...doubts, ...own] };
};

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export async function importProductFile(
  db: Db,
  bucket: Bucket,
  imageUrl: ImageUrl,
  { columns: chosen, ...file }: ProductImport,
): Promise<ImportReport> {
  const { fields } = await customColumns(db, 'product', imageUrl);
  const own = customCells(fields, imageUrl);
  const columns = Object.fromEntries(
    [...productColumns, ...Object.keys(own)].map((it) => [it, it]),
  );
  const row = z.intersection(productFileRow, z.object(own));
  const table = readTable(file.csv, ownFields(fields));
  const foreign =
    table.format === 'own' && !chosen ? [] : foreignProducts(table, chosen, Object.keys(own));
  const productOf = new Map(foreign.map((it) => [it.row, it]));
  const write = async (parsed: readonly ParsedRow<z.output<typeof row>>[], dry: boolean) => {
    const rows = parsed.map(({ row: place, values }) => {
      const product = productOf.get(place);
      return {
        ...{ row: place, values },
        custom: fields.flatMap(({ key }) => {
          const value = values[customColumn(key)];
          return value === undefined ? [] : [[key, value] as const];
        }),
        ...(product && {
          foreign: {
            ...{ handle: product.handle || undefined, address: product.address },
            variants: product.variants,
          },
        }),
      };
    });
    const change = () => importProducts(db, rows, dry);
    if (dry) return (await change()).map(jumps);
    const recolored = rows.flatMap(({ values: { id, colors } }) => (id && colors ? [id] : []));
    return withRenamedColors(db, bucket, recolored, change);
  };
  const whole = { ...format, columns, row };
  if (table.format === 'own' && !chosen) return importFile(whole, file, write);
  const rows = foreign.map(({ cells, ...rest }) => ({ ...rest, values: readCells(cells) }));
  return importRows(whole, rows, file.dry, write);
}
