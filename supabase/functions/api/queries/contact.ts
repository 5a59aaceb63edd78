import sql from 'sql-template-tag';
import type { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { ListedMessages } from '../../_shared/queries/rows.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type {
  ContactMessage,
  contactInput,
  MessageFilters,
  MessageMarks,
  MessagesQuery,
} from '../../_shared/schemas/contact.ts';
import { notFound } from '../errors.ts';
import { inBatches, inPages } from './batches.ts';

/** Requires the service role: visitors may not insert directly, which would bypass the rate limit. */
export async function addContactMessage(
  service: Db,
  { firstname, lastname, email, message, product }: z.output<typeof contactInput>,
): Promise<void> {
  await service.call('add_contact_message', {
    p_firstname: firstname,
    p_lastname: lastname,
    p_email: email,
    p_message: message,
    p_product: product,
  });
}

type MessageRow = ListedMessages['messages'][number];

function toMessage({
  id,
  created_at,
  read_at,
  answered_at,
  product,
  ...rest
}: MessageRow): ContactMessage {
  return {
    _id: id,
    ...rest,
    createdAt: new Date(created_at).toISOString(),
    readAt: read_at && new Date(read_at).toISOString(),
    answeredAt: answered_at && new Date(answered_at).toISOString(),
    product: product && { _id: product.id, title: product.title },
  };
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
    messages: messages.map(toMessage),
  };
}

/** All matching messages in batches, oldest first. */
export function eachMessage(db: Db, filters: MessageFilters): AsyncGenerator<ContactMessage[]> {
  return inPages(async (page, limit) => {
    const query = { ...filters, limit, page, sort: 'created-asc' } as const;
    const { messages, total } = await listContactMessages(db, query);
    return { rows: messages, total };
  });
}

/** These messages in batches, in the order of the ids. */
export function readMessages(db: Db, ids: string[]): AsyncGenerator<ContactMessage[]> {
  return inBatches(ids, async (some) => {
    const found = await db.query<MessageRow>(sql`
      select id, firstname, lastname, email, message, created_at, read_at, answer, answered_at,
        (select json_build_object('id', p.id, 'title', p.title) from public.products p where p.id = product_id) as product
      from public.contact_messages where id = any(${some})
      order by array_position(${some}::uuid[], id)`);
    return found.map(toMessage);
  });
}

/** The ids of all matching messages, at most `limits.bulkRows`, newest first. */
export async function listMessageIds(db: Db, filters: MessageFilters): Promise<string[]> {
  const query = { ...filters, limit: limits.bulkRows, page: 1 };
  return (await listContactMessages(db, query)).messages.map(({ _id }) => _id);
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
