import { messages } from '#shared/messages.ts';
import type { Category, CategoryRow } from '#shared/schemas/categories.ts';
import * as api from '../../api/admin-categories.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { noPage, pagedList } from '../listing/paged-list.ts';
import { remoteList } from '../listing/remote-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { offerBack } from '../trash/undo.ts';

/** All of them, for the fields in which one is chosen. */
export const categories = remoteList<Category>(async () => {
  const reply = await api.fetchCategories();
  return reply.ok ? reply.categories : null;
});

/** The table's page of them. */
export const categoryTable = pagedList<CategoryRow>(
  async (query) => {
    const reply = await api.fetchCategoryPage(tableParams(query));
    return reply.ok ? { rows: reply.categories, total: reply.total } : noPage(reply);
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

/** The contract has no word for success: the row is gone, and the way back is offered under its name. */
export async function removeCategory({ _id, name }: CategoryRow): Promise<boolean> {
  const reply = await api.deleteCategory(_id);
  if (reply.ok) gone([_id], reply.undo, `“${name}”`);
  else toastError(messages.categories.failed);
  return reply.ok;
}

/** Deletes all of them or none. */
export async function removeCategories(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteCategories(ids);
  if (reply.ok) gone(ids, reply.undo, ids.length === 1 ? 'it' : `all ${ids.length}`);
  else toastError(reply.status === 404 ? reply.message : messages.categories.failed);
  return reply.ok;
}

function gone(ids: readonly string[], undo: readonly string[], what: string): void {
  offerBack(what, undo, reloadCategories);
  void categoryTable.remove(ids);
  void categories.load();
}
