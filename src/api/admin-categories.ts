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
import { post, put, read, remove } from './admin-call.ts';
import { asOfNow, resource } from './client.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

type Changed = z.infer<typeof categoryChangedReply>;
const changed = { message: 'string', category: 'object' } as const;

export const allCategories = () =>
  resource<z.infer<typeof categoriesReply>>('/categories/all', { categories: 'array' }, asOfNow);

export const createCategory = (body: CategoryInput) =>
  post<Changed>('/categories/create', changed, body);

export const updateCategory = (id: string, body: CategoryInput) =>
  put<Changed>(`/categories/update/${encodeURIComponent(id)}`, changed, body);

/** The body contains the picture as `image`. */
export const addCategoryImage = (id: string, body: FormData) =>
  post<Changed>(`/categories/${encodeURIComponent(id)}/image`, changed, body);

export const deleteCategory = (id: string) =>
  remove<Deleted>(`/categories/delete/${encodeURIComponent(id)}`, deleted);

/** `params` is a table query of the back office. */
export const categoryPage = (params: string) =>
  pageOf(
    read<z.infer<typeof categoryTableReply>>(`/categories/admin/list?${params}`, {
      categories: 'array',
      total: 'number',
    }),
    (it) => it.categories,
  );

export const deleteCategories = (ids: readonly string[]) =>
  post<DeletedMany>('/categories/admin/delete', deletedMany, { ids });

const sizeGuidePath = (id: string) => `/categories/${encodeURIComponent(id)}/size-guide`;

export const sizeGuide = (id: string) =>
  resource<z.infer<typeof sizeGuideReply>>(sizeGuidePath(id), { categoryId: 'string' }, asOfNow);

export const saveSizeGuide = (id: string, body: SizeGuideInput) =>
  put<z.infer<typeof sizeGuideChangedReply>>(
    sizeGuidePath(id),
    { message: 'string', sizeGuide: 'object' },
    body,
  );

export const deleteSizeGuide = (id: string) =>
  remove<{ message: string }>(sizeGuidePath(id), sentence);

export const categorySales = (id: string) =>
  read<z.infer<typeof salesReply>>(`/categories/${encodeURIComponent(id)}/sales`, {
    sales: 'array',
  });
