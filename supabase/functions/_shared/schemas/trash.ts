import { z } from 'zod';
import { boundedTotal, ids, tableQuery } from './common.ts';
import { missingPieces } from './parcels.ts';

/** The tables whose records can be restored from the trash. */
export const trashKinds = [
  'products',
  'categories',
  'orders',
  'banners',
  'advertisements',
  'faqs',
  'pages',
  'search_synonyms',
  'redirects',
  'custom_fields',
  'vouchers',
  'price_lists',
  'contact_messages',
  'customer_notes',
  'order_notes',
] as const;

/** Deleted records of one table, latest first. */
export const trashQuery = tableQuery([])
  .pick({ limit: true, page: true })
  .extend({
    kind: z.enum(trashKinds),
  });
export type TrashQuery = z.infer<typeof trashQuery>;

/** A deleted record; `_id` is the id in the trash. */
export const trashed = z.object({ _id: z.string(), label: z.string(), deletedAt: z.string() });
export type Trashed = z.infer<typeof trashed>;

export const trashReply = z.object({ trash: z.array(trashed), ...boundedTotal });
export const trashRestore = z.object({ ids });
/** `missing`: what restored orders are to send and is not in stock, since it was sold meanwhile. */
export const restoredReply = z.object({
  message: z.string(),
  count: z.int(),
  missing: z.array(missingPieces),
});
