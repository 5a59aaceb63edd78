import type { z } from 'zod';
import type { adChangedReply, adTableReply } from '#shared/schemas/ads.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';

export const adPage = tablePage(
  '/ads/admin/list',
  { ads: 'array', total: 'number' },
  (it: z.infer<typeof adTableReply>) => it.ads,
);

/** Fields of the body: headline, link, linkText, shown, image; those that an update omits stay unchanged. */
export const [createAd, updateAd, deleteAd] = recordCalls<FormData, z.infer<typeof adChangedReply>>(
  '/ads',
  { message: 'string', ad: 'object' },
);
