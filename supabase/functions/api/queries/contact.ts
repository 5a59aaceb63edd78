import { rowOrNull, type Db } from '../../_shared/queries/database.ts';

/** Nobody but administrators may read it back, so nothing is asked for. */
export async function addContactMessage(
  db: Db,
  message: { firstname: string; lastname: string; email: string; message: string },
): Promise<void> {
  rowOrNull(await db.from('contact_messages').insert(message));
}
