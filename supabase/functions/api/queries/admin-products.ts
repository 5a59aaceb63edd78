import type { Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type {
  PricePreview,
  pricePreviewReply,
  Product,
  ProductBulk,
  ProductFilters,
  ProductTableQuery,
} from '../../_shared/schemas/products.ts';
import type { z } from 'zod';
import { storable } from './storable.ts';
import { totalOf } from './numbered-pages.ts';
import { toProduct } from './products.ts';

const toArguments = ({ sort, q, category, availability, pictures, status }: ProductFilters) => ({
  p_query: storable(q),
  p_without_category: category === 'none',
  p_without_pictures: pictures === 'none',
  p_sort: sort,
  p_category: category === 'none' ? undefined : category,
  p_availability: availability,
  p_status: status,
});

/** The ids of at most `limit` products that the table shows on all its pages. */
export const listProductIds = (db: Db, filters: ProductFilters, limit: number): Promise<string[]> =>
  db.list('office.list_product_ids', { ...toArguments(filters), p_limit: limit });

/** A page of the back office's table. */
export async function listProductTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, ...filters }: ProductTableQuery,
): Promise<{ products: Product[] } & BoundedTotal> {
  const found = await db.list('office.list_admin_products', {
    ...toArguments(filters),
    p_limit: limit,
    p_page: page,
  });
  return {
    products: found.map(({ category_name: name, category_id: id, ...row }) =>
      toProduct(
        { ...row, category_id: id, category: id === null || name === null ? null : { id, name } },
        imageUrl,
      ),
    ),
    ...totalOf(found),
  };
}

/** Deletes all or none. Returns the ids for a restore. @throws ApiError 404 */
export function deleteProducts(db: Db, ids: string[]): Promise<string[]> {
  return db.list('office.delete_products', { p_ids: ids });
}

/** The prices that a change would make, by title. @throws ApiError 404, 409 */
export async function previewPrices(
  db: Db,
  { ids, percent, amount }: PricePreview,
): Promise<z.infer<typeof pricePreviewReply>['prices']> {
  const found = await db.list('office.preview_product_prices', {
    ...{ p_ids: ids, p_percent: percent, p_amount: amount },
  });
  return found.map(({ id, title, price, new_price }) => ({
    ...{ _id: id, title, price, newPrice: new_price },
  }));
}

/** Changes all or none. Returns their number and, for a deletion, the ids for a restore. */
export async function changeProducts(
  db: Db,
  change: ProductBulk,
): Promise<{ count: number; undo: string[] }> {
  if (change.action === 'prices') {
    const rows = change.prices.map((it) => ({
      id: it._id,
      price: it.price,
      new_price: it.newPrice,
    }));
    const count = await db.call('office.set_product_prices', { p_prices: new JsonValue(rows) });
    return { count, undo: [] };
  }
  const p_ids = change.ids;
  switch (change.action) {
    case 'availability':
    case 'status':
    case 'category': {
      const count = await db.call('office.change_products', {
        p_ids,
        p_availability: change.action === 'availability' ? change.availability : undefined,
        p_status: change.action === 'status' ? change.status : undefined,
        p_category: change.action === 'category' ? change.categoryId : undefined,
      });
      return { count, undo: [] };
    }
    case 'price': {
      const count = await db.call('office.change_product_prices', {
        p_ids,
        p_percent: change.percent,
      });
      return { count, undo: [] };
    }
    case 'policy': {
      const count = await db.call('office.set_products_policy', { p_ids, p_policy: change.policy });
      return { count, undo: [] };
    }
    case 'delete': {
      const undo = await deleteProducts(db, p_ids);
      return { count: undo.length, undo };
    }
  }
}
