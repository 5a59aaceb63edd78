import { defineMiddleware } from 'astro:middleware';
import { ShopAway } from './server/catalogue.ts';
import { collectReads, type PageReads } from './server/request-tags.ts';

/** Tells the front server what each page was made of, so that it can be kept until one of these changes. */
export const onRequest = defineMiddleware((context, next) => {
  // While the site is built pages have no headers to read.
  const requestId = context.isPrerendered
    ? ''
    : (context.request.headers.get('x-request-id') ?? '');
  const reads: PageReads = { tags: new Set(), requestId, incomplete: false };
  /** What cannot be read now may be there in a moment: search engines and people are asked to come back. */
  const comeBack = async (reason: unknown) => {
    if (!(reason instanceof ShopAway)) throw reason;
    const said = await context.rewrite('/500');
    const headers = new Headers(said.headers);
    headers.set('retry-after', '5');
    headers.set('cache-control', 'no-store');
    return new Response(await said.text(), { status: 503, headers });
  };
  return collectReads(reads, async () => {
    const response = await next().catch(comeBack);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    // What a page reads is known only when all of it was rendered.
    const page = new Response(liftIslandStyle(await response.text()), response);
    page.headers.set('content-type', 'text/html; charset=utf-8');
    if (!reads.incomplete && !page.headers.has('cache-control')) {
      page.headers.set('x-page-tags', [...reads.tags].join(' '));
    }
    return page;
  });
});

/** Astro writes the one style of its islands where the first of them stands; HTML allows it in the head alone. */
function liftIslandStyle(html: string): string {
  const style = /<style>astro-island[^<]*<\/style>/.exec(html)?.[0];
  return style ? html.replace(style, '').replace('</head>', `${style}</head>`) : html;
}
