import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type {
  Category,
  CategoryRow as TableRow,
  CategoryTableQuery,
} from '../../_shared/schemas/categories.ts';
import { notFound } from '../errors.ts';
import { storable } from './given.ts';

const columns = 'id, name, image, created_at';

export interface CategoryRow {
  id: string;
  name: string;
  image: string | null;
  created_at: string;
}

export function toCategory(row: CategoryRow, imageUrl: (path: string) => string): Category {
  return {
    _id: row.id,
    name: row.name,
    ...(row.image === null ? {} : { imageUrl: imageUrl(row.image) }),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export async function listCategories(db: Db): Promise<CategoryRow[]> {
  const found = await db
    .from('categories')
    .select(columns)
    .order('created_at', { ascending: false })
    .order('id');
  return rows(found);
}

export async function insertCategory(db: Db, name: string): Promise<CategoryRow> {
  return rows(await db.from('categories').insert({ name }).select(columns).single());
}

export async function readCategory(db: Db, id: string): Promise<CategoryRow> {
  const found = rowOrNull(await db.from('categories').select(columns).eq('id', id).maybeSingle());
  if (!found) throw notFound('Category');
  return found;
}

export async function updateCategory(
  db: Db,
  id: string,
  values: { name?: string; image?: string },
): Promise<CategoryRow> {
  const changed = rowOrNull(
    await db.from('categories').update(values).eq('id', id).select(columns).maybeSingle(),
  );
  if (!changed) throw notFound('Category');
  return changed;
}

/** Deletes all of them or throws 404; answers what undoes it. */
export async function deleteCategories(db: Db, ids: string[]): Promise<string[]> {
  return rows(await db.rpc('delete_categories', { p_ids: ids }));
}

/** One page of the table of the back office. */
export async function listCategoryTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: CategoryTableQuery,
): Promise<{ categories: TableRow[]; total: number }> {
  const found = rows(
    await db.rpc('list_admin_categories', {
      p_limit: limit,
      p_page: page,
      p_sort: sort ?? '',
      p_query: storable(q),
    }),
  );
  return {
    categories: found.map((row) => ({
      ...toCategory(row, imageUrl),
      products: Number(row.products),
    })),
    total: Number(found[0]?.total ?? 0),
  };
}
