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
import type { Progress } from './upload.ts';

export const fetchProduct = (id: string) =>
  call<{ product: Product }>(`/products/${encodeURIComponent(id)}`, asOfNow);

/** Fields of the body: title, sizes[i], colors[i], price, availability, description, categoryId, images. */
export const createProduct = (body: FormData, onProgress: Progress) =>
  call<{ message: string; product: Product }>('/products/create', {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const updateProduct = (id: string, body: ProductUpdate) =>
  call<{ message: string; product: Product }>(`/products/update/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body carries the picture as `image`. */
export const addProductImage = (id: string, body: FormData, onProgress: Progress = () => {}) =>
  call<{ message: string; product: Product }>(`/products/${encodeURIComponent(id)}/image`, {
    method: 'POST',
    body,
    as: 'admin',
    onProgress,
  });

export const deleteProduct = (id: string) =>
  call<{ message: string; undo: string[] }>(`/products/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });

/** `params` as the table of the back office makes them. */
export const fetchProductPage = (params: string) =>
  call<{ products: Product[] } & BoundedTotal>(`/products/admin/list?${params}`, { as: 'admin' });

export const changeProducts = (body: ProductBulk) =>
  call<{ message: string; count: number; undo: string[] }>('/products/admin/bulk', {
    method: 'POST',
    body,
    as: 'admin',
  });

/** The pictures that stay, in their new order. */
export const arrangeProductImages = (id: string, body: ProductImages) =>
  call<{ message: string; product: Product }>(`/products/${encodeURIComponent(id)}/images`, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const fetchProductSales = (id: string) =>
  call<{ sales: SalesMonth[] }>(`/products/${encodeURIComponent(id)}/sales`, { as: 'admin' });

export const exportProducts = () => callForFile('/products/admin/export', 'admin');

export const importProducts = (body: ProductImport) =>
  call<ImportReport>('/products/admin/import', { method: 'POST', body, as: 'admin' });
