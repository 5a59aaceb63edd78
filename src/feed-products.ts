import type { FeedProductsReply } from '#shared/schemas/products.ts';
import { read } from './catalogue.ts';

/** What feeds need of the products behind the one with this id. Throws ApiUnavailable. */
export async function readFeedProducts(after: string | null): Promise<FeedProductsReply> {
  const found = await read<FeedProductsReply>(`/products/feed${after ? `?after=${after}` : ''}`);
  return { country: null, products: [], next: null, ...found };
}
