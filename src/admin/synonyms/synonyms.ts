import { messages } from '#shared/messages.ts';
import type { SynonymInput } from '#shared/schemas/synonyms.ts';
import * as api from '../../api/admin-synonyms.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/synonyms'];
const { created, updated, removed, failed } = messages.synonyms;

/** Newest first. */
export const synonyms = tableList(api.synonymPage, { sorts: [] });

/** Creates or updates a group. */
export const saveSynonym = (id: string | null, fields: SynonymInput) =>
  id === null
    ? change(api.createSynonym(fields), paths, { done: created, failed })
    : change(api.updateSynonym(id, fields), paths, { done: updated, failed });

export const removeSynonym = (id: string): Promise<boolean> =>
  remove(api.deleteSynonym(id), { ids: [id], list: synonyms, paths, failed, done: () => removed });
