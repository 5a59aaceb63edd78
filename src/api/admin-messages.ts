import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { contactMessagesReply, markedReply, MessageMarks } from '#shared/schemas/contact.ts';
import { post, put, read, remove } from './admin-call.ts';
import { call, callForFile } from './client.ts';
import { pageOf } from './page.ts';
import { bounded, ids, sentence, type Ids } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const messagePage = (params: string) =>
  pageOf(
    read<z.infer<typeof contactMessagesReply>>(`/contact/messages?${params}`, {
      messages: 'array',
      ...bounded,
    }),
    (it) => it.messages,
  );

/** The matching ids on all pages. */
export const messageIds = (params: string) =>
  call<Ids>(`/contact/messages/ids?${params}`, ids, { as: 'admin' });

/** The matching messages as CSV; paging and sorting in `params` are ignored. */
export const fetchMessagesFile = (params: string) =>
  callForFile(`/contact/messages/export?${params}`, 'admin');

export const fetchChosenMessages = (chosen: readonly string[]) =>
  callForFile('/contact/messages/export', 'admin', { method: 'POST', body: { ids: chosen } });

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
