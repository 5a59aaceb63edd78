import type { Category, CategoryInput } from '#shared/schemas/categories.ts';
import { call } from './client.ts';

type Changed = { message: string; category: Category };

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
  call<{ message: string }>(`/categories/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });
