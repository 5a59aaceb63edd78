import { rows, type Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { Product, ProductBulk, ProductTableQuery } from '../../_shared/schemas/products.ts';
import { given, storable } from './given.ts';
import { totalOf } from './numbered-pages.ts';
import { toProduct } from './products.ts';

/** One page of the table of the back office. */
export async function listProductTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q, category, availability, pictures }: ProductTableQuery,
): Promise<{ products: Product[] } & BoundedTotal> {
  const found = rows(
    await db.rpc('list_admin_products', {
      p_limit: limit,
      p_page: page,
      p_query: storable(q),
      p_without_category: category === 'none',
      p_without_pictures: pictures === 'none',
      ...given({
        p_sort: sort,
        p_category: category === 'none' ? undefined : category,
        p_availability: availability,
      }),
    }),
  );
  return {
    products: found.map(({ category_name: name, category_id: id, ...row }) =>
      toProduct({ ...row, category_id: id, category: id ? { id, name } : null }, imageUrl),
    ),
    ...totalOf(found),
  };
}

/** Deletes all of them or throws 404; answers what undoes it. */
export async function deleteProducts(db: Db, ids: string[]): Promise<string[]> {
  return rows(await db.rpc('delete_products', { p_ids: ids }));
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
      const done = await db.rpc('set_products_availability', { p_ids, p_availability });
      return { count: rows(done), undo: [] };
    }
    case 'category': {
      const done = await db.rpc('move_products', { p_ids, p_category: change.categoryId });
      return { count: rows(done), undo: [] };
    }
    case 'price': {
      const done = await db.rpc('change_product_prices', { p_ids, p_percent: change.percent });
      return { count: rows(done), undo: [] };
    }
    case 'delete': {
      const undo = await deleteProducts(db, p_ids);
      return { count: undo.length, undo };
    }
  }
}
