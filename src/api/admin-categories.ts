import type { z } from 'zod';
import type {
  categoriesReply,
  categoryChangedReply,
  CategoryInput,
  categoryTableReply,
} from '#shared/schemas/categories.ts';
import type { salesReply } from '#shared/schemas/products.ts';
import type {
  sizeGuideChangedReply,
  SizeGuideInput,
  sizeGuideReply,
} from '#shared/schemas/size-guides.ts';
import { asOfNow, call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

type Changed = z.infer<typeof categoryChangedReply>;
const changed = { message: 'string', category: 'object' } as const;

export const allCategories = () =>
  resource<z.infer<typeof categoriesReply>>('/categories/all', { categories: 'array' }, asOfNow);

export const createCategory = (body: CategoryInput) =>
  call<Changed>('/categories/create', changed, { method: 'POST', body, as: 'admin' });

export const updateCategory = (id: string, body: CategoryInput) =>
  call<Changed>(`/categories/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body contains the picture as `image`. */
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

/** `params` is a table query of the back office. */
export const categoryPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof categoryTableReply>>(
      `/categories/admin/list?${params}`,
      { categories: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.categories,
  );

export const deleteCategories = (ids: readonly string[]) =>
  call<DeletedMany>('/categories/admin/delete', deletedMany, {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });

const sizeGuidePath = (id: string) => `/categories/${encodeURIComponent(id)}/size-guide`;

export const sizeGuide = (id: string) =>
  resource<z.infer<typeof sizeGuideReply>>(sizeGuidePath(id), { categoryId: 'string' }, asOfNow);

export const saveSizeGuide = (id: string, body: SizeGuideInput) =>
  call<z.infer<typeof sizeGuideChangedReply>>(
    sizeGuidePath(id),
    { message: 'string', sizeGuide: 'object' },
    { method: 'PUT', body, as: 'admin' },
  );

export const deleteSizeGuide = (id: string) =>
  call<{ message: string }>(sizeGuidePath(id), sentence, { method: 'DELETE', as: 'admin' });

export const categorySales = (id: string) =>
  resource<z.infer<typeof salesReply>>(
    `/categories/${encodeURIComponent(id)}/sales`,
    { sales: 'array' },
    { as: 'admin' },
  );
