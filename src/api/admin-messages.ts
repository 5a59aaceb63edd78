import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { contactMessagesReply, markedReply, MessageMarks } from '#shared/schemas/contact.ts';
import { post, put, remove } from './admin-call.ts';
import { tablePage } from './page.ts';
import { selectionCalls } from './selection-calls.ts';
import { bounded, sentence } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const messagePage = tablePage(
  '/contact/messages',
  { messages: 'array', ...bounded },
  (it: z.infer<typeof contactMessagesReply>) => it.messages,
);

export const [fetchMessagesFile, fetchChosenMessages, messageIds] =
  selectionCalls('/contact/messages');

export const markMessages = (chosen: readonly string[], marks: MessageMarks) =>
  put<z.infer<typeof markedReply>>(
    '/contact/messages',
    { message: 'string', changed: 'number' },
    { ids: chosen, ...marks },
  );

export const answerMessage = (id: string, answer: string) =>
  put<z.infer<typeof messageReply>>(
    `/contact/messages/${encodeURIComponent(id)}/answer`,
    sentence,
    { answer },
  );

export const deleteMessage = (id: string) =>
  remove<Deleted>(`/contact/messages/${encodeURIComponent(id)}`, deleted);

export const deleteMessages = (chosen: readonly string[]) =>
  post<DeletedMany>('/contact/messages/delete', deletedMany, { ids: chosen });
