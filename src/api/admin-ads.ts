import type { z } from 'zod';
import type { adChangedReply, adTableReply } from '#shared/schemas/ads.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof adChangedReply>;
const changed = { message: 'string', ad: 'object' } as const;

/** `params` is a table query of the back office. */
export const adPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof adTableReply>>(
      `/ads/admin/list?${params}`,
      { ads: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.ads,
  );

/** Fields of the body: headline, link, linkText, shown, image. */
export const createAd = (body: FormData) =>
  call<Changed>('/ads/create', changed, { method: 'POST', body, as: 'admin' });

/** The same fields; omitted ones stay unchanged. */
export const updateAd = (id: string, body: FormData) =>
  call<Changed>(`/ads/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const deleteAd = (id: string) =>
  call<Deleted>(`/ads/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
