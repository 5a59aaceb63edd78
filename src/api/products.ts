import type { Product } from '#shared/schemas/products.ts';
import { call } from './client.ts';

export const fetchProduct = (id: string) =>
  call<{ product: Product }>(`/products/${encodeURIComponent(id)}`);
