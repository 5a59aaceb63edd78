import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { CategoryRow } from '../../_shared/queries/rows.ts';
import type {
  Category,
  CategoryRow as TableRow,
  CategoryTableQuery,
} from '../../_shared/schemas/categories.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

const columns = sql`id, name, image, created_at`;

export function toCategory(row: CategoryRow, imageUrl: (path: string) => string): Category {
  return {
    _id: row.id,
    name: row.name,
    ...(row.image === null ? {} : { imageUrl: imageUrl(row.image) }),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function listCategories(db: Db): Promise<CategoryRow[]> {
  return db.query(sql`select ${columns} from public.categories order by created_at desc, id`);
}

export async function insertCategory(db: Db, name: string): Promise<CategoryRow> {
  const added = await db.query<CategoryRow>(
    sql`insert into public.categories (name) values (${name}) returning ${columns}`,
  );
  return single(added);
}

/** @throws ApiError 404 */
export async function readCategory(db: Db, id: string): Promise<CategoryRow> {
  const [found] = await db.query<CategoryRow>(
    sql`select ${columns} from public.categories where id = ${id}`,
  );
  if (!found) throw notFound('Category');
  return found;
}

/** @throws ApiError 404 */
export async function updateCategory(
  db: Db,
  id: string,
  { name, image }: { name?: string; image?: string },
): Promise<CategoryRow> {
  const [changed] = await db.query<CategoryRow>(sql`
    update public.categories set name = coalesce(${name}, name), image = coalesce(${image}, image)
    where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Category');
  return changed;
}

/** Deletes all or none. Returns the ids for a restore. @throws ApiError 404 */
export function deleteCategories(db: Db, ids: string[]): Promise<string[]> {
  return db.list('office.delete_categories', { p_ids: ids });
}

/** A page of the back office's table. */
export async function listCategoryTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: CategoryTableQuery,
): Promise<{ categories: TableRow[]; total: number }> {
  const found = await db.list('office.list_admin_categories', {
    p_limit: limit,
    p_page: page,
    p_sort: sort,
    p_query: storable(q),
  });
  return {
    categories: found.map((row) => ({
      ...toCategory(row, imageUrl),
      products: row.products,
    })),
    total: found[0]?.total ?? 0,
  };
}
