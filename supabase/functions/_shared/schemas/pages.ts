import { z } from 'zod';
import { emptyText } from '../domain/rich-text.ts';
import { changesOf, tableQuery, tableTotal } from './common.ts';
import { pageFields } from './page-fields.ts';
import { richText } from './rich-text.ts';

/** `POST /pages/create`. Visitors see it once it is published, and not before `publishAt`. */
export const pageInput = pageFields.extend({ body: richText.default(emptyText) });
export type PageInput = z.input<typeof pageInput>;

/** The version that was edited, to detect concurrent edits. */
const version = z.int().min(1);
/** `PUT /pages/update/{id}`: omitted fields keep their values, and so does the address of a built-in page. */
export const pageUpdate = changesOf(pageInput).extend({ version });
export type PageUpdate = z.output<typeof pageUpdate>;
/** `PUT /pages/restore/{id}`: `restore` is the version that the page is to say again. */
export const pageRestore = z.object({ version, restore: version });

/** A built-in page is at `/slug`, any other at `/pages/slug`. */
export const pageLink = z.object({ slug: z.string(), title: z.string(), builtIn: z.boolean() });
export type PageLink = z.infer<typeof pageLink>;
export const pageLinksReply = z.object({ pages: z.array(pageLink) });

/** As visitors see it. */
export const shownPage = pageLink.extend({ description: z.string(), body: richText });
export type ShownPage = z.infer<typeof shownPage>;
export const shownPageReply = z.object({ page: shownPage });

/** As the office edits it. */
export const officePage = shownPage.extend({
  _id: z.string(),
  published: z.boolean(),
  publishAt: z.string().nullable(),
  version,
});
export type OfficePage = z.infer<typeof officePage>;
export const officePageReply = z.object({ page: officePage });
export const pageChangedReply = officePageReply.extend({ message: z.string() });

/** For the table of the back office. */
export const pageTableQuery = tableQuery(['title', 'changed']);
export type PageTableQuery = z.infer<typeof pageTableQuery>;
export const pageRow = pageLink.extend({
  _id: z.string(),
  state: z.enum(['draft', 'empty', 'planned', 'published']),
  publishAt: z.string().nullable(),
  savedBy: z.string(),
  updatedAt: z.string(),
});
export type PageRow = z.infer<typeof pageRow>;
export const pageTableReply = z.object({ pages: z.array(pageRow), total: tableTotal });

/** Earlier versions, the latest first. */
export const pageVersion = z.object({ version, savedBy: z.string(), savedAt: z.string() });
export type PageVersion = z.infer<typeof pageVersion>;
export const pageVersionsReply = z.object({ versions: z.array(pageVersion) });
export const pageVersionReply = z.object({
  page: shownPage.pick({ title: true, description: true, body: true }),
});
export type PageText = z.infer<typeof pageVersionReply>['page'];

/** A picture of a text: its path in the bucket and its size in pixels. */
export const textPictureReply = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
});
export type TextPicture = z.infer<typeof textPictureReply>;
