import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import { call } from './client.ts';
import { bounded } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const fetchMessages = (params: string) =>
  call<{ messages: ContactMessage[] } & BoundedTotal>(
    `/contact/messages?${params}`,
    { messages: 'array', ...bounded },
    {
      as: 'admin',
    },
  );

export const markMessages = (ids: readonly string[], read: boolean) =>
  call<{ message: string; changed: number }>(
    '/contact/messages',
    { message: 'string', changed: 'number' },
    {
      method: 'PUT',
      body: { ids, read },
      as: 'admin',
    },
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
