import { messages } from '#shared/messages.ts';
import type { Category, CategoryRow } from '#shared/schemas/categories.ts';
import * as api from '../../api/admin-categories.ts';
import { fetchCategories } from '../../api/categories.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { pagedList } from '../listing/paged-list.ts';
import { remoteList } from '../listing/remote-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

/** All of them, for the fields in which one is chosen. */
export const categories = remoteList<Category>(async () => {
  const reply = await fetchCategories();
  return reply.ok ? reply.categories : null;
});

/** The table's page of them. */
export const categoryTable = pagedList<CategoryRow>(
  async (query) => {
    const reply = await api.fetchCategoryPage(tableParams(query));
    return reply.ok ? { rows: reply.categories, total: reply.total } : null;
  },
  { sorts: ['name', 'created'] },
);

export async function reloadCategories(): Promise<void> {
  await Promise.all([categories.load(), categoryTable.load()]);
}

export async function addCategory(name: string): Promise<Outcome> {
  const reply = await api.createCategory({ name });
  if (reply.ok) {
    toastSuccess(messages.categories.created);
    void reloadCategories();
  } else toastError(messages.categories.failed);
  return outcomeOf(reply);
}

export async function renameCategory(id: string, name: string): Promise<Outcome> {
  const reply = await api.updateCategory(id, { name });
  if (reply.ok) {
    toastSuccess(messages.categories.updated);
    void reloadCategories();
  } else toastError(messages.categories.failed);
  return outcomeOf(reply);
}

export async function saveCategoryImage(id: string, picture: FormData): Promise<Outcome> {
  const reply = await api.addCategoryImage(id, picture);
  if (reply.ok) {
    toastSuccess(messages.images.added);
    void reloadCategories();
  } else toastError(messages.images.addFailed);
  return outcomeOf(reply);
}

/** The contract has no word for success: the row is gone, and the toast is there to bring it back. */
export async function removeCategory(id: string): Promise<boolean> {
  const reply = await api.deleteCategory(id);
  if (reply.ok) gone([id], reply.undo);
  else toastError(messages.categories.failed);
  return reply.ok;
}

/** Deletes all of them or none. */
export async function removeCategories(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteCategories(ids);
  if (reply.ok) gone(ids, reply.undo);
  else toastError(reply.status === 404 ? reply.message : messages.categories.failed);
  return reply.ok;
}

function gone(ids: readonly string[], undo: readonly string[]): void {
  toastSuccess(messages.categories.removed, undoAction(undo, reloadCategories));
  void categoryTable.remove(ids);
  void categories.load();
}
