import type { z } from 'zod';
import type {
  synonymChangedReply,
  SynonymInput,
  synonymTableReply,
} from '#shared/schemas/synonyms.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof synonymChangedReply>;
const changed = { message: 'string', synonym: 'object' } as const;

/** `params` is a table query of the back office. */
export const synonymPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof synonymTableReply>>(
      `/synonyms/admin/list?${params}`,
      { synonyms: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.synonyms,
  );

export const createSynonym = (body: SynonymInput) =>
  call<Changed>('/synonyms/create', changed, { method: 'POST', body, as: 'admin' });

export const updateSynonym = (id: string, body: SynonymInput) =>
  call<Changed>(`/synonyms/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const deleteSynonym = (id: string) =>
  call<Deleted>(`/synonyms/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
