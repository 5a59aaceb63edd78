import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/categories.ts';
import * as api from '../../api/admin-categories.ts';
import { fetchCategories } from '../../api/categories.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { remoteList } from '../listing/remote-list.ts';

export const categories = remoteList<Category>(async () => {
  const reply = await fetchCategories();
  return reply.ok ? reply.categories : null;
});

export async function addCategory(name: string): Promise<Outcome> {
  const reply = await api.createCategory({ name });
  if (reply.ok) {
    toastSuccess(messages.categories.created);
    void categories.load();
  } else toastError(messages.categories.failed);
  return outcomeOf(reply);
}

export async function renameCategory(id: string, name: string): Promise<Outcome> {
  const reply = await api.updateCategory(id, { name });
  if (reply.ok) {
    toastSuccess(messages.categories.updated);
    void categories.load();
  } else toastError(messages.categories.failed);
  return outcomeOf(reply);
}

export async function saveCategoryImage(id: string, picture: FormData): Promise<boolean> {
  const reply = await api.addCategoryImage(id, picture);
  if (reply.ok) {
    toastSuccess(messages.images.added);
    void categories.load();
  } else toastError(messages.images.addFailed);
  return reply.ok;
}

/** No word on success: the row is gone. */
export async function removeCategory(id: string): Promise<boolean> {
  const reply = await api.deleteCategory(id);
  if (reply.ok) {
    categories.remove(id);
    void categories.load();
  } else toastError(messages.categories.failed);
  return reply.ok;
}
