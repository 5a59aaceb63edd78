import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { tooLargeText } from '#shared/read-bytes.ts';
import { sendWhole, type CacheSender } from '../cache/send.ts';
import { notFoundPage, pageKey } from '../cache/keys.ts';
import type { Answer } from '../cache/store.ts';
import type { SiteEnvironment } from '../environment.ts';
import { refuse, requestIdOf, targetOf, type Env } from '../http.ts';
import { mayPreview } from '../preview-cookie.ts';
import { withQuery, type Redirects } from '../redirects.ts';
import { newReads, type PageReads } from '../../catalogue.ts';
import { cspHash } from '../csp-hash.ts';

/** Renders an Astro page or endpoint, and records in `reads` what it reads of the catalogue. */
export type Render = (request: Request, reads: PageReads) => Promise<Response>;

/** Larger than any product that is posted for a preview. */
const maxFormBytes = 256 * 1024;
const methods = ['GET', 'HEAD', 'POST'];

/**
 * Pages: the same for everyone, except for posted content.
 */
export function pageRoutes(
  render: Render,
  cache: CacheSender,
  environment: SiteEnvironment,
  redirects: Redirects,
): Hono<Env> {
  /** The site's own origin, whatever host the request used. */
  const { siteUrl } = environment;
  return new Hono<Env>()
    .use(formsOnly)
    .get('*', async (c) => {
      const target = targetOf(c.req);
      const key = pageKey(target);
      const { incoming } = c.env;
      if (await mayPreview(environment, incoming)) {
        const preview = { ...newReads(requestIdOf(incoming)), preview: true };
        return sendWhole(c, await renderForAll(render, siteUrl + key, preview));
      }
      const reads = newReads(requestIdOf(incoming));
      const response = await cache.respond(c, key, async () => {
        const answer = await renderForAll(render, siteUrl + key, reads);
        const to = answer.status === 404 ? await redirects.find(key, reads.requestId) : null;
        return to === null ? answer : movedTo(to);
      });
      if (response.status === 404) redirects.note(key, incoming);
      const to = response.status === moved ? response.headers.get('location') : null;
      // Requests with other queries share one rendering.
      if (to !== null) response.headers.set('location', withQuery(to, target));
      return response;
    })
    .post('*', (c) => {
      const isMissing = pageKey(targetOf(c.req)) === notFoundPage;
      const request = isMissing ? new Request(siteUrl + notFoundPage) : c.req.raw;
      return render(request, newReads(requestIdOf(c.env.incoming)));
    });
}

/** Astro itself redirects with other statuses. */
const moved = 308;
const movedTo = (location: string): Answer => ({
  ...{ status: moved, headers: { location, 'cache-control': 'no-cache' } },
  ...{ body: Buffer.alloc(0), tags: null },
});

const limitForm = bodyLimit({
  maxSize: maxFormBytes,
  onError: (c) => refuse(c, 413, 'too_large', tooLargeText(maxFormBytes)),
});

/** Forms posted to a page must be small and declare their length, because the page reads all of it. */
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

/** Sitemaps have no tags, and are too long to keep. */
const cachedTypes = /^(?:text\/(?:html|plain)|application\/rss\+xml)\b/;

/** The page without anything of the client's request except its id, for the log. */
async function renderForAll(render: Render, url: string, reads: PageReads): Promise<Answer> {
  const response = await render(new Request(url, { headers: { accept: 'text/html' } }), reads);
  const body = Buffer.from(await response.arrayBuffer());
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
  const policy = headers['content-security-policy'];
  if (policy) {
    // Astro omits this directive, which a meta element cannot contain.
    headers['content-security-policy'] =
      `${withOwnHashes(policy, body.toString())} frame-ancestors 'none'`;
  }
  const { status } = response;
  const isText = cachedTypes.test(headers['content-type'] ?? '');
  const mayCache =
    status === 200 && isText && !headers['cache-control'] && !reads.incomplete && !reads.preview;
  if (!mayCache) headers['cache-control'] ??= 'no-cache';
  return { status, headers, body, tags: mayCache ? reads.tags : null };
}

const inline = /<(style|script)(?:\s[^>]*)?>([^]*?)<\/\1>/g;

/** Astro's policy has the hashes of all pages; reduces it to those in this page. */
function withOwnHashes(policy: string, html: string): string {
  const own = new Set<string>();
  for (const [, , content = ''] of html.matchAll(inline)) {
    own.add(`'${cspHash(content)}'`);
  }
  return policy.replaceAll(/ ('sha256-[^']+')/g, (named, hash: string) =>
    own.has(hash) ? named : '',
  );
}
