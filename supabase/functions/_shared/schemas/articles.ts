import { z } from 'zod';
import { text } from './common.ts';

/** The query of `GET /wholesale/articles`: how an SKU begins, or words of titles. */
export const articlesQuery = z.object({ q: text(64) });

/** The first ten articles whose SKU begins so; where there is none, those of the products that the search finds first. */
export const articlesReply = z.object({
  articles: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
    }),
  ),
});
export type Article = z.infer<typeof articlesReply>['articles'][number];
