import { messages } from '#shared/messages.ts';
import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import * as api from '../../api/admin-products.ts';
import type { Reply } from '../../api/client.ts';
import { revalidate } from '../../api/query.ts';
import * as stockFiles from '../../api/stock-files.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { saveFile } from '../listing/save-file.ts';
import { products } from './products.ts';

/** Saves the products that fit the search and the filters of the address, on whichever pages they stand. */
export async function exportProducts(): Promise<void> {
  const reply = await api.exportProducts(products.params());
  if (reply.ok) saveFile('products.csv', reply.file);
  else toastError(messages.products.exportFailed);
}

/** The same of their sizes and colours with their stock; or of SKU and stock alone. */
export async function exportStock(only?: 'stock'): Promise<void> {
  const reply = await stockFiles.exportStock(products.params(), only);
  if (reply.ok) saveFile('stock.csv', reply.file);
  else toastError(messages.products.exportFailed);
}

/** The text of a file: as the mark at its beginning says, else as UTF-8 or, where it is none, as Windows saves it. */
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

/** What a file would do, or did; a text where it could not be read. What changed is read again. */
const importWith =
  (send: (file: FileImport) => Promise<Reply<ImportReport>>, changed: readonly string[]) =>
  async (csv: string, dry: boolean): Promise<ImportReport | string> => {
    const reply = await send({ csv, dry });
    if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
    if (reply.done) {
      toastSuccess(reply.message);
      for (const path of changed) revalidate(path);
    }
    return reply;
  };

export const importProducts = importWith(api.importProducts, ['/products']);
export const importStock = importWith(stockFiles.importStock, ['/stock', '/products']);
