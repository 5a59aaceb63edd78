import type { FeedProductsReply, Product } from '#shared/schemas/products.ts';
import { read, type ProductPage } from './catalogue.ts';

/** What feeds need of the products behind the one with this id. Throws ApiUnavailable. */
export async function readFeedProducts(after: string | null): Promise<FeedProductsReply> {
  const found = await read<FeedProductsReply>(`/products/feed${after ? `?after=${after}` : ''}`);
  return { country: null, products: [], next: null, ...found };
}

/** Throws ApiUnavailable: without products, readers would take them for deleted. */
export async function readNewestProducts(limit: number): Promise<readonly Product[]> {
  const path = `/products/all?limit=${limit}&sort=latest`;
  return (await read<ProductPage>(path, 'products', 'categories'))?.products ?? [];
}
