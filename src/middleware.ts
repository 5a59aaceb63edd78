import { defineMiddleware } from 'astro:middleware';
import { ApiUnavailable, collectReads, newReads, readShop } from './catalogue.ts';

/** What visitors see before the shop is open, beside its door: what the law asks for, and what emails link to. */
const openPath =
  /^\/(?:admin|order|checkout\/complete|reset-password|email-changed|imprint|privacy|terms|500|favicon\.svg|manifest\.webmanifest|robots\.txt)(?:\/|$)/;

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
  // `astro dev` has no reads: developers see the shop.
  const reads = context.locals.reads ?? { ...newReads(), preview: true };
  return collectReads(reads, async () => {
    const { open } = await readShop();
    const { pathname } = context.url;
    const isShut = !open && !reads.preview && !openPath.test(pathname);
    if (isShut && pathname !== '/') return context.redirect('/');
    const response = await next(isShut ? '/door' : undefined).catch(comeBack);
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
