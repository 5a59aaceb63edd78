import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { contactMessagesReply, markedReply, MessageMarks } from '#shared/schemas/contact.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { bounded, sentence } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const messagePage = (params: string) =>
  pageOf(
    resource<z.infer<typeof contactMessagesReply>>(
      `/contact/messages?${params}`,
      { messages: 'array', ...bounded },
      { as: 'admin' },
    ),
    (it) => it.messages,
  );

export const markMessages = (ids: readonly string[], marks: MessageMarks) =>
  call<z.infer<typeof markedReply>>(
    '/contact/messages',
    { message: 'string', changed: 'number' },
    {
      method: 'PUT',
      body: { ids, ...marks },
      as: 'admin',
    },
  );

export const answerMessage = (id: string, answer: string) =>
  call<z.infer<typeof messageReply>>(
    `/contact/messages/${encodeURIComponent(id)}/answer`,
    sentence,
    { method: 'PUT', body: { answer }, as: 'admin' },
  );

export const deleteMessage = (id: string) =>
  call<Deleted>(`/contact/messages/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });

export const deleteMessages = (ids: readonly string[]) =>
  call<DeletedMany>('/contact/messages/delete', deletedMany, {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });
