import type { Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { Trashed, trashKinds, TrashQuery } from '../../_shared/schemas/trash.ts';
import { notFound } from '../errors.ts';
import { removeImages, type Bucket } from './images.ts';
import { totalOf } from './numbered-pages.ts';

/** Products and categories are refused or deleted together, by functions of their own. */
type Kind = Exclude<(typeof trashKinds)[number], 'products' | 'categories'>;

/** An administrator: records are deleted from the database, and their pictures from the bucket. */
interface Caller {
  db: Db;
  bucket: Bucket;
}

/** Deletes those that are still there; gives what `restoreTrash` undoes it with. */
export async function deleteRecords(
  { db, bucket }: Caller,
  kind: Kind,
  ids: string[],
): Promise<string[]> {
  const undo = await db.list('office.delete_records', { p_kind: kind, p_ids: ids });
  await purgeTrash({ db, bucket });
  return undo;
}

/** As `deleteRecords`, of one; throws 404 under this name when it is gone. */
export async function deleteRecord(
  caller: Caller,
  kind: Kind,
  id: string,
  name: string,
): Promise<string[]> {
  const undo = await deleteRecords(caller, kind, [id]);
  if (undo.length === 0) throw notFound(name);
  return undo;
}

/** What of one kind can be brought back, latest first. */
export async function listTrash(
  db: Db,
  { kind, limit, page }: TrashQuery,
): Promise<{ trash: Trashed[] } & BoundedTotal> {
  const found = await db.list('office.list_trash', { p_kind: kind, p_limit: limit, p_page: page });
  return {
    trash: found.map((row) => ({
      _id: row.id,
      label: row.label,
      deletedAt: new Date(row.deleted_at).toISOString(),
    })),
    ...totalOf(found),
  };
}

/** Brings all of them back, or throws 404 and brings none. */
export function restoreTrash(db: Db, ids: string[]): Promise<number> {
  return db.call('office.restore_trash', { p_ids: ids });
}

/** Forgets what has been in the trash too long, with its pictures. */
export async function purgeTrash({ db, bucket }: Caller): Promise<void> {
  await removeImages(bucket, await db.list('office.purge_trash'));
}
