import { messages } from '#shared/messages.ts';
import type { AdRow } from '#shared/schemas/ads.ts';
import * as api from '../../api/admin-ads.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { noPage, pagedList } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

export const ads = pagedList<AdRow>(
  async (query) => {
    const reply = await api.fetchAdPage(tableParams(query));
    return reply.ok ? { rows: reply.ads, total: reply.total } : noPage(reply);
  },
  { sorts: ['text', 'created'] },
);

/** A new advertisement, or the change of one. */
export async function saveAd(id: string | null, form: FormData): Promise<Outcome> {
  const fields = new FormData();
  for (const [name, value] of form) fields.append(name, value);
  // A box that is not ticked sends nothing, which would leave it as it was.
  fields.set('shown', String(form.has('shown')));
  const reply = id === null ? await api.createAd(fields) : await api.updateAd(id, fields);
  if (reply.ok) {
    toastSuccess(id === null ? messages.ads.created : messages.ads.updated);
    await ads.load();
  } else toastError(messages.ads.failed);
  return outcomeOf(reply);
}

export async function removeAd(id: string): Promise<boolean> {
  const reply = await api.deleteAd(id);
  if (reply.ok) {
    toastSuccess(messages.ads.removed, undoAction(reply.undo, ads.load));
    void ads.remove([id]);
  } else toastError(messages.ads.failed);
  return reply.ok;
}
