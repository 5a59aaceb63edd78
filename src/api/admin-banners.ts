import type { z } from 'zod';
import type { bannerChangedReply, bannerTableReply } from '#shared/schemas/banners.ts';
import { tablePage } from './page.ts';
import { placeCall, recordCalls } from './record-calls.ts';

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

export const placeBanner = placeCall('/banner');
