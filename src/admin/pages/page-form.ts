import { z } from 'zod';
import { emptyText } from '#shared/domain/rich-text.ts';
import { pageInput, type OfficePage } from '#shared/schemas/pages.ts';
import { richText } from '#shared/schemas/rich-text.ts';
import { plannedTime, toField } from '../forms/planned-time.ts';

/** The text is in a hidden field, as JSON. What is wrong with it is said below the editor. */
const body = z.string().transform((json, { addIssue }) => {
  const found = richText.safeParse(JSON.parse(json));
  if (found.success) return found.data;
  addIssue({ code: 'custom', message: found.error.issues[0]?.message ?? '' });
  return z.NEVER;
});

export const pageForm = pageInput.extend({ body, publishAt: plannedTime });

/** The fields of a new or existing page. */
export const valuesOf = (page?: OfficePage) => ({
  slug: page?.slug ?? '',
  title: page?.title ?? '',
  description: page?.description ?? '',
  body: JSON.stringify(page?.body ?? emptyText),
  published: page?.published ?? false,
  publishAt: toField(page?.publishAt),
});

/** A title as the end of an address. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 80)
    .replace(/-$/, '') ?? '';
