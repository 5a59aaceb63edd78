import { z } from 'zod';
import { emptyText, type RichText } from '#shared/domain/rich-text.ts';
import { pageFields } from '#shared/schemas/page-fields.ts';
import type { OfficePage } from '#shared/schemas/pages.ts';
import { plannedTime, toField } from '../forms/planned-time.ts';

/** The text is in a hidden field, as JSON. */
const body = z.string().transform((json): RichText => JSON.parse(json));

export const pageForm = pageFields.extend({ body, publishAt: plannedTime });

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
