import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  missingPagesReply,
  redirectChangedReply,
  RedirectInput,
  redirectTableReply,
} from '#shared/schemas/redirects.ts';
import { remove } from './admin-call.ts';
import { callForFile } from './client.ts';
import { importCalls } from './import-calls.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';
import { sentence } from './shape.ts';

export const redirectPage = tablePage(
  '/redirects/admin/list',
  { redirects: 'array', total: 'number' },
  (it: z.infer<typeof redirectTableReply>) => it.redirects,
);

export const [createRedirect, updateRedirect, deleteRedirect] = recordCalls<
  RedirectInput,
  z.infer<typeof redirectChangedReply>
>('/redirects', { message: 'string', redirect: 'object' });

export const exportRedirects = () => callForFile('/redirects/export', 'admin');

export const redirectImport = importCalls('/redirects/import');

export const missingPage = tablePage(
  '/redirects/missing',
  { missingPages: 'array', total: 'number' },
  (it: z.infer<typeof missingPagesReply>) => it.missingPages,
);

export const forgetMissingPage = (id: string) =>
  remove<z.infer<typeof messageReply>>(`/redirects/missing/${encodeURIComponent(id)}`, sentence);
