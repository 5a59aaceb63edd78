import type { Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { MissingPieces } from '../../_shared/schemas/parcels.ts';
import type { Trashed, trashKinds, TrashQuery } from '../../_shared/schemas/trash.ts';
import { notFound } from '../errors.ts';
import { removeImages, type Bucket } from './images.ts';
import { totalOf } from './numbered-pages.ts';

/** Products and categories have functions of their own, which delete all or none. */
type Kind = Exclude<(typeof trashKinds)[number], 'products' | 'categories'>;

/** The rights of an administrator, in the database and in the bucket. */
interface Caller {
  db: Db;
  bucket: Bucket;
}

/** Deletes existing records. Returns the ids for `restoreTrash`. */
export async function deleteRecords(
  { db, bucket }: Caller,
  kind: Kind,
  ids: string[],
): Promise<string[]> {
  const undo = await db.list('office.delete_records', { p_kind: kind, p_ids: ids });
  await purgeTrash({ db, bucket });
  return undo;
}

/** Deletes one record. @throws ApiError 404 with `name` if it does not exist */
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

/** Deleted records of one table, latest first. */
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

/** Restores all or none; `missing` as in the reply. @throws ApiError 404 */
export function restoreTrash(
  db: Db,
  ids: string[],
): Promise<{ restored: number; missing: MissingPieces[] }> {
  return db.call('office.restore_trash', { p_ids: ids });
}

/** Deletes expired records from the trash, with their pictures. */
export async function purgeTrash({ db, bucket }: Caller): Promise<void> {
  await removeImages(bucket, await db.list('office.purge_trash'));
}
