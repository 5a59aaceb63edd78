import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { sendKept, type FlatHeaders } from './kept-pages.ts';
import { log, reasonOf } from './log.ts';
import type { PageCache } from './page-cache.ts';
import { catchPage, toRendered, type Caught, type Render } from './render.ts';
import { refuse } from './replies.ts';
import { requestIdOf } from './request-id.ts';
import type { Seen } from './seen.ts';

/** Answers a request that nothing before it has answered. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

export interface PagesOptions {
  readonly render: Render;
  readonly cache: PageCache<Caught>;
  /** Whether changes of the catalogue are seen; until then nothing is kept. */
  readonly mayKeep: () => boolean;
  /** The site's own origin, whatever name the request used. */
  readonly site: string;
  readonly seen: Seen;
}

/** What may stand behind the `?` of a page, where it changes what is shown. All else is left out. */
const queries: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  { path: /^\/shop\/?$/, names: ['category', 'sort', 'page'] },
  { path: /^\/category\//, names: ['sort', 'page'] },
  { path: /^\/search-results\/?$/, names: ['q', 'page'] },
];

const notThere = '/404';

/** The address by which a page is rendered and kept. */
export function pageKey(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  // The page for faults is nobody's address: asked for, it is a page that is not there.
  if (path === '/500' || path === '/500/') return notThere;
  const query = at < 0 ? '' : url.slice(at + 1);
  const names = query ? queries.find((it) => it.path.test(path))?.names : undefined;
  if (!names) return path;
  const kept = [...new URLSearchParams(query)]
    .filter(([name, value]) => names.includes(name) && value !== '')
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;
}

export interface Pages extends PageHandler {
  /** Sends a page that is kept; false where it is not. */
  sendKept(request: IncomingMessage, response: ServerResponse, common: FlatHeaders): boolean;
}

/** Sends pages: kept ones at once, others as they are rendered. */
export function createPages({ render, cache, mayKeep, site, seen }: PagesOptions): Pages {
  const postForm = getRequestListener(render, { overrideGlobalObjects: false });
  const renderToKeep = async (key: string, requestId: string) => {
    const keep = mayKeep();
    const caught = await catchPage(render, key, site, requestId);
    const rendered = await toRendered(caught, seen.now());
    return keep ? rendered : { ...rendered, page: null };
  };

  const handle: PageHandler = async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const { url = '/' } = request;
      if (pageKey(url) === notThere) request.url = notThere;
      return postForm(request, response);
    }
    try {
      await seen.catchUp(request);
      const found = await cache.getOrRender(pageKey(request.url ?? '/'), () =>
        renderToKeep(pageKey(request.url ?? '/'), requestIdOf(request)),
      );
      if ('bodies' in found) sendKept(request, response, found, seen);
      else if (found.page) sendKept(request, response, found.page, seen);
      else sendCaught(request, response, found.sent, seen);
    } catch (error) {
      log('error', 'page', { requestId: requestIdOf(request), reason: reasonOf(error) });
      if (!response.headersSent) {
        refuse(response, 500, 'internal', 'This page cannot be shown right now.');
      } else response.destroy();
    }
  };

  return Object.assign(handle, {
    sendKept(request: IncomingMessage, response: ServerResponse, common: FlatHeaders): boolean {
      if (seen.isAhead(request)) return false;
      const page = cache.get(pageKey(request.url ?? '/'));
      if (page) sendKept(request, response, page, seen, common);
      return page !== undefined;
    },
  });
}

function sendCaught(
  request: IncomingMessage,
  response: ServerResponse,
  caught: Caught,
  seen: Seen,
): void {
  const mark = seen.markFor(request, seen.now());
  if (mark) response.appendHeader('set-cookie', mark);
  const { status, headers, body } = caught;
  response.writeHead(status, { 'cache-control': 'no-cache', ...headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}
