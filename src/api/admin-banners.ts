import type { z } from 'zod';
import type { bannerChangedReply, bannerTableReply } from '#shared/schemas/banners.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import { put } from './admin-call.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';
import { sentence } from './shape.ts';

export const bannerPage = tablePage(
  '/banner/admin/list',
  { banners: 'array', total: 'number' },
  (it: z.infer<typeof bannerTableReply>) => it.banners,
);

/** Fields of the body: paragraph, header, images; of an update also those of its plan, and kept. */
export const [createBanner, updateBanner, deleteBanner] = recordCalls<
  FormData,
  z.infer<typeof bannerChangedReply>
>('/banner', { message: 'string', banner: 'object' });

/** `place` is the position among all banners, from 1. */
export const placeBanner = (id: string, place: number) =>
  put<z.infer<typeof messageReply>>(`/banner/place/${encodeURIComponent(id)}`, sentence, { place });
