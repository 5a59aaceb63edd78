import type { Ad, AdRow, AdUpdate } from '#shared/schemas/ads.ts';
import { call } from './client.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = { message: string; ad: Ad };
const changed = { message: 'string', ad: 'object' } as const;

/** `params` as the table of the back office makes them. */
export const fetchAdPage = (params: string) =>
  call<{ ads: AdRow[]; total: number }>(
    `/ads/admin/list?${params}`,
    { ads: 'array', total: 'number' },
    { as: 'admin' },
  );

/** Fields of the body: headline, link, linkText, shown, image. */
export const createAd = (body: FormData) =>
  call<Changed>('/ads/create', changed, { method: 'POST', body, as: 'admin' });

/** The same fields; what is left out stays as it was. */
export const updateAd = (id: string, body: FormData | AdUpdate) =>
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
