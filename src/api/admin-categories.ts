import type { Category, CategoryInput, CategoryRow } from '#shared/schemas/categories.ts';
import type { SalesMonth } from '#shared/schemas/products.ts';
import { asOfNow, call } from './client.ts';
import type { Deleted, DeletedMany } from './trash.ts';

type Changed = { message: string; category: Category };

export const fetchCategories = () => call<{ categories: Category[] }>('/categories/all', asOfNow);

export const createCategory = (body: CategoryInput) =>
  call<Changed>('/categories/create', { method: 'POST', body, as: 'admin' });

export const updateCategory = (id: string, body: CategoryInput) =>
  call<Changed>(`/categories/update/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body carries the picture as `image`. */
export const addCategoryImage = (id: string, body: FormData) =>
  call<Changed>(`/categories/${encodeURIComponent(id)}/image`, {
    method: 'POST',
    body,
    as: 'admin',
  });

export const deleteCategory = (id: string) =>
  call<Deleted>(`/categories/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });

/** `params` as the table of the back office makes them. */
export const fetchCategoryPage = (params: string) =>
  call<{ categories: CategoryRow[]; total: number }>(`/categories/admin/list?${params}`, {
    as: 'admin',
  });

export const deleteCategories = (ids: readonly string[]) =>
  call<DeletedMany>('/categories/admin/delete', {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });

export const fetchCategorySales = (id: string) =>
  call<{ sales: SalesMonth[] }>(`/categories/${encodeURIComponent(id)}/sales`, { as: 'admin' });
