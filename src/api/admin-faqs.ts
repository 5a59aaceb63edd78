import type { z } from 'zod';
import type { faqChangedReply, FaqInput, faqTableReply } from '#shared/schemas/faqs.ts';
import { tablePage } from './page.ts';
import { placeCall, recordCalls } from './record-calls.ts';

export const faqPage = tablePage(
  '/faqs/admin/list',
  { faqs: 'array', total: 'number' },
  (it: z.infer<typeof faqTableReply>) => it.faqs,
);

export const [createFaq, updateFaq, deleteFaq] = recordCalls<
  FaqInput,
  z.infer<typeof faqChangedReply>,
  Partial<FaqInput>
>('/faqs', { message: 'string', faq: 'object' });

export const placeFaq = placeCall('/faqs');
