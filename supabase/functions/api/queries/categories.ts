import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Category } from '../../_shared/schemas/categories.ts';
import { notFound } from '../errors.ts';

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

/** Path of its picture, if it had one. */
export async function deleteCategory(db: Db, id: string): Promise<string | null> {
  const gone = rowOrNull(
    await db.from('categories').delete().eq('id', id).select('image').maybeSingle(),
  );
  if (!gone) throw notFound('Category');
  return gone.image;
}
