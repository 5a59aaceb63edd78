import { z } from 'zod';
import { fileImport, importReply } from '../../_shared/schemas/product-files.ts';
import { stockColumns, stockExportQuery } from '../../_shared/schemas/stock-files.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { listProductIds } from '../queries/admin-products.ts';
import { readStockFile } from '../queries/stock-files.ts';
import { importStockFile } from '../stock-import.ts';

/** The most products of one file. */
const exported = 1_000_000;
const { sku, stock, version } = stockColumns;

export const stockFiles: Call[] = [
  call(
    {
      method: 'GET',
      path: '/stock/export',
      summary:
        'The sizes and colors of the matching products as a CSV file, with formulas escaped; only=stock has SKU, stock and version alone',
      access: 'admin',
      query: stockExportQuery,
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db, query: { only, ...filters } }) => {
      const ids = await listProductIds(db, filters, exported);
      const head = only ? [sku, stock, version] : Object.values(stockColumns);
      return csvFile('stock.csv', head, readStockFile(db, ids, only === 'stock'));
    },
  ),
  call(
    {
      method: 'POST',
      path: '/stock/import',
      summary:
        'Import a file of stock by SKU, all rows or none; with dry, report what each row would do. With its version, a row adds the difference to the exported stock',
      access: 'admin',
      body: fileImport,
      large: true,
      reply: importReply,
    },
    ({ db, body }) => importStockFile(db, body),
  ),
];
