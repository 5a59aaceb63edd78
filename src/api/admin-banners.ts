import type { z } from 'zod';
import type { bannerChangedReply, bannerTableReply } from '#shared/schemas/banners.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof bannerChangedReply>;
const changed = { message: 'string', banner: 'object' } as const;

/** Fields of the body: paragraph, header, images. */
export const createBanner = (body: FormData) =>
  call<Changed>('/banner/create', changed, { method: 'POST', body, as: 'admin' });

/** `params` is a table query of the back office. */
export const bannerPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof bannerTableReply>>(
      `/banner/admin/list?${params}`,
      { banners: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.banners,
  );

/** Fields of the body: those of a banner, kept, images. */
export const updateBanner = (id: string, body: FormData) =>
  call<Changed>(`/banner/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** `place` is the position among all banners, from 1. */
export const placeBanner = (id: string, place: number) =>
  call<z.infer<typeof messageReply>>(`/banner/place/${encodeURIComponent(id)}`, sentence, {
    method: 'PUT',
    body: { place },
    as: 'admin',
  });

export const deleteBanner = (id: string) =>
  call<Deleted>(`/banner/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
