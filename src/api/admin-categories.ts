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
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';
import { sentence } from './shape.ts';
import { deletedMany, type DeletedMany } from './trash.ts';

type Changed = z.infer<typeof categoryChangedReply>;
const changed = { message: 'string', category: 'object' } as const;

export const allCategories = () =>
  resource<z.infer<typeof categoriesReply>>('/categories/all', { categories: 'array' }, asOfNow);

export const [createCategory, updateCategory, deleteCategory] = recordCalls<CategoryInput, Changed>(
  '/categories',
  changed,
);

/** The body contains the picture as `image`. */
export const addCategoryImage = (id: string, body: FormData) =>
  post<Changed>(`/categories/${encodeURIComponent(id)}/image`, changed, body);

export const categoryPage = tablePage(
  '/categories/admin/list',
  { categories: 'array', total: 'number' },
  (it: z.infer<typeof categoryTableReply>) => it.categories,
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
