import { messages } from '#shared/messages.ts';
import type { ImportReport } from '#shared/schemas/product-files.ts';
import * as api from '../../api/admin-products.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { products } from './products.ts';

/** Hands a file to the browser under a name. */
function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Firefox begins to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function exportProducts(): Promise<void> {
  const reply = await api.exportProducts();
  if (reply.ok) keepFile(reply.file, 'products.csv');
  else toastError(messages.products.exportFailed);
}

/** What a file would do, or did; a text where it could not be read. */
export async function importProducts(csv: string, dry: boolean): Promise<ImportReport | string> {
  const reply = await api.importProducts({ csv, dry });
  if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
  if (reply.done) {
    toastSuccess(reply.message);
    void products.load();
  }
  return reply;
}
