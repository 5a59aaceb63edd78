import type { Db } from '../../_shared/queries/database.ts';
import type { FeedProductsReply } from '../../_shared/schemas/products.ts';
import { toShopped, type ImageUrl } from './products.ts';

/** The products behind the one with this id, for feeds. */
export async function listFeedProducts(
  db: Db,
  imageUrl: ImageUrl,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<FeedProductsReply> {
  const { country, rows } = await db.call('list_feed_products', { p_after: after, p_limit: limit });
  const products = rows.map((row) => ({
    ...{ _id: row.id, title: row.title, description: row.description },
    ...{ price: row.price, compareAtPrice: row.compare_at_price },
    ...{ composition: row.composition, delivery: row.delivery, weight: row.weight },
    images: row.images.map(imageUrl),
    category: row.category && { _id: row.category.id, name: row.category.name },
    ...toShopped(row, imageUrl),
  }));
  return { country, products, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
