import type { z } from 'zod';
import type { adChangedReply, adTableReply } from '#shared/schemas/ads.ts';
import { post, put, read, remove } from './admin-call.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof adChangedReply>;
const changed = { message: 'string', ad: 'object' } as const;

/** `params` is a table query of the back office. */
export const adPage = (params: string) =>
  pageOf(
    read<z.infer<typeof adTableReply>>(`/ads/admin/list?${params}`, {
      ads: 'array',
      total: 'number',
    }),
    (it) => it.ads,
  );

/** Fields of the body: headline, link, linkText, shown, image. */
export const createAd = (body: FormData) => post<Changed>('/ads/create', changed, body);

/** The same fields; omitted ones stay unchanged. */
export const updateAd = (id: string, body: FormData) =>
  put<Changed>(`/ads/update/${encodeURIComponent(id)}`, changed, body);

export const deleteAd = (id: string) =>
  remove<Deleted>(`/ads/delete/${encodeURIComponent(id)}`, deleted);
