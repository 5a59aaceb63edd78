import type { ContactMessage } from '#shared/schemas/contact.ts';
import { call } from './client.ts';

/** `params` is the query of the call: limit, page, sort, q, state. */
export const fetchMessages = (params: string) =>
  call<{ messages: ContactMessage[]; total: number }>(`/contact/messages?${params}`, {
    as: 'admin',
  });

export const markMessages = (ids: readonly string[], read: boolean) =>
  call<{ message: string; changed: number }>('/contact/messages', {
    method: 'PUT',
    body: { ids, read },
    as: 'admin',
  });

export const deleteMessage = (id: string) =>
  call<{ message: string }>(`/contact/messages/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });
