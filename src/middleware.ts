import { defineMiddleware } from 'astro:middleware';
import { collectReads, type PageReads } from './server/request-tags.ts';

/** Tells the front server what each page was made of, so that it can be kept until one of these changes. */
export const onRequest = defineMiddleware((_context, next) => {
  const reads: PageReads = { tags: new Set(), incomplete: false };
  return collectReads(reads, async () => {
    const response = await next();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    // What a page reads is known only when all of it was rendered.
    const page = new Response(await response.text(), response);
    page.headers.set('content-type', 'text/html; charset=utf-8');
    if (!reads.incomplete && !page.headers.has('cache-control')) {
      page.headers.set('x-page-tags', [...reads.tags].join(' '));
    }
    return page;
  });
});
