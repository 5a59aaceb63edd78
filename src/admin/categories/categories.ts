import { newestFirst } from '#shared/domain/sort-options.ts';
import { messages } from '#shared/messages.ts';
import type { CategoryRow } from '#shared/schemas/categories.ts';
import { atom, computed } from 'nanostores';
import * as api from '../../api/admin-categories.ts';
import { query } from '../../api/query.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/categories'];
const { created, updated, failed } = messages.categories;
const images = messages.images;

/** Whether the dialog for a new category is open; the sidebar shows it on every screen. */
export const $addingCategory = atom(false);

export const $allCategories = query(api.allCategories());

/** All of them, for select fields. */
export const $categories = computed($allCategories, ({ body }) =>
  newestFirst(body?.categories ?? []),
);

/** The current page of the table. */
export const categoryTable = tableList(api.categoryPage, { sorts: ['name', 'created'] });

export const addCategory = (name: string) =>
  change(api.createCategory({ name }), paths, { done: created, failed });

export const renameCategory = (id: string, name: string) =>
  change(api.updateCategory(id, { name }), paths, { done: updated, failed });

export const saveCategoryImage = (id: string, picture: FormData) =>
  change(api.addCategoryImage(id, picture), paths, {
    done: images.added,
    failed: images.addFailed,
  });

/** The contract has no success message, so the toast only offers to restore it. */
export const removeCategory = ({ _id, name }: CategoryRow) =>
  remove(api.deleteCategory(_id), {
    ids: [_id],
    list: categoryTable,
    paths,
    failed,
    done: () => ({ offer: `“${name}”` }),
  });

/** Deletes all of them or none. */
export const removeCategories = (ids: readonly string[]) =>
  remove(api.deleteCategories(ids), {
    ids,
    list: categoryTable,
    paths,
    failed: ({ status, message }) => (status === 404 ? message : failed),
    done: () => ({ offer: ids.length === 1 ? 'it' : `all ${ids.length}` }),
  });
