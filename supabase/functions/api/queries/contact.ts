import type { Ask } from '../../_shared/queries/asking.ts';
import { rows, type Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { ContactMessage, MessagesQuery } from '../../_shared/schemas/contact.ts';

/** Needs the service role: visitors have no right to insert, or they could write past the limit. */
export async function addContactMessage(
  askService: Ask,
  {
    firstname,
    lastname,
    email,
    message,
  }: Record<'firstname' | 'lastname' | 'email' | 'message', string>,
): Promise<void> {
  await askService('add_contact_message', {
    ...{ p_firstname: firstname, p_lastname: lastname, p_email: email, p_message: message },
  });
}

/** What the function `list_contact_messages` answers. */
interface Found {
  total: number;
  total_is_least: boolean;
  messages: {
    id: string;
    firstname: string;
    lastname: string;
    email: string;
    message: string;
    created_at: string;
    read_at: string | null;
  }[];
}

export async function listContactMessages(
  db: Db,
  { limit, page, q, sort, state }: MessagesQuery,
): Promise<{ messages: ContactMessage[] } & BoundedTotal> {
  const found = await db.rpc('list_contact_messages', {
    p_query: q,
    p_state: state ?? '',
    p_oldest_first: sort === 'created-asc',
    p_limit: limit,
    p_page: page,
  });
  const { total, total_is_least, messages } = rows(found) as unknown as Found;
  return {
    total,
    totalIsLeast: total_is_least,
    messages: messages.map(({ id, created_at, read_at, ...rest }) => ({
      _id: id,
      ...rest,
      createdAt: new Date(created_at).toISOString(),
      readAt: read_at && new Date(read_at).toISOString(),
    })),
  };
}

/** How many were not marked so before. */
export async function markContactMessages(db: Db, ids: string[], read: boolean): Promise<number> {
  return rows(await db.rpc('mark_contact_messages', { p_ids: ids, p_read: read }));
}
