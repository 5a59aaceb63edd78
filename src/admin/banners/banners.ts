import { messages } from '#shared/messages.ts';
import type { Banner, BannerInput } from '#shared/schemas/banners.ts';
import * as api from '../../api/admin-banners.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { noPage, pagedList } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { offerBack } from '../trash/undo.ts';

export const banners = pagedList<Banner>(
  async (query) => {
    const reply = await api.fetchBannerPage(tableParams(query));
    return reply.ok ? { rows: reply.banners, total: reply.total } : noPage(reply);
  },
  { sorts: ['header', 'created'] },
);

export async function updateBanner(id: string, edits: BannerInput): Promise<Outcome> {
  const reply = await api.updateBanner(id, edits);
  if (reply.ok) {
    toastSuccess(messages.banners.updated);
    void banners.load();
  } else toastError(messages.banners.failed);
  return outcomeOf(reply);
}

/** No word on success: the row is gone. `name` is for the way back. */
export async function removeBanner(id: string, name: string): Promise<boolean> {
  const reply = await api.deleteBanner(id);
  if (reply.ok) {
    offerBack(name, reply.undo, banners.load);
    void banners.remove([id]);
  } else toastError(messages.banners.failed);
  return reply.ok;
}

/** Goes to the list when it is saved. */
export async function createBanner(form: FormData): Promise<Outcome> {
  const reply = await api.createBanner(form);
  if (reply.ok) {
    settleAll();
    moveWithToast(routes.banner(), 'success', messages.banners.created);
  } else toastError(messages.banners.failed);
  return outcomeOf(reply);
}
