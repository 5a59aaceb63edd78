import type { Category, CategoryInput, CategoryRow } from '#shared/schemas/categories.ts';
import type { SalesMonth } from '#shared/schemas/products.ts';
import { asOfNow, call } from './client.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

type Changed = { message: string; category: Category };
const changed = { message: 'string', category: 'object' } as const;

export const fetchCategories = () =>
  call<{ categories: Category[] }>('/categories/all', { categories: 'array' }, asOfNow);

export const createCategory = (body: CategoryInput) =>
  call<Changed>('/categories/create', changed, { method: 'POST', body, as: 'admin' });

export const updateCategory = (id: string, body: CategoryInput) =>
  call<Changed>(`/categories/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body carries the picture as `image`. */
export const addCategoryImage = (id: string, body: FormData) =>
  call<Changed>(`/categories/${encodeURIComponent(id)}/image`, changed, {
    method: 'POST',
    body,
    as: 'admin',
  });

export const deleteCategory = (id: string) =>
  call<Deleted>(`/categories/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });

/** `params` as the table of the back office makes them. */
export const fetchCategoryPage = (params: string) =>
  call<{ categories: CategoryRow[]; total: number }>(
    `/categories/admin/list?${params}`,
    { categories: 'array', total: 'number' },
    {
      as: 'admin',
    },
  );

export const deleteCategories = (ids: readonly string[]) =>
  call<DeletedMany>('/categories/admin/delete', deletedMany, {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });

export const fetchCategorySales = (id: string) =>
  call<{ sales: SalesMonth[] }>(
    `/categories/${encodeURIComponent(id)}/sales`,
    { sales: 'array' },
    { as: 'admin' },
  );
