import { z } from 'zod';
import { boundedTotal, ids, tableQuery } from './common.ts';

/** What comes back from the trash, by the names of its tables. */
export const trashKinds = [
  'products',
  'categories',
  'orders',
  'banners',
  'advertisements',
  'faqs',
  'contact_messages',
] as const;

/** What was deleted of one kind, latest first. */
export const trashQuery = tableQuery([])
  .pick({ limit: true, page: true })
  .extend({
    kind: z.enum(trashKinds),
  });
export type TrashQuery = z.infer<typeof trashQuery>;

/** A deleted record; `_id` is that of its deletion. */
export const trashed = z.object({ _id: z.string(), label: z.string(), deletedAt: z.string() });
export type Trashed = z.infer<typeof trashed>;

export const trashReply = z.object({ trash: z.array(trashed), ...boundedTotal });
export const trashRestore = z.object({ ids });
export const restoredReply = z.object({ message: z.string(), count: z.int() });
