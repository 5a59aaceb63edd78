import { limits } from '#shared/domain/limits.ts';
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

const decode = (encoding: string, bytes: ArrayBuffer) =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);

/** The row and the column of a cell that begins or goes on at this place of a text. */
async function cellAt(text: string, place: number): Promise<string> {
  const { default: Papa } = await import('papaparse');
  const { data } = Papa.parse<string[]>(text.slice(0, place));
  const cell = data.at(-1)?.length ?? 1;
  const heading = data.length > 1 && data[0]?.[cell - 1]?.trim();
  return `row ${Math.max(data.length, 1)}, ${heading || `column ${cell}`}`;
}

/**
 * Decodes a file by its byte order mark or the zeros of UTF-16, else as UTF-8, else as Windows-1252; one that mixes these two has a
 * problem, as one has that is larger than the API takes.
 */
export async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const wide =
    (first === 0xff && second === 0xfe) || second === 0
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || first === 0
        ? 'utf-16be'
        : null;
  if (file.size > (wide ? 2 : 1) * limits.fileMegabytes * 1024 * 1024)
    return { problem: `The file is too large: at most ${limits.fileMegabytes} MB.` };
  if (wide) return { text: decode(wide, bytes) };
  try {
    return { text: decode('utf-8', bytes) };
  } catch {
    const text = new TextDecoder().decode(bytes);
    // Letters of UTF-8 beside bytes that are not UTF-8: parts of the file were saved in different ways.
    if (!/[\u0080-\uFFFC]/.test(text)) return { text: decode('windows-1252', bytes) };
    const where = await cellAt(text, text.indexOf('\uFFFD'));
    return {
      problem: `The file mixes the encodings UTF-8 and Windows-1252, for example in ${where}. Save it as UTF-8.`,
    };
  }
}

export interface ImportChoices {
  readonly columns?: readonly string[];
  readonly fileName?: string;
  /** Imports the other rows where some are wrong. */
  readonly leaveOutWrong?: boolean;
}

/** Imports a file. Resolves with the result, or a message if it could not be read. Reloads what changed. */
export const importWith =
  (send: (file: ProductImport) => Promise<Reply<ImportReport>>, changed: readonly string[]) =>
  async (
    csv: string,
    dry: boolean,
    { columns, fileName, leaveOutWrong }: ImportChoices = {},
  ): Promise<ImportReport | string> => {
    const reply = await send({
      ...{ csv, dry },
      ...(columns && { columns: [...columns] }),
      ...(leaveOutWrong && { leaveOutWrong }),
      ...(fileName && { fileName: fileName.slice(0, 200) }),
    });
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
