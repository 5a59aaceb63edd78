import type { z } from 'zod';
import type {
  officePageReply,
  pageChangedReply,
  pageLinksReply,
  PageInput,
  pageTableReply,
  pageVersionReply,
  pageVersionsReply,
  TextPicture,
} from '#shared/schemas/pages.ts';
import { post, put, read } from './admin-call.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';

export const pageOfPages = tablePage(
  '/pages/admin/list',
  { pages: 'array', total: 'number' },
  (it: z.infer<typeof pageTableReply>) => it.pages,
);

const part = encodeURIComponent;

/** Those that visitors can open. */
export const shownPages = () =>
  read<z.infer<typeof pageLinksReply>>('/pages/all', { pages: 'array' });

export const officePage = (id: string) =>
  read<z.infer<typeof officePageReply>>(`/pages/admin/${part(id)}`, { page: 'object' });

export const pageVersions = (id: string) =>
  read<z.infer<typeof pageVersionsReply>>(`/pages/versions/${part(id)}`, { versions: 'array' });

export const pageVersion = (id: string, version: number) =>
  read<z.infer<typeof pageVersionReply>>(`/pages/versions/${part(id)}/${version}`, {
    page: 'object',
  });

type Changed = z.infer<typeof pageChangedReply>;
const changed = { message: 'string', page: 'object' } as const;

export const [createPage, updatePage, deletePage] = recordCalls<
  PageInput,
  Changed,
  Partial<PageInput> & { version: number }
>('/pages', changed);

export const restorePage = (id: string, body: { version: number; restore: number }) =>
  put<Changed>(`/pages/restore/${part(id)}`, changed, body);

/** Fields of the body: image. */
export const uploadTextPicture = (body: FormData) =>
  post<TextPicture>('/pages/picture', { src: 'string', width: 'number', height: 'number' }, body);
