import { z } from 'zod';
import { createdAt, id, requiredText } from './common.ts';

export const faqInput = z.object({ question: requiredText(300), answer: requiredText(5000) });
export type FaqInput = z.input<typeof faqInput>;

/** `PUT /faqs/update/{id}`: what is left out stays as it was. */
export const faqUpdate = z.object({
  question: requiredText(300).optional(),
  answer: requiredText(5000).optional(),
});

/** The body of `PUT /faqs/order`: all questions in the order in which they should stand. */
export const faqOrderInput = z.object({ ids: z.array(id).max(500, 'At most 500') });

export const faq = z.object({
  _id: z.string(),
  question: z.string(),
  answer: z.string(),
  createdAt,
});
export type Faq = z.infer<typeof faq>;

export const faqsReply = z.object({ faqs: z.array(faq) });
export const faqChangedReply = z.object({ message: z.string(), faq });
