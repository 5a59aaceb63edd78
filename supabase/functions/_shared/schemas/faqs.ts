import { z } from 'zod';
import { changesOf, createdAt, requiredText, tableQuery, tableTotal } from './common.ts';

export const faqInput = z.object({ question: requiredText(300), answer: requiredText(5000) });
export type FaqInput = z.input<typeof faqInput>;

/** `PUT /faqs/update/{id}`: omitted fields keep their values. */
export const faqUpdate = changesOf(faqInput);

export const faq = z.object({
  _id: z.string(),
  question: z.string(),
  answer: z.string(),
  createdAt,
});
export type Faq = z.infer<typeof faq>;

export const faqsReply = z.object({ faqs: z.array(faq) });

/** For the table of the back office. */
export const faqTableQuery = tableQuery(['question', 'created']);
export type FaqTableQuery = z.infer<typeof faqTableQuery>;

/** `place` is the position among all questions, from 1. */
export const faqRow = faq.extend({ place: z.int() });
export type FaqRow = z.infer<typeof faqRow>;
export const faqTableReply = z.object({ faqs: z.array(faqRow), total: tableTotal });

export const faqChangedReply = z.object({ message: z.string(), faq });
