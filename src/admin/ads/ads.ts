import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-ads.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/ads'];
const { created, updated, removed, failed } = messages.ads;

export const ads = tableList(api.adPage, { sorts: ['text', 'created'] });

/** Creates or updates an advertisement. */
export const saveAd = (id: string | null, fields: FormData) =>
  id === null
    ? change(api.createAd(fields), paths, { done: created, failed })
    : change(api.updateAd(id, fields), paths, { done: updated, failed });

export const removeAd = (id: string) =>
  remove(api.deleteAd(id), { ids: [id], list: ads, paths, failed, done: () => removed });
