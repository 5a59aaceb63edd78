import { z } from 'zod';
import { createdAt, requiredText, tableQuery, tableTotal, text, visibleText } from './common.ts';

/** A path of the shop, or a whole address that is safe to send shoppers to; '' leads nowhere. */
const link = text(500)
  .refine(
    (value) => value === '' || /^\/($|[^/\\])/.test(value) || z.httpUrl().safeParse(value).success,
    'A path of the shop, such as /shop, or an address that begins with https://',
  )
  .refine((value) => !/^http:/i.test(value), 'Has to begin with https://');

/** Forms send words. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((it) => it === 'true')]);

/** The text fields of `POST /ads/create`. */
export const adInput = z.object({
  headline: requiredText(200),
  link: link.default(''),
  linkText: visibleText(100).default(''),
  shown: flag.default(true),
});

export type AdInput = z.output<typeof adInput>;

/** `PUT /ads/update/{id}`: what is left out stays as it was, the picture too. */
export const adUpdate = z.object({
  headline: requiredText(200).optional(),
  link: link.optional(),
  linkText: visibleText(100).optional(),
  shown: flag.optional(),
});
export type AdUpdate = z.input<typeof adUpdate>;

/** `imageUrl` is left out where the advertisement has no picture of its own. */
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

/** `current` is the one on the home page: the newest that is shown; null where there is none. */
export const currentAdReply = z.object({ ad: ad.nullable() });

/** The table of the back office. */
export const adTableQuery = tableQuery(['text', 'created']);
export type AdTableQuery = z.infer<typeof adTableQuery>;

/** `current` is true for the one on the home page. */
export const adRow = ad.extend({ current: z.boolean() });
export type AdRow = z.infer<typeof adRow>;
export const adTableReply = z.object({ ads: z.array(adRow), total: tableTotal });

export const adChangedReply = z.object({ message: z.string(), ad });
