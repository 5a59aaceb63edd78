import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import { call, callForFile } from './client.ts';
import { importReport } from './shape.ts';

/** The sizes and colours of the products that fit as comma-separated values; pages of `params` do not count. */
export const exportStock = (params: string, only?: 'stock') =>
  callForFile(`/stock/export?${params}${only ? `&only=${only}` : ''}`, 'admin');

export const importStock = (body: FileImport) =>
  call<ImportReport>('/stock/import', importReport, { method: 'POST', body, as: 'admin' });
