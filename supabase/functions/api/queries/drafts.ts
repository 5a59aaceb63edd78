import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { Draft } from '../../_shared/schemas/drafts.ts';
import type { OwnData } from '../../_shared/schemas/own-data.ts';
import { notFound } from '../errors.ts';
import { graceOf, type ImageUrl } from './cart.ts';
import { toAdded, type Added } from './cart-batches.ts';

interface DraftRow {
  id: string;
  name: string;
  lines: OwnData['drafts'][number]['lines'];
  created_at: string;
}

const readDrafts = (db: Db): Promise<DraftRow[]> =>
  db.query<DraftRow>(sql`
    select id, name, lines, created_at from public.cart_drafts order by created_at desc, id`);

/** Those of the caller, newest first. */
export async function listDrafts(db: Db): Promise<Draft[]> {
  return (await readDrafts(db)).map(({ id, name, lines, created_at }) => ({
    _id: id,
    name,
    lines: lines.length,
    pieces: lines.reduce((sum, it) => sum + it.quantity, 0),
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** The same with what is in them. */
export async function listOwnDrafts(db: Db): Promise<OwnData['drafts']> {
  return (await readDrafts(db)).map(({ name, lines, created_at }) => ({
    name,
    lines: lines.map(({ title, size, color, quantity }) => ({ title, size, color, quantity })),
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** @throws ApiError 400 for an empty cart, 409 where there are 50 */
export async function saveDraft(db: Db, name: string): Promise<void> {
  await db.call('save_cart_draft', { p_name: name });
}

/** Adds its lines to the cart, without those that cannot be had. @throws ApiError 404, 409 where the cart is full */
export async function loadDraft(
  db: Db,
  imageUrl: ImageUrl,
  id: string,
  graceMinutes: number,
): Promise<Added> {
  const found = await db.call('load_cart_draft', {
    p_draft: id,
    p_grace: graceOf(graceMinutes),
  });
  if (!found) throw notFound('Draft');
  return toAdded(found, imageUrl);
}

/** @throws ApiError 404 */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  const deleted = await db.query(sql`delete from public.cart_drafts where id = ${id} returning id`);
  if (deleted.length === 0) throw notFound('Draft');
}
