import type { Product } from '#shared/schemas/products.ts';
import { call } from './client.ts';

export const fetchProducts = () => call<{ products: Product[] }>('/products/all');

export const fetchProduct = (id: string) =>
  call<{ product: Product }>(`/products/${encodeURIComponent(id)}`);

export const fetchProductsOfCategories = (ids: readonly string[]) =>
  call<{ products: Product[] }>(
    `/products/product-category/${ids.map(encodeURIComponent).join(',')}`,
  );

export const searchProducts = (q: string) =>
  call<{ products: Product[] }>(`/products/search?q=${encodeURIComponent(q)}`);
