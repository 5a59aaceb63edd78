import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-banners.ts';
import { routes } from '../../routes.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { change, remove } from '../changes.ts';
import { placement } from '../listing/placement.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/banner'];
const { created, updated, failed } = messages.banners;

/** In the order of the slides, unless they are sorted. */
export const banners = tableList(api.bannerPage, { sorts: ['header', 'created'] });

export const updateBanner = (id: string, edits: FormData) =>
  change(api.updateBanner(id, edits), paths, { done: updated, failed });

export const bannerPlacement = placement(banners, (id, place) =>
  change(api.placeBanner(id, place), paths, { failed }),
);

/** `name` is for the undo button: the contract has no success message. */
export const removeBanner = (id: string, name: string) =>
  remove(api.deleteBanner(id), {
    ids: [id],
    list: banners,
    paths,
    failed,
    done: () => ({ offer: name }),
  });

/** Navigates to the list after saving. */
export async function createBanner(form: FormData) {
  const reply = await change(api.createBanner(form), paths, { failed });
  if (reply.ok) {
    settleAll();
    moveWithToast(routes.banner(), 'success', created);
  }
  return reply;
}
