import { z } from 'zod';
import { boundedTotal, createdAt, email, id, pageQuery, requiredText } from './common.ts';

export const contactInput = z.object({
  firstname: requiredText(100),
  lastname: requiredText(100),
  email,
  message: requiredText(5000),
});

const messageStates = ['read', 'unread'] as const;

/** `GET /contact/messages`; newest first unless asked otherwise. */
export const messagesQuery = pageQuery.extend({
  sort: z.enum(['created-desc', 'created-asc']).optional(),
  state: z.enum(messageStates).optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/** The body of `PUT /contact/messages`. */
export const markMessagesInput = z.object({
  ids: z.array(id).min(1, 'At least one').max(100, 'At most 100'),
  read: z.boolean(),
});

/** The body of `POST /contact/messages/delete`. */
export const messageIdsInput = markMessagesInput.pick({ ids: true });

/** What somebody wrote through the contact form; `readAt` is null while nobody has read it. */
export const contactMessage = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt,
  readAt: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactMessagesReply = z.object({
  messages: z.array(contactMessage),
  ...boundedTotal,
});
export const markedReply = z.object({ message: z.string(), changed: z.int() });
