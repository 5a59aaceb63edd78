import { z } from 'zod';
import { email, requiredText } from './common.ts';

export const contactInput = z.object({
  firstname: requiredText(100),
  lastname: requiredText(100),
  email,
  message: requiredText(5000),
});
export type ContactInput = z.input<typeof contactInput>;
