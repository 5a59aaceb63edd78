import { defineMiddleware } from 'astro:middleware';
import { ApiUnavailable, collectReads, newReads, readShop } from './catalogue.ts';

/** Records what each page reads of the catalogue, so that it can be cached until that changes. */
export const onRequest = defineMiddleware((context, next) => {
  /** Temporarily unavailable content: responds with 503 and Retry-After. */
  const comeBack = async (reason: unknown) => {
    if (!(reason instanceof ApiUnavailable)) throw reason;
    const page = await context.rewrite('/500');
    const headers = new Headers(page.headers);
    headers.set('retry-after', '5');
    headers.set('cache-control', 'no-store');
    return new Response(await page.text(), { status: 503, headers });
  };
  return collectReads(context.locals.reads ?? newReads(), async () => {
    await readShop();
    const response = await next().catch(comeBack);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const page = new Response(liftIslandStyle(await response.text()), response);
    page.headers.set('content-type', 'text/html; charset=utf-8');
    return page;
  });
});

/** Astro puts the island style before the first island; HTML only allows it in the head. */
function liftIslandStyle(html: string): string {
  const style = /<style>astro-island[^<]*<\/style>/.exec(html)?.[0];
  return style ? html.replace(style, '').replace('</head>', `${style}</head>`) : html;
}
