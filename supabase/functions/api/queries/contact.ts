import type { Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { ContactMessage, MessageMarks, MessagesQuery } from '../../_shared/schemas/contact.ts';
import { notFound } from '../errors.ts';

/** Requires the service role: visitors may not insert directly, which would bypass the rate limit. */
export async function addContactMessage(
  service: Db,
  {
    firstname,
    lastname,
    email,
    message,
  }: Record<'firstname' | 'lastname' | 'email' | 'message', string>,
): Promise<void> {
  await service.call('add_contact_message', {
    p_firstname: firstname,
    p_lastname: lastname,
    p_email: email,
    p_message: message,
  });
}

export async function listContactMessages(
  db: Db,
  { limit, page, q, sort, state }: MessagesQuery,
): Promise<{ messages: ContactMessage[] } & BoundedTotal> {
  const found = await db.call('office.list_contact_messages', {
    p_query: q,
    p_state: state,
    p_oldest_first: sort === 'created-asc',
    p_limit: limit,
    p_page: page,
  });
  const { total, total_is_least, messages } = found;
  return {
    total,
    totalIsLeast: total_is_least,
    messages: messages.map(({ id, created_at, read_at, answered_at, ...rest }) => ({
      _id: id,
      ...rest,
      createdAt: new Date(created_at).toISOString(),
      readAt: read_at && new Date(read_at).toISOString(),
      answeredAt: answered_at && new Date(answered_at).toISOString(),
    })),
  };
}

/** Returns the number of changed messages. */
export function markContactMessages(
  db: Db,
  ids: string[],
  { read, answered }: MessageMarks,
): Promise<number> {
  return db.call('office.mark_contact_messages', {
    p_ids: ids,
    p_read: read,
    p_answered: answered,
  });
}

/** @throws ApiError 404 */
export async function answerContactMessage(db: Db, id: string, answer: string): Promise<void> {
  const found = await db.call('office.answer_contact_message', { p_id: id, p_answer: answer });
  if (!found) throw notFound('Message');
}
