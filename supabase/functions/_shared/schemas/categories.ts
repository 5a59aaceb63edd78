import { z } from 'zod';
import { createdAt, requiredText } from './common.ts';

export const categoryInput = z.object({ name: requiredText(100) });
export type CategoryInput = z.input<typeof categoryInput>;

/** `imageUrl` is left out where the category has no picture. */
export const category = z.object({
  _id: z.string(),
  name: z.string(),
  imageUrl: z.string().optional(),
  createdAt,
});
export type Category = z.infer<typeof category>;

export const categoriesReply = z.object({ categories: z.array(category) });
export const categoryChangedReply = z.object({ message: z.string(), category });
