import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import { call } from './client.ts';
import type { Deleted, DeletedMany } from './trash.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const fetchMessages = (params: string) =>
  call<{ messages: ContactMessage[] } & BoundedTotal>(`/contact/messages?${params}`, {
    as: 'admin',
  });

export const markMessages = (ids: readonly string[], read: boolean) =>
  call<{ message: string; changed: number }>('/contact/messages', {
    method: 'PUT',
    body: { ids, read },
    as: 'admin',
  });

export const deleteMessage = (id: string) =>
  call<Deleted>(`/contact/messages/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });

export const deleteMessages = (ids: readonly string[]) =>
  call<DeletedMany>('/contact/messages/delete', { method: 'POST', body: { ids }, as: 'admin' });
