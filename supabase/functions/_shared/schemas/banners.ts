import { z } from 'zod';
import { createdAt, tableQuery, tableTotal, visibleText } from './common.ts';

export const bannerInput = z.object({
  header: visibleText(200).default(''),
  paragraph: visibleText(1000).default(''),
});
export type BannerInput = z.input<typeof bannerInput>;

/** `PUT /banner/update/{id}`: what is left out stays as it was. */
export const bannerUpdate = z.object({
  header: visibleText(200).optional(),
  paragraph: visibleText(1000).optional(),
});

export const banner = z.object({
  _id: z.string(),
  header: z.string(),
  paragraph: z.string(),
  images: z.array(z.string()),
  createdAt,
});
export type Banner = z.infer<typeof banner>;

export const bannersReply = z.object({ banners: z.array(banner) });

/** The table of the back office. */
export const bannerTableQuery = tableQuery(['header', 'created']);
export type BannerTableQuery = z.infer<typeof bannerTableQuery>;
export const bannerTableReply = bannersReply.extend({ total: tableTotal });

export const bannerChangedReply = z.object({ message: z.string(), banner });
