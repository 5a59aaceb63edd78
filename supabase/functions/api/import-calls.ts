import type { z } from 'zod';
import {
  fileImport,
  importColumnsReply,
  importReply,
  productImport,
  type ImportedRow,
} from '../_shared/schemas/product-files.ts';
import type { CustomResource } from '../_shared/domain/custom-fields.ts';
import type { Settings } from '../_shared/settings.ts';
import type { Db } from '../_shared/queries/database.ts';
import { call, type Call } from './call.ts';
import { customCells, ownFields } from './custom-cells.ts';
import type { ParsedRow } from './imported-file.ts';
import {
  importTable,
  recogniseColumns,
  type MappedFormat,
  type OwnColumns,
} from './mapped-table.ts';
import { customColumns } from './queries/custom-fields.ts';

type FileBody = z.ZodType<z.output<typeof productImport>>;

interface Imported<Row extends z.ZodType, Body extends FileBody> {
  /** Such as `/redirects/import`; what its columns are is asked at `/redirects/import-columns`. */
  readonly path: string;
  /** Such as `redirects`. */
  readonly nouns: string;
  /** What the summary of the call says further. */
  readonly also?: string;
  readonly format: MappedFormat<Row>;
  /** Whose custom fields have columns, too. */
  readonly custom?: CustomResource;
  /** What comes with the file beside its columns. */
  readonly body: Body;
  /** Returns the result of each row. Changes nothing with `dry` or if a row is wrong. */
  readonly write: (
    by: { db: Db; settings: Settings },
    rows: readonly ParsedRow<z.output<Row>>[],
    dry: boolean,
    file: z.output<Body>,
  ) => Promise<ImportedRow[]>;
}

async function ownColumns(
  db: Db,
  resource: CustomResource,
  imageUrl: (path: string) => string,
): Promise<OwnColumns> {
  const { fields } = await customColumns(db, resource, imageUrl);
  return { fields: ownFields(fields), cells: customCells(fields, imageUrl) };
}

/** The calls that import files of this or another shop, whose columns are mapped. */
export const importCalls = <Row extends z.ZodType, Body extends FileBody>({
  path,
  nouns,
  also = '',
  format,
  custom,
  body: input,
  write,
}: Imported<Row, Body>): Call[] => [
  call(
    {
      method: 'POST',
      path,
      summary: `Import a file of ${nouns} of this or another shop, all rows or none; with dry, report what each row would do${also && `. ${also}`}`,
      access: 'admin',
      body: input,
      large: true,
      reply: importReply,
    },
    async ({ db, settings, imageUrl, body }) =>
      importTable(
        format,
        body,
        (rows, dry) => write({ db, settings }, rows, dry, body),
        custom && (await ownColumns(db, custom, imageUrl)),
      ),
  ),
  call(
    {
      method: 'POST',
      path: `${path}-columns`,
      summary: `What the columns of a file of ${nouns} are recognised as`,
      access: 'admin',
      body: fileImport.pick({ csv: true }),
      large: true,
      reply: importColumnsReply,
    },
    async ({ db, imageUrl, body }) =>
      recogniseColumns(body.csv, format.kind, custom && (await ownColumns(db, custom, imageUrl))),
  ),
];
