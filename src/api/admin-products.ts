import type { Product, ProductUpdate } from '#shared/schemas/products.ts';
import { call } from './client.ts';

/** Fields of the body: title, sizes[i], colors[i], price, availability, description, categoryId, images. */
export const createProduct = (body: FormData) =>
  call<{ message: string; product: Product }>('/products/create', {
    method: 'POST',
    body,
    as: 'admin',
  });

export const updateProduct = (id: string, body: ProductUpdate) =>
  call<{ message: string; product: Product }>(`/products/update/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** The body carries the picture as `image`. */
export const addProductImage = (id: string, body: FormData) =>
  call<{ message: string; product: Product }>(`/products/${encodeURIComponent(id)}/image`, {
    method: 'POST',
    body,
    as: 'admin',
  });

export const deleteProduct = (id: string) =>
  call<{ message: string }>(`/products/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });
