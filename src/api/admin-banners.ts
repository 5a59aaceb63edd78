import type { Banner, BannerInput } from '#shared/schemas/banners.ts';
import { call } from './client.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = { message: string; banner: Banner };
const changed = { message: 'string', banner: 'object' } as const;

/** Fields of the body: paragraph, header, images. */
export const createBanner = (body: FormData) =>
  call<Changed>('/banner/create', changed, { method: 'POST', body, as: 'admin' });

/** `params` as the table of the back office makes them. */
export const fetchBannerPage = (params: string) =>
  call<{ banners: Banner[]; total: number }>(
    `/banner/admin/list?${params}`,
    {
      banners: 'array',
      total: 'number',
    },
    { as: 'admin' },
  );

export const updateBanner = (id: string, body: BannerInput) =>
  call<Changed>(`/banner/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const deleteBanner = (id: string) =>
  call<Deleted>(`/banner/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
