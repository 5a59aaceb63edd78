import type { z } from 'zod';
import type {
  PricePreview,
  pricePreviewReply,
  ProductBulk,
  ProductImageColor,
  productChangedReply,
  ProductImages,
  productReply,
  productTableReply,
  ProductUpdate,
  salesReply,
} from '#shared/schemas/products.ts';
import { post, put, read, remove } from './admin-call.ts';
import { call, callForFile } from './client.ts';
import { importCalls } from './import-calls.ts';
import { tablePage } from './page.ts';
import { bounded, ids, type Ids } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';
import type { Progress } from './upload.ts';

type Changed = z.infer<typeof productChangedReply>;
const changed = { message: 'string', product: 'object' } as const;

export const product = (id: string) =>
  read<z.infer<typeof productReply>>(`/products/admin/${encodeURIComponent(id)}`, {
    product: 'object',
  });

/** Fields of the body: title, sizes[i], colors[i], price, availability, description, categoryId, images. */
export const createProduct = (body: FormData, onProgress: Progress) =>
  call<Changed>('/products/create', changed, {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const updateProduct = (id: string, body: ProductUpdate) =>
  put<Changed>(`/products/update/${encodeURIComponent(id)}`, changed, body);

/** The body contains the picture as `image` and its colour as `color`. */
export const addProductImage = (id: string, body: FormData, onProgress: Progress = () => {}) =>
  call<Changed>(`/products/${encodeURIComponent(id)}/image`, changed, {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const deleteProduct = (id: string) =>
  remove<Deleted>(`/products/delete/${encodeURIComponent(id)}`, deleted);

export const productPage = tablePage(
  '/products/admin/list',
  { products: 'array', ...bounded },
  (it: z.infer<typeof productTableReply>) => it.products,
);

/** The matching ids on all pages. */
export const productIds = (params: string) =>
  call<Ids>(`/products/admin/ids?${params}`, ids, { as: 'admin' });

export const previewPrices = (body: PricePreview) =>
  post<z.infer<typeof pricePreviewReply>>(
    '/products/admin/price-preview',
    { prices: 'array' },
    body,
  );

export const changeProducts = (body: ProductBulk) =>
  post<DeletedMany>('/products/admin/bulk', deletedMany, body);

/** Sets the colour of a picture, which changes its URL. */
export const colorProductImage = (id: string, body: ProductImageColor) =>
  put<Changed>(`/products/${encodeURIComponent(id)}/images/color`, changed, body);

/** The pictures to keep, in their new order. */
export const arrangeProductImages = (id: string, body: ProductImages) =>
  put<Changed>(`/products/${encodeURIComponent(id)}/images`, changed, body);

export const productSales = (id: string) =>
  read<z.infer<typeof salesReply>>(`/products/${encodeURIComponent(id)}/sales`, { sales: 'array' });

/** The matching products as CSV; paging in `params` is ignored. */
export const exportProducts = (params: string) =>
  callForFile(`/products/admin/export?${params}`, 'admin');

export const productImport = importCalls('/products/admin/import');
