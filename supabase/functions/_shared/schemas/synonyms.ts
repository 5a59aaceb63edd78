import { z } from 'zod';
import { createdAt, pageQuery, requiredText, tableTotal } from './common.ts';

const words = z
  .array(requiredText(40))
  .transform((all) => [...new Set(all.map((it) => it.toLowerCase()))])
  .pipe(z.array(z.string()).min(2, 'At least two different words').max(20, 'At most 20 words'));

/** Words, or phrases, that mean the same to the search. */
export const synonymInput = z.object({ words });
export type SynonymInput = z.input<typeof synonymInput>;

export const synonym = z.object({ _id: z.string(), words: z.array(z.string()), createdAt });
export type Synonym = z.infer<typeof synonym>;

/** The table of the back office, newest first. */
export const synonymTableQuery = pageQuery;
export type SynonymTableQuery = z.infer<typeof synonymTableQuery>;
export const synonymTableReply = z.object({ synonyms: z.array(synonym), total: tableTotal });
export const synonymChangedReply = z.object({ message: z.string(), synonym });
