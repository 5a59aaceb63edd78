import type { z } from 'zod';
import type { bannerChangedReply, bannerTableReply } from '#shared/schemas/banners.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import { post, put, read, remove } from './admin-call.ts';
import { pageOf } from './page.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof bannerChangedReply>;
const changed = { message: 'string', banner: 'object' } as const;

/** Fields of the body: paragraph, header, images. */
export const createBanner = (body: FormData) => post<Changed>('/banner/create', changed, body);

/** `params` is a table query of the back office. */
export const bannerPage = (params: string) =>
  pageOf(
    read<z.infer<typeof bannerTableReply>>(`/banner/admin/list?${params}`, {
      banners: 'array',
      total: 'number',
    }),
    (it) => it.banners,
  );

/** Fields of the body: those of a banner, kept, images. */
export const updateBanner = (id: string, body: FormData) =>
  put<Changed>(`/banner/update/${encodeURIComponent(id)}`, changed, body);

/** `place` is the position among all banners, from 1. */
export const placeBanner = (id: string, place: number) =>
  put<z.infer<typeof messageReply>>(`/banner/place/${encodeURIComponent(id)}`, sentence, { place });

export const deleteBanner = (id: string) =>
  remove<Deleted>(`/banner/delete/${encodeURIComponent(id)}`, deleted);
