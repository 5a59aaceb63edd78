import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { faqChangedReply, FaqInput, faqTableReply } from '#shared/schemas/faqs.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof faqChangedReply>;
const changed = { message: 'string', faq: 'object' } as const;

/** `params` is a table query of the back office. */
export const faqPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof faqTableReply>>(
      `/faqs/admin/list?${params}`,
      { faqs: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.faqs,
  );

export const createFaq = (body: FaqInput) =>
  call<Changed>('/faqs/create', changed, { method: 'POST', body, as: 'admin' });

export const updateFaq = (id: string, body: FaqInput) =>
  call<Changed>(`/faqs/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** `place` is the position among all questions, from 1. */
export const placeFaq = (id: string, place: number) =>
  call<z.infer<typeof messageReply>>(`/faqs/place/${encodeURIComponent(id)}`, sentence, {
    method: 'PUT',
    body: { place },
    as: 'admin',
  });

export const deleteFaq = (id: string) =>
  call<Deleted>(`/faqs/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
