import { importMessages } from '#shared/import-messages.ts';
import type { ProductImportState } from '#shared/schemas/product-imports.ts';
import * as api from '../../api/product-imports.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { ask } from '../../ui/question.ts';

const changed = ['/products', '/categories'] as const;

export async function undoImport(id: string): Promise<void> {
  if (!(await ask(importMessages.undo))) return;
  const reply = await api.undoImport(id);
  if (!reply.ok) return toastError(reply.message);
  toastSuccess(reply.message);
  revalidate(...changed);
}

export async function retryPictures(id: string): Promise<void> {
  const reply = await api.retryPictures(id);
  if (!reply.ok) return toastError(reply.message);
  revalidate('/products/admin/imports');
}

/** Uploads the pictures of a ZIP file that an import could not fetch; resolves with the names of those that it does not have. */
async function addFromZip({ id, failures }: ProductImportState, file: File): Promise<string[]> {
  const { openZip } = await import('./zip-pictures.ts');
  const zip = await openZip(file);
  const missing: string[] = [];
  for (const url of new Set(failures.map((it) => it.url))) {
    const picture = await zip.find(url);
    if (picture === null) {
      missing.push(url);
      continue;
    }
    const form = new FormData();
    form.set('url', url);
    form.set('image', picture);
    const reply = await api.addImportedPicture(id, form);
    if (!reply.ok) toastError(reply.message);
  }
  return missing;
}

export async function addZip(found: ProductImportState, file: File): Promise<void> {
  try {
    const missing = await addFromZip(found, file);
    if (missing.length > 0)
      toastError(
        importMessages.notInZip(missing.slice(0, 3).join(', ') + (missing.length > 3 ? ' …' : '')),
      );
  } catch {
    toastError(importMessages.noZip);
  }
  revalidate(...changed);
}

/** Reloads what an import has changed when it has ended. */
export const reloadProducts = (): void => revalidate(...changed);
