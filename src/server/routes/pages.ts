import { createHash } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { CacheSender } from '../cache/send.ts';
import { notFoundPage, pageKey } from '../cache/keys.ts';
import type { Answer } from '../cache/store.ts';
import { refuse, requestIdOf, targetOf, type Env } from '../http.ts';
import { newReads, type PageReads } from '../../catalogue.ts';

/** Renders a page or endpoint of Astro's, and notes in `reads` what of the catalogue it is made of. */
export type Render = (request: Request, reads: PageReads) => Promise<Response>;

/** A product with all its texts, which its preview is posted with, is far smaller. */
const maxFormBytes = 256 * 1024;
const methods = ['GET', 'HEAD', 'POST'];

/**
 * Pages: the same for everybody, but for what is posted to one.
 * @param siteUrl The site's own origin, whatever name the request used.
 */
export function pageRoutes(render: Render, cache: CacheSender, siteUrl: string): Hono<Env> {
  return new Hono<Env>()
    .use(formsOnly)
    .get('*', (c) => {
      const key = pageKey(targetOf(c.req));
      const reads = newReads(requestIdOf(c.env.incoming));
      return cache.respond(c, key, () => renderForAll(render, siteUrl + key, reads));
    })
    .post('*', (c) => {
      const isMissing = pageKey(targetOf(c.req)) === notFoundPage;
      const request = isMissing ? new Request(siteUrl + notFoundPage) : c.req.raw;
      return render(request, newReads(requestIdOf(c.env.incoming)));
    });
}

const limitForm = bodyLimit({
  maxSize: maxFormBytes,
  onError: (c) => refuse(c, 413, 'too_large', 'The request is too large.'),
});

/** A form may be posted to a page that is small and says how large it is, since a page reads all of it. */
const formsOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!methods.includes(c.req.method)) {
    c.header('allow', methods.join(', '));
    return refuse(c, 405, 'method_not_allowed', `Use ${methods.join(' or ')}`);
  }
  if (c.req.header('transfer-encoding')) {
    return refuse(c, 411, 'length_required', 'A Content-Length header is required.');
  }
  return limitForm(c, next);
};

/** The page as everybody sees it: nothing of who asks goes in but the request's id, for the log. */
async function renderForAll(render: Render, url: string, reads: PageReads): Promise<Answer> {
  const response = await render(new Request(url, { headers: { accept: 'text/html' } }), reads);
  const body = Buffer.from(await response.arrayBuffer());
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
  const policy = headers['content-security-policy'];
  if (policy) {
    // Astro leaves the last directive out, because a meta element may not carry it.
    headers['content-security-policy'] =
      `${withOwnHashes(policy, body.toString())} frame-ancestors 'none'`;
  }
  const { status } = response;
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  const mayCache = status === 200 && isHtml && !headers['cache-control'] && !reads.incomplete;
  if (!mayCache) headers['cache-control'] ??= 'no-cache';
  return { status, headers, body, tags: mayCache ? reads.tags : null };
}

const inline = /<(style|script)(?:\s[^>]*)?>([^]*?)<\/\1>/g;

/** Astro names the styles and scripts of all pages in each one's policy; those that stand in this page are enough. */
function withOwnHashes(policy: string, html: string): string {
  const own = new Set<string>();
  for (const [, , content = ''] of html.matchAll(inline)) {
    own.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return policy.replaceAll(/ ('sha256-[^']+')/g, (named, hash: string) =>
    own.has(hash) ? named : '',
  );
}
