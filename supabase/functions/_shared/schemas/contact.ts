import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { boundedTotal, createdAt, email, id, pageQuery, requiredText } from './common.ts';

export const contactInput = z.object({
  firstname: requiredText(100),
  lastname: requiredText(100),
  email,
  message: requiredText(5000),
  /** The id of the product that it asks about. */
  product: id.optional(),
});

const messageStates = ['read', 'unread', 'answered', 'unanswered'] as const;

/** `GET /contact/messages`; newest first by default. */
export const messagesQuery = pageQuery.extend({
  sort: z.enum(['created-desc', 'created-asc']).optional(),
  state: z.enum(messageStates).optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/** The same filters for the export and the ids. */
export const messageExportQuery = messagesQuery.pick({ q: true, state: true });
export type MessageFilters = z.output<typeof messageExportQuery>;

/** The body of `POST /contact/messages/delete` and `POST /contact/messages/export`. */
export const messageIdsInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(limits.bulkRows, `At most ${limits.bulkRows}`),
});

/** The body of `PUT /contact/messages`: what is left out stays as it was. */
export const markMessagesInput = messageIdsInput.extend({
  read: z.boolean().optional(),
  answered: z.boolean().optional(),
});
export type MessageMarks = Omit<z.infer<typeof markMessagesInput>, 'ids'>;

/** The body of `PUT /contact/messages/{id}/answer`. */
export const answerInput = z.object({ answer: requiredText(5000) });

/** A message from the contact form; `readAt` is null while it is unread, `answeredAt` while it is unanswered. */
export const contactMessage = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt,
  readAt: z.string().nullable(),
  answer: z.string(),
  answeredAt: z.string().nullable(),
  /** Null where it asks about none, or that was deleted. */
  product: z.object({ _id: z.string(), title: z.string() }).nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactMessagesReply = z.object({
  messages: z.array(contactMessage),
  ...boundedTotal,
});
export const markedReply = z.object({ message: z.string(), changed: z.int() });
