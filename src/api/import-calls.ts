import type { ImportColumns, ImportReport, ProductImport } from '#shared/schemas/product-files.ts';
import { post } from './admin-call.ts';
import { importReport } from './shape.ts';

/** The calls that import files of one kind: what the columns are, and what each row does. */
export const importCalls = (path: string) => ({
  columns: (csv: string) =>
    post<ImportColumns>(
      `${path}-columns`,
      { format: 'string', foreign: 'boolean', columns: 'array', fields: 'array' },
      { csv },
    ),
  send: <Body extends ProductImport>(body: Body) => post<ImportReport>(path, importReport, body),
});
