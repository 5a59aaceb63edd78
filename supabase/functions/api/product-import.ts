import { z } from 'zod';
import { customColumn } from '../_shared/domain/custom-fields.ts';
import type { Db } from '../_shared/queries/database.ts';
import {
  maxProductRows,
  productColumns,
  productFileRow,
  type ImportedRow,
  type ImportReport,
  type ProductFileRow,
  type ProductImport,
  type ImportColumns,
  type Remark,
} from '../_shared/schemas/product-files.ts';
import { isRunning } from '../_shared/schemas/product-imports.ts';
import { importMessages } from '../_shared/import-messages.ts';
import { customCells, ownFields } from './custom-cells.ts';
import { ApiError } from './errors.ts';
import { readProductImport } from './queries/product-imports.ts';
import { productTable } from '../_shared/product-import/recognise.ts';
import { documentOfHtml, isHtml } from './html-document.ts';
import { importFile, importRows, type ParsedRow } from './imported-file.ts';
import { describeTable } from './mapped-table.ts';
import { foreignProducts, readTable } from './product-table.ts';
import { customColumns } from './queries/custom-fields.ts';
import type { Settings } from '../_shared/settings.ts';
import type { Caller } from './middleware/guard.ts';
import { continueRows, continueSoon, importAccess } from './product-imports/run.ts';
import { importProducts, startProductImport } from './queries/product-files.ts';

/** A single size or color with commas in it may be several. */
const commaDoubts = (row: ProductFileRow): Remark[] =>
  (['sizes', 'colors'] as const).flatMap((field) => {
    const [only = '', ...others] = row[field] ?? [];
    if (others.length > 0 || !only.includes(',')) return [];
    return [{ field, message: `One entry, “${only}”. Write | between several.` }];
  });

/** Whoever saved the file had lost these characters before. */
const lostCharacters = (row: ProductFileRow): Remark[] =>
  Object.entries(row).flatMap(([field, value]) =>
    value !== undefined && JSON.stringify(value).includes('\uFFFD')
      ? [{ field, message: 'Has a character that could not be read: \uFFFD' }]
      : [],
  );

const format = {
  required: ['id', 'title'],
  most: maxProductRows,
  creates: true,
  label: ['title', 'id'],
  // Other shop systems have HTML in it, too.
  read: {
    description: (cell: string) => (isHtml(cell) ? documentOfHtml(cell) : cell),
    descriptionHtml: (cell: string) => cell.trim() && documentOfHtml(cell),
  },
  doubts: (row: ProductFileRow) => [...commaDoubts(row), ...lostCharacters(row)],
};

/** Cells as a file of this shop has them. */
const readCells = (cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [
      field,
      field === 'description' ? format.read.description(cell) : cell,
    ]),
  );

/** What the columns of a product file are. */
export async function recogniseProductFile(
  db: Db,
  imageUrl: (path: string) => string,
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

interface Importing {
  readonly db: Db;
  readonly settings: Settings;
  readonly caller: Caller;
  readonly imageUrl: (path: string) => string;
}

/** For so long a reply waits for the products to be written; then it says that the import goes on. */
const replyTimeoutMs = 5_000;

/** Imports a product file, or with `dry` reports what each row would do. Changes nothing if a row is invalid. */
export async function importProductFile(
  { db, settings, caller, imageUrl }: Importing,
  { columns: chosen, fileName = '', ...file }: ProductImport,
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
  const started: { id?: string; isWritten?: boolean } = {};
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
            pictures: product.pictures,
          },
        }),
      };
    });
    const results = (await importProducts(db, rows)).map(jumps);
    const changes = results.some((it) => it.action === 'create' || it.action === 'update');
    if (dry || !changes || results.some((it) => it.action === 'wrong')) return results;
    started.id = await startProductImport(db, rows, fileName);
    const access = importAccess(settings, caller.id);
    started.isWritten = await continueRows(access, started.id, replyTimeoutMs);
    return results;
  };
  const whole = { ...format, columns, row };
  const rows = foreign.map(({ cells, ...rest }) => ({ ...rest, values: readCells(cells) }));
  const report = await (table.format === 'own' && !chosen
    ? importFile(whole, file, write)
    : importRows(whole, rows, file, write));
  const { id: importId, isWritten } = started;
  if (!importId) return report;
  const { state, problem } = await readProductImport(db, importId);
  if (state === 'stopped') throw new ApiError(409, 'import_stopped', problem);
  const running = isRunning({ state });
  if (running) continueSoon(settings, importId, caller.id);
  return { ...report, importId, running, ...(!isWritten && { message: importMessages.running }) };
}
