import { z } from 'zod';
import { plainTime } from '../table-import/times.ts';
import { requiredText, text } from './common.ts';

/** A row of a file of reviews. */
export const reviewFileRow = z.object({
  handle: text(200).default(''),
  sku: text(100).default(''),
  product: text(300).default(''),
  rating: z
    .string()
    .regex(/^[1-5](\.0+)?$/, 'A whole number from 1 to 5')
    .transform(Number),
  body: requiredText(5000),
  name: text(200).default(''),
  email: text(320).default(''),
  date: z
    .string()
    .default('')
    .transform((written, { addIssue }) => {
      const plain = written === '' ? null : plainTime(written);
      if (written === '' || plain !== null) return plain;
      addIssue({ code: 'custom', message: 'Not a date, such as 2026-03-01 10:30' });
      return z.NEVER;
    }),
});
export type ReviewFileRow = z.output<typeof reviewFileRow>;
