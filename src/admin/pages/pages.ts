import { pageMessages } from '#shared/page-messages.ts';
import type { PageInput } from '#shared/schemas/pages.ts';
import * as api from '../../api/admin-pages.ts';
import type { Failure } from '../../api/client.ts';
import { routes } from '../../routes.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { change } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/pages'];
const failed = ({ status, message }: Failure) => (status === 409 ? message : pageMessages.failed);

/** Built-in pages first, unless they are sorted. */
export const pages = tableList(api.pageOfPages, { sorts: ['title', 'changed'] });

/** Goes on with the page that was added. */
export async function createPage(page: PageInput) {
  const reply = await change(api.createPage(page), paths, { failed });
  if (reply.ok) {
    settleAll();
    moveWithToast(routes.adminPage(reply.page._id), 'success', pageMessages.created);
  }
  return reply;
}

export const updatePage = (id: string, page: Partial<PageInput> & { version: number }) =>
  change(api.updatePage(id, page), paths, { done: pageMessages.updated, failed });

export const restorePage = (id: string, version: number, restore: number) =>
  change(api.restorePage(id, { version, restore }), paths, { done: pageMessages.restored, failed });
