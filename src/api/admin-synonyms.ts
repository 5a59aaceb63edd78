import type { z } from 'zod';
import type {
  synonymChangedReply,
  SynonymInput,
  synonymTableReply,
} from '#shared/schemas/synonyms.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';

export const synonymPage = tablePage(
  '/synonyms/admin/list',
  { synonyms: 'array', total: 'number' },
  (it: z.infer<typeof synonymTableReply>) => it.synonyms,
);

export const [createSynonym, updateSynonym, deleteSynonym] = recordCalls<
  SynonymInput,
  z.infer<typeof synonymChangedReply>
>('/synonyms', { message: 'string', synonym: 'object' });
