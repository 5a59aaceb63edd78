import { redirectMessages } from '#shared/redirect-messages.ts';
import type { RedirectInput } from '#shared/schemas/redirects.ts';
import * as api from '../../api/admin-redirects.ts';
import { change, remove } from '../changes.ts';
import { saveReply } from '../listing/save-reply.ts';
import { tableList } from '../listing/table-list.ts';
import { columnsWith, importWith } from '../import/import-file.ts';

const paths = ['/redirects'];
const { created, updated, removed, forgotten, failed } = redirectMessages;

/** Newest first, unless they are sorted. */
export const redirects = tableList(api.redirectPage, {
  ...{ sorts: ['from', 'to', 'created'], filters: ['source'] },
});

/** Addresses without a page, most visits first. */
export const missingPages = tableList(api.missingPage, { sorts: ['path', 'visits', 'seen'] });

/** Creates or updates a redirect. */
export const saveRedirect = (id: string | null, fields: RedirectInput) =>
  id === null
    ? change(api.createRedirect(fields), paths, { done: created, failed: ({ message }) => message })
    : change(api.updateRedirect(id, fields), paths, {
        ...{ done: updated, failed: ({ message }: { message: string }) => message },
      });

export const removeRedirect = (id: string): Promise<boolean> =>
  remove(api.deleteRedirect(id), {
    ids: [id],
    list: redirects,
    paths,
    failed,
    done: () => removed,
  });

export const forgetMissingPage = (id: string): Promise<boolean> =>
  remove(api.forgetMissingPage(id), {
    ...{ ids: [id], list: missingPages, paths, failed, done: () => forgotten },
  });

export const exportRedirects = () => saveReply('redirects.csv', api.exportRedirects(), failed);
export const importRedirects = importWith(api.redirectImport.send, paths);
export const redirectColumnsOf = columnsWith(api.redirectImport.columns);
