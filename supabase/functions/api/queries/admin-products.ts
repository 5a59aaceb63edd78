import type { Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { Product, ProductBulk, ProductTableQuery } from '../../_shared/schemas/products.ts';
import { storable } from './storable.ts';
import { totalOf } from './numbered-pages.ts';
import { toProduct } from './products.ts';

/** One page of the table of the back office. */
export async function listProductTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q, category, availability, pictures }: ProductTableQuery,
): Promise<{ products: Product[] } & BoundedTotal> {
  const found = await db.list('office.list_admin_products', {
    p_limit: limit,
    p_page: page,
    p_query: storable(q),
    p_without_category: category === 'none',
    p_without_pictures: pictures === 'none',
    p_sort: sort,
    p_category: category === 'none' ? undefined : category,
    p_availability: availability,
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

/** Deletes all of them or throws 404; answers what undoes it. */
export function deleteProducts(db: Db, ids: string[]): Promise<string[]> {
  return db.list('office.delete_products', { p_ids: ids });
}

/** Changes all of them or none; answers how many, and what undoes a deletion. */
export async function changeProducts(
  db: Db,
  change: ProductBulk,
): Promise<{ count: number; undo: string[] }> {
  const p_ids = change.ids;
  switch (change.action) {
    case 'availability': {
      const p_availability = change.availability;
      const count = await db.call('office.set_products_availability', { p_ids, p_availability });
      return { count, undo: [] };
    }
    case 'category': {
      const count = await db.call('office.move_products', { p_ids, p_category: change.categoryId });
      return { count, undo: [] };
    }
    case 'price': {
      const count = await db.call('office.change_product_prices', {
        p_ids,
        p_percent: change.percent,
      });
      return { count, undo: [] };
    }
    case 'delete': {
      const undo = await deleteProducts(db, p_ids);
      return { count: undo.length, undo };
    }
  }
}
