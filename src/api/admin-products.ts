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
import type { ImportReport, FileImport } from '#shared/schemas/product-files.ts';
import { call, callForFile, resource } from './client.ts';
import { pageOf } from './page.ts';
import { bounded, ids, importReport, type Ids } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';
import type { Progress } from './upload.ts';

type Changed = z.infer<typeof productChangedReply>;
const changed = { message: 'string', product: 'object' } as const;

export const product = (id: string) =>
  resource<z.infer<typeof productReply>>(
    `/products/admin/${encodeURIComponent(id)}`,
    { product: 'object' },
    { as: 'admin' },
  );

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

/** The body contains the picture as `image` and its colour as `color`. */
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

/** `params` is a table query of the back office. */
export const productPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof productTableReply>>(
      `/products/admin/list?${params}`,
      { products: 'array', ...bounded },
      { as: 'admin' },
    ),
    (it) => it.products,
  );

/** The matching ids on all pages. */
export const productIds = (params: string) =>
  call<Ids>(`/products/admin/ids?${params}`, ids, { as: 'admin' });

export const previewPrices = (body: PricePreview) =>
  call<z.infer<typeof pricePreviewReply>>(
    '/products/admin/price-preview',
    { prices: 'array' },
    { method: 'POST', body, as: 'admin' },
  );

export const changeProducts = (body: ProductBulk) =>
  call<DeletedMany>('/products/admin/bulk', deletedMany, {
    method: 'POST',
    body,
    as: 'admin',
  });

/** Sets the colour of a picture, which changes its URL. */
export const colorProductImage = (id: string, body: ProductImageColor) =>
  call<Changed>(`/products/${encodeURIComponent(id)}/images/color`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The pictures to keep, in their new order. */
export const arrangeProductImages = (id: string, body: ProductImages) =>
  call<Changed>(`/products/${encodeURIComponent(id)}/images`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const productSales = (id: string) =>
  resource<z.infer<typeof salesReply>>(
    `/products/${encodeURIComponent(id)}/sales`,
    { sales: 'array' },
    { as: 'admin' },
  );

/** The matching products as CSV; paging in `params` is ignored. */
export const exportProducts = (params: string) =>
  callForFile(`/products/admin/export?${params}`, 'admin');

export const importProducts = (body: FileImport) =>
  call<ImportReport>('/products/admin/import', importReport, {
    method: 'POST',
    body,
    as: 'admin',
  });
