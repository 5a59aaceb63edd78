import sql from 'sql-template-tag';
import { showsColor } from '../../_shared/domain/picture-color.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { DetailedProductRow } from '../../_shared/queries/rows.ts';
import type { ProductImageColor } from '../../_shared/schemas/products.ts';
import { ApiError, notFound } from '../errors.ts';
import { copyImage, removeImages, type Bucket } from './images.ts';
import { readProduct } from './products.ts';

function refused(path: string, message: string): ApiError {
  return new ApiError(400, 'validation_failed', `${path}: ${message}`, {
    issues: [{ path, message }],
  });
}

const changedMeanwhile = new ApiError(
  409,
  'changed_meanwhile',
  'Somebody else changed this product in the meantime. Nothing was saved.',
);

/** `color` may be empty. @throws ApiError 400 if the product has no such color */
export function requireColor(colors: readonly string[], color: string | null): void {
  if (color && !colors.includes(color)) throw refused('color', 'Not a color of this product');
}

/**
 * Gives a picture the name of the color that it shows. The new file is there before the product refers to it, and the old one until
 * it no longer does. `image` is a path. @throws ApiError 400, 404, 409 as `updateProduct`
 */
export async function colorImage(
  db: Db,
  bucket: Bucket,
  id: string,
  { image, color, updatedAt }: ProductImageColor,
): Promise<DetailedProductRow> {
  const product = await readProduct(db, id);
  requireColor(product.colors, color);
  if (!product.images.includes(image)) throw refused('image', 'Not a picture of this product');
  const copy = await copyImage(bucket, image, color).catch(async (error: unknown) => {
    const { images } = await readProduct(db, id);
    throw images.includes(image) ? error : changedMeanwhile;
  });
  try {
    const changed = await db.call('office.rename_product_image', {
      ...{ p_id: id, p_from: image, p_to: copy, p_known: updatedAt },
    });
    if (changed === null) throw notFound('Product');
    await removeImages(bucket, [image]);
    return changed;
  } catch (error) {
    await removeImages(bucket, [copy]);
    throw error;
  }
}

export interface ColorsBefore {
  id: string;
  colors: string[];
}

/** Gives the pictures of colors that were renamed the new names. */
export async function renamePictures(
  db: Db,
  bucket: Bucket,
  before: readonly ColorsBefore[],
): Promise<void> {
  if (before.length === 0) return;
  const renamed = await db.list('office.renamed_colors', { p_before: new JsonValue(before) });
  for (const { id, images, color_before, color_after } of renamed) {
    const shown = images.filter(
      (it) => showsColor(it, color_before) && !showsColor(it, color_after),
    );
    for (const image of shown) await colorImage(db, bucket, id, { image, color: color_after });
  }
}

/** Changes products, and gives the pictures of colors that are renamed by it the new names. */
export async function withRenamedColors<T>(
  db: Db,
  bucket: Bucket,
  ids: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const before = await db.query<ColorsBefore>(
    sql`select id, colors from public.products where id = any (${ids}::uuid[])`,
  );
  const changed = await change();
  await renamePictures(db, bucket, before);
  return changed;
}
