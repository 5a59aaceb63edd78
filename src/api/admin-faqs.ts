import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { faqChangedReply, FaqInput, faqTableReply } from '#shared/schemas/faqs.ts';
import { put } from './admin-call.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';
import { sentence } from './shape.ts';

export const faqPage = tablePage(
  '/faqs/admin/list',
  { faqs: 'array', total: 'number' },
  (it: z.infer<typeof faqTableReply>) => it.faqs,
);

export const [createFaq, updateFaq, deleteFaq] = recordCalls<
  FaqInput,
  z.infer<typeof faqChangedReply>
>('/faqs', { message: 'string', faq: 'object' });

/** `place` is the position among all questions, from 1. */
export const placeFaq = (id: string, place: number) =>
  put<z.infer<typeof messageReply>>(`/faqs/place/${encodeURIComponent(id)}`, sentence, { place });
