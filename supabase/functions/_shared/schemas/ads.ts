import { z } from 'zod';
import {
  changesOf,
  createdAt,
  flag,
  link,
  requiredText,
  tableQuery,
  tableTotal,
  visibleText,
} from './common.ts';

/** The text fields of `POST /ads/create`. */
export const adInput = z.object({
  headline: requiredText(200),
  link: link.default(''),
  linkText: visibleText(100).default(''),
  shown: flag.default(true),
});

export type AdInput = z.output<typeof adInput>;

/** `PUT /ads/update/{id}`: omitted fields keep their values, the picture too. */
export const adUpdate = changesOf(adInput);

/** `imageUrl` is omitted if the advertisement has no picture. */
export const ad = z.object({
  _id: z.string(),
  headline: z.string(),
  link: z.string(),
  linkText: z.string(),
  imageUrl: z.string().optional(),
  shown: z.boolean(),
  createdAt,
});
export type Ad = z.infer<typeof ad>;

/** The advertisement on the home page, the newest that is shown; null if there is none. */
export const currentAdReply = z.object({ ad: ad.nullable() });

/** For the table of the back office. */
export const adTableQuery = tableQuery(['text', 'created']);
export type AdTableQuery = z.infer<typeof adTableQuery>;

/** `current` is true for the one on the home page. */
export const adRow = ad.extend({ current: z.boolean() });
export type AdRow = z.infer<typeof adRow>;
export const adTableReply = z.object({ ads: z.array(adRow), total: tableTotal });

export const adChangedReply = z.object({ message: z.string(), ad });
