import type { Ad, AdRow, AdUpdate } from '#shared/schemas/ads.ts';
import { call } from './client.ts';
import type { Deleted } from './trash.ts';

type Changed = { message: string; ad: Ad };

/** `params` as the table of the back office makes them. */
export const fetchAdPage = (params: string) =>
  call<{ ads: AdRow[]; total: number }>(`/ads/admin/list?${params}`, { as: 'admin' });

/** Fields of the body: headline, link, linkText, shown, image. */
export const createAd = (body: FormData) =>
  call<Changed>('/ads/create', { method: 'POST', body, as: 'admin' });

/** The same fields; what is left out stays as it was. */
export const updateAd = (id: string, body: FormData | AdUpdate) =>
  call<Changed>(`/ads/update/${encodeURIComponent(id)}`, { method: 'PUT', body, as: 'admin' });

export const deleteAd = (id: string) =>
  call<Deleted>(`/ads/delete/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });
