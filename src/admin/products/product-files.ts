import { messages } from '#shared/messages.ts';
import type { ImportColumns, ImportReport, ProductImport } from '#shared/schemas/product-files.ts';
import * as api from '../../api/admin-products.ts';
import type { Reply } from '../../api/client.ts';
import { importCalls } from '../../api/import-calls.ts';
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

/** Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252; one that mixes these two has a problem. */
export async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const decoded = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes) });
  if (first === 0xff && second === 0xfe) return decoded('utf-16le');
  if (first === 0xfe && second === 0xff) return decoded('utf-16be');
  const { text } = decoded('utf-8');
  const invalid = text.indexOf('\uFFFD');
  if (invalid < 0) return { text };
  // Letters of UTF-8 beside bytes that are not UTF-8: parts of the file were saved in different ways.
  if (/[\u0080-\uFFFC]/.test(text)) {
    const row = text.slice(0, invalid).split('\n').length;
    return {
      problem: `The file mixes the encodings UTF-8 and Windows-1252, for example in line ${row}. Save it as UTF-8.`,
    };
  }
  return decoded('windows-1252');
}

/** Imports a file. Resolves with the result, or a message if it could not be read. Reloads what changed. */
export const importWith =
  (send: (file: ProductImport) => Promise<Reply<ImportReport>>, changed: readonly string[]) =>
  async (
    csv: string,
    dry: boolean,
    columns?: readonly string[],
  ): Promise<ImportReport | string> => {
    const reply = await send({ csv, dry, ...(columns && { columns: [...columns] }) });
    if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
    if (reply.done) {
      toastSuccess(reply.message);
      revalidate(...changed);
    }
    return reply;
  };

/** What the columns of a file are; a message if it could not be read. */
export const columnsWith =
  (send: (csv: string) => Promise<Reply<ImportColumns>>) =>
  async (csv: string): Promise<ImportColumns | string> => {
    const reply = await send(csv);
    return reply.ok ? reply : (reply.issues[0]?.message ?? reply.message);
  };

export const importProducts = importWith(api.productImport.send, ['/products', '/categories']);
export const productColumnsOf = columnsWith(api.productImport.columns);

const reviewCalls = importCalls('/reviews/admin/import');
export const importReviews = importWith(reviewCalls.send, ['/reviews']);
export const reviewColumnsOf = columnsWith(reviewCalls.columns);

export const importStock = importWith(stockFiles.importStock, ['/stock', '/products']);
