import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { NoteRow } from '../../_shared/queries/rows.ts';
import type { Note } from '../../_shared/schemas/admin-users.ts';
import { notFound } from '../errors.ts';
import { toTime } from './to-time.ts';

export const toNote = ({ id, created_at, ...rest }: NoteRow): Note => ({
  _id: id,
  ...rest,
  createdAt: toTime(created_at),
});

/** @throws ApiError 404 */
export async function addCustomerNote(db: Db, user: string, note: string): Promise<void> {
  const added = await db.query(sql`
    insert into public.customer_notes (user_id, note)
    select id, ${note} from public.profiles where id = ${user} returning id`);
  if (added.length === 0) throw notFound('Customer');
}

/** @throws ApiError 404 */
export async function addOrderNote(db: Db, order: string, note: string): Promise<void> {
  const added = await db.query(sql`
    insert into public.order_notes (order_id, note)
    select id, ${note} from public.orders where id = ${order} returning id`);
  if (added.length === 0) throw notFound('Order');
}

/** The newest 200. */
export async function listOrderNotes(db: Db, order: string): Promise<Note[]> {
  const found = await db.query<NoteRow>(sql`
    select n.id, n.note, coalesce(a.firstname, '') as author, n.created_at
    from public.order_notes n left join public.administrators a on a.id = n.author_id
    where n.order_id = ${order} order by n.created_at desc, n.id limit 200`);
  return found.map(toNote);
}
