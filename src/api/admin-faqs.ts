import type { Faq, FaqInput } from '#shared/schemas/faqs.ts';
import { call } from './client.ts';
import type { Deleted } from './trash.ts';

type Changed = { message: string; faq: Faq };

export const fetchFaqs = () => call<{ faqs: Faq[] }>('/faqs/all');

export const createFaq = (body: FaqInput) =>
  call<Changed>('/faqs/create', { method: 'POST', body, as: 'admin' });

export const updateFaq = (id: string, body: FaqInput) =>
  call<Changed>(`/faqs/update/${encodeURIComponent(id)}`, { method: 'PUT', body, as: 'admin' });

/** `ids` are all questions in their new order. */
export const orderFaqs = (ids: readonly string[]) =>
  call<{ message: string }>('/faqs/order', { method: 'PUT', body: { ids }, as: 'admin' });

export const deleteFaq = (id: string) =>
  call<Deleted>(`/faqs/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });
