import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { faqChangedReply, FaqInput, faqTableReply } from '#shared/schemas/faqs.ts';
import { post, put, read, remove } from './admin-call.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof faqChangedReply>;
const changed = { message: 'string', faq: 'object' } as const;

/** `params` is a table query of the back office. */
export const faqPage = (params: string) =>
  pageOf(
    read<z.infer<typeof faqTableReply>>(`/faqs/admin/list?${params}`, {
      faqs: 'array',
      total: 'number',
    }),
    (it) => it.faqs,
  );

export const createFaq = (body: FaqInput) => post<Changed>('/faqs/create', changed, body);

export const updateFaq = (id: string, body: FaqInput) =>
  put<Changed>(`/faqs/update/${encodeURIComponent(id)}`, changed, body);

/** `place` is the position among all questions, from 1. */
export const placeFaq = (id: string, place: number) =>
  put<z.infer<typeof messageReply>>(`/faqs/place/${encodeURIComponent(id)}`, sentence, { place });

export const deleteFaq = (id: string) =>
  remove<Deleted>(`/faqs/delete/${encodeURIComponent(id)}`, deleted);
