import type { z } from 'zod';
import type {
  synonymChangedReply,
  SynonymInput,
  synonymTableReply,
} from '#shared/schemas/synonyms.ts';
import { post, put, read, remove } from './admin-call.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof synonymChangedReply>;
const changed = { message: 'string', synonym: 'object' } as const;

/** `params` is a table query of the back office. */
export const synonymPage = (params: string) =>
  pageOf(
    read<z.infer<typeof synonymTableReply>>(`/synonyms/admin/list?${params}`, {
      synonyms: 'array',
      total: 'number',
    }),
    (it) => it.synonyms,
  );

export const createSynonym = (body: SynonymInput) =>
  post<Changed>('/synonyms/create', changed, body);

export const updateSynonym = (id: string, body: SynonymInput) =>
  put<Changed>(`/synonyms/update/${encodeURIComponent(id)}`, changed, body);

export const deleteSynonym = (id: string) =>
  remove<Deleted>(`/synonyms/delete/${encodeURIComponent(id)}`, deleted);
