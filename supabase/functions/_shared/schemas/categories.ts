import { z } from 'zod';
import { createdAt, ids, requiredText, tableQuery, tableTotal } from './common.ts';

export const categoryInput = z.object({ name: requiredText(100) });
export type CategoryInput = z.input<typeof categoryInput>;

/** `imageUrl` is omitted if the category has no picture. */
export const category = z.object({
  _id: z.string(),
  name: z.string(),
  imageUrl: z.string().optional(),
  createdAt,
});
export type Category = z.infer<typeof category>;

export const categoriesReply = z.object({ categories: z.array(category) });
export const categoryChangedReply = z.object({ message: z.string(), category });

/** For the table of the back office. */
export const categoryTableQuery = tableQuery(['name', 'created']);
export type CategoryTableQuery = z.infer<typeof categoryTableQuery>;

/** `products` is the number of products in the category. */
export const categoryRow = category.extend({ products: z.int() });
export type CategoryRow = z.infer<typeof categoryRow>;
export const categoryTableReply = z.object({ categories: z.array(categoryRow), total: tableTotal });
export const categoriesDelete = z.object({ ids });
