import type { Faq, FaqInput, FaqRow } from '#shared/schemas/faqs.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = { message: string; faq: Faq };
const changed = { message: 'string', faq: 'object' } as const;

/** `params` as the table of the back office makes them. */
export const fetchFaqPage = (params: string) =>
  call<{ faqs: FaqRow[]; total: number }>(
    `/faqs/admin/list?${params}`,
    { faqs: 'array', total: 'number' },
    { as: 'admin' },
  );

export const createFaq = (body: FaqInput) =>
  call<Changed>('/faqs/create', changed, { method: 'POST', body, as: 'admin' });

export const updateFaq = (id: string, body: FaqInput) =>
  call<Changed>(`/faqs/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** `place` is that among all questions, from 1. */
export const placeFaq = (id: string, place: number) =>
  call<{ message: string }>(`/faqs/place/${encodeURIComponent(id)}`, sentence, {
    method: 'PUT',
    body: { place },
    as: 'admin',
  });

export const deleteFaq = (id: string) =>
  call<Deleted>(`/faqs/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
