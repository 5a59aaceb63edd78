import { messages } from '#shared/messages.ts';
import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import * as api from '../../api/admin-products.ts';
import type { Reply } from '../../api/client.ts';
import { revalidate } from '../../api/query.ts';
import * as stockFiles from '../../api/stock-files.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { saveReply } from '../listing/save-reply.ts';
import { products } from './products.ts';

const { exportFailed } = messages.products;

/** Downloads the products that match the search and filters in the URL, on all pages. */
export const exportProducts = () =>
  saveReply('products.csv', api.exportProducts(products.params()), exportFailed);

/** The same for their sizes and colours with stock, or only SKU and stock. */
export const exportStock = (only?: 'stock') =>
  saveReply('stock.csv', stockFiles.exportStock(products.params(), only), exportFailed);

/** Decodes a file: by its byte order mark, else as UTF-8, else as Windows-1252. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Imports a file. Resolves with the result, or a message if it could not be read. Reloads what changed. */
export const importWith =
  (send: (file: FileImport) => Promise<Reply<ImportReport>>, changed: readonly string[]) =>
  async (csv: string, dry: boolean): Promise<ImportReport | string> => {
    const reply = await send({ csv, dry });
    if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
    if (reply.done) {
      toastSuccess(reply.message);
      revalidate(...changed);
    }
    return reply;
  };

export const importProducts = importWith(api.importProducts, ['/products']);
export const importStock = importWith(stockFiles.importStock, ['/stock', '/products']);
