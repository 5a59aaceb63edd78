import { z } from 'zod';
import { redirectPath } from '../domain/redirect-path.ts';
import { createdAt, link, tableQuery, tableTotal, text } from './common.ts';

const notPath =
  'A path such as /summer-sale, but of no file, account, order or screen of the back office';
/** A path as redirects have it; an address of an old shop is taken by its path. */
const from = text(500).transform((written, { addIssue }) => {
  const path = redirectPath(written);
  if (path && path !== '/' && path.length <= 500) return path;
  addIssue({
    code: 'custom',
    message: path === '/' ? 'The home page has a page of its own' : notPath,
  });
  return z.NEVER;
});
const to = link.refine((it) => it !== '', 'Required');

export const redirectInput = z.object({ from, to });
export type RedirectInput = z.output<typeof redirectInput>;

const redirectSources = ['typed', 'file', 'renamed', 'deleted'] as const;
export const redirect = z.object({
  _id: z.string(),
  from: z.string(),
  to: z.string(),
  source: z.enum(redirectSources),
  createdAt,
});
export type Redirect = z.infer<typeof redirect>;

/** The table of the back office; `q` is a part of the path or of the target. */
export const redirectTableQuery = tableQuery(['from', 'to', 'created']).extend({
  source: z.enum(redirectSources).optional(),
});
export type RedirectTableQuery = z.infer<typeof redirectTableQuery>;
export const redirectTableReply = z.object({ redirects: z.array(redirect), total: tableTotal });
export const redirectChangedReply = z.object({ message: z.string(), redirect });

/** Where a path leads that has no page; null where it leads nowhere. */
export const redirectFindQuery = z.object({
  path: text(2000).refine((it) => it.startsWith('/'), 'A path of the shop'),
});
export const redirectFoundReply = z.object({ to: z.string().nullable() });

/** The columns of a file of redirects; the source is informative. */
export const redirectColumns = { from: 'From', to: 'To', source: 'Source' } as const;
export const redirectFileRow = z.object({
  from,
  to,
  pattern: z
    .string()
    .regex(/^(0|no|false)?$/i, 'Patterns cannot be taken over')
    .optional(),
});
export type RedirectFileRow = z.output<typeof redirectFileRow>;

/** What the site has counted since it reported last. */
export const missingPagesInput = z.object({
  pages: z
    .array(
      z.object({
        path: z.string().regex(/^\/[!-~]{1,300}$/),
        visits: z.int().min(1).max(1_000_000),
      }),
    )
    .max(100),
});

/** An address without a page that visitors opened. */
export const missingPage = z.object({
  _id: z.string(),
  path: z.string(),
  visits: z.int(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type MissingPage = z.infer<typeof missingPage>;
export const missingPageQuery = tableQuery(['path', 'visits', 'seen']);
export type MissingPageQuery = z.infer<typeof missingPageQuery>;
export const missingPagesReply = z.object({
  missingPages: z.array(missingPage),
  total: tableTotal,
});
