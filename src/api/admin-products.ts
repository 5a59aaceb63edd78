import type { BoundedTotal } from '#shared/schemas/common.ts';
import type {
  Product,
  ProductBulk,
  ProductImages,
  ProductUpdate,
  SalesMonth,
} from '#shared/schemas/products.ts';
import type { ImportReport, ProductImport } from '#shared/schemas/product-files.ts';
import { asOfNow, call, callForFile } from './client.ts';
import { bounded } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';
import type { Progress } from './upload.ts';

type Changed = { message: string; product: Product };
const changed = { message: 'string', product: 'object' } as const;

export const fetchProduct = (id: string) =>
  call<{ product: Product }>(`/products/${encodeURIComponent(id)}`, { product: 'object' }, asOfNow);

/** Fields of the body: title, sizes[i], colors[i], price, availability, description, categoryId, images. */
export const createProduct = (body: FormData, onProgress: Progress) =>
  call<Changed>('/products/create', changed, {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const updateProduct = (id: string, body: ProductUpdate) =>
  call<Changed>(`/products/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body carries the picture as `image`. */
export const addProductImage = (id: string, body: FormData, onProgress: Progress = () => {}) =>
  call<Changed>(`/products/${encodeURIComponent(id)}/image`, changed, {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const deleteProduct = (id: string) =>
  call<Deleted>(`/products/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });

/** `params` as the table of the back office makes them. */
export const fetchProductPage = (params: string) =>
  call<{ products: Product[] } & BoundedTotal>(
    `/products/admin/list?${params}`,
    { products: 'array', ...bounded },
    { as: 'admin' },
  );

export const changeProducts = (body: ProductBulk) =>
  call<DeletedMany>('/products/admin/bulk', deletedMany, {
    method: 'POST',
    body,
    as: 'admin',
  });

/** The pictures that stay, in their new order. */
export const arrangeProductImages = (id: string, body: ProductImages) =>
  call<Changed>(`/products/${encodeURIComponent(id)}/images`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const fetchProductSales = (id: string) =>
  call<{ sales: SalesMonth[] }>(
    `/products/${encodeURIComponent(id)}/sales`,
    { sales: 'array' },
    { as: 'admin' },
  );

export const exportProducts = () => callForFile('/products/admin/export', 'admin');

export const importProducts = (body: ProductImport) =>
  call<ImportReport>(
    '/products/admin/import',
    { message: 'string', done: 'boolean', counts: 'object', rows: 'array' },
    { method: 'POST', body, as: 'admin' },
  );
