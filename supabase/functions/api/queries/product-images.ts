import sql from 'sql-template-tag';
import { limits } from '../../_shared/domain/limits.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { DetailedProductRow } from '../../_shared/queries/rows.ts';
import { ApiError, notFound } from '../errors.ts';
import { detailedColumns } from './products.ts';

/** `images` are the paths of the pictures to keep, in their new order. @throws ApiError 409 as `updateProduct` */
export async function arrangeProductImages(
  db: Db,
  id: string,
  images: string[],
  updatedAt: string | undefined,
): Promise<{ product: DetailedProductRow; removed: string[] }> {
  const args = { p_id: id, p_images: images, p_known: updatedAt };
  const arranged = await db.call('office.arrange_product_images', args);
  if (arranged === null) throw notFound('Product');
  if ('wrong' in arranged) {
    const issue = { path: `images.${arranged.wrong}`, message: 'Not a picture of this product' };
    throw new ApiError(400, 'validation_failed', 'images: not pictures of this product', {
      issues: [issue],
    });
  }
  return arranged;
}

/** Null if the product was deleted or has the maximum number of pictures. */
export async function addProductImage(
  db: Db,
  id: string,
  path: string,
): Promise<DetailedProductRow | null> {
  const [changed] = await db.query<DetailedProductRow>(sql`
    update public.products set images = array_append(images, ${path})
    where id = ${id} and cardinality(images) < ${limits.images.perProduct}
    returning ${detailedColumns}`);
  return changed ?? null;
}
