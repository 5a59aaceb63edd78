import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import { post } from './admin-call.ts';
import { callForFile } from './client.ts';
import { importReport } from './shape.ts';

/** The sizes and colours of the matching products as CSV; paging in `params` is ignored. */
export const exportStock = (params: string, only?: 'stock') =>
  callForFile(`/stock/export?${params}${only ? `&only=${only}` : ''}`, 'admin');

export const importStock = (body: FileImport) =>
  post<ImportReport>('/stock/import', importReport, body);
