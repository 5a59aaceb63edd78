import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import {
  changesOf,
  createdAt,
  flag,
  link,
  moment,
  tableQuery,
  tableTotal,
  text,
  visibleText,
} from './common.ts';

/** The text fields of `POST /banner/create`; without a link its button leads to all products. */
export const bannerInput = z.object({
  header: visibleText(200).default(''),
  paragraph: visibleText(1000).default(''),
  link: link.default(''),
  linkText: visibleText(100).default(''),
  shown: flag.default(true),
  shownFrom: moment.default(null),
  shownUntil: moment.default(null),
});
export type BannerInput = z.output<typeof bannerInput>;

/** `PUT /banner/update/{id}`: omitted fields keep their values. */
export const bannerUpdate = changesOf(bannerInput).extend({
  /** The pictures that stay, in their order, as URLs or paths; new ones follow them. Omitted, all stay. */
  kept: z.array(text(500)).max(limits.images.perProduct).optional(),
});
export type BannerUpdate = z.input<typeof bannerUpdate>;

/** It stands on the home page where it is shown, from `shownFrom` until before `shownUntil`; null is no bound. */
export const banner = z.object({
  _id: z.string(),
  header: z.string(),
  paragraph: z.string(),
  images: z.array(z.string()),
  link: z.string(),
  linkText: z.string(),
  shown: z.boolean(),
  shownFrom: z.string().nullable(),
  shownUntil: z.string().nullable(),
  createdAt,
});
export type Banner = z.infer<typeof banner>;

export const bannersReply = z.object({ banners: z.array(banner) });

/** For the table of the back office. */
export const bannerTableQuery = tableQuery(['header', 'created']);
export type BannerTableQuery = z.infer<typeof bannerTableQuery>;

/** `place` is where it stands among all slides, from 1. */
export const bannerRow = banner.extend({
  place: z.int(),
  state: z.enum(['current', 'planned', 'ended', 'hidden']),
});
export type BannerRow = z.infer<typeof bannerRow>;
export const bannerTableReply = z.object({ banners: z.array(bannerRow), total: tableTotal });

export const bannerChangedReply = z.object({ message: z.string(), banner });
