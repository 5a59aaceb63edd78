import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp, ownHosts, securityHeaders, staticFiles, type Stage } from './app.ts';
import { FreshnessCookie, type ChangeFeed } from './cache/invalidation.ts';
import { CacheSender } from './cache/send.ts';
import type { CacheStore } from './cache/store.ts';
import type { SiteEnvironment } from './environment.ts';
import { giveRequestId, idHeader, kindOf, requestIdOf, type Kind } from './http.ts';
import { withoutToken } from './log.ts';
import { hasPreviewCookie } from './preview-cookie.ts';
import type { Redirects } from './redirects.ts';
import { pageRoutes, type Render } from './routes/pages.ts';

/** A completed or aborted request. */
export interface Answered {
  readonly requestId: string;
  readonly kind: Kind;
  readonly method: string;
  /** Without the query: searches can be private. */
  readonly path: string;
  /** 499 if the client disconnected before the response. */
  readonly status: number;
  readonly ms: number;
}

export interface SiteOptions {
  readonly environment: SiteEnvironment;
  readonly render: Render;
  readonly store: CacheStore;
  readonly feed: ChangeFeed;
  readonly redirects: Redirects;
  /** Folder of the built files. */
  readonly clientFiles: string;
  readonly stage: () => Stage;
  readonly observe?: ((answered: Answered) => void) | undefined;
}

/** In milliseconds; explained in docs/operating.md. */
const timeouts = {
  headersTimeout: 15_000,
  /** For a whole request: the largest upload over a slow line. */
  requestTimeout: 5 * 60_000,
  /** Without a byte in either direction, while a request is under way. */
  timeout: 75_000,
  /** Longer than that of load balancers, which must be the ones to close idle connections. */
  keepAliveTimeout: 75_000,
};

/** The site's HTTP server: sends cached responses before the app runs. */
export async function createSite(options: SiteOptions): Promise<Server> {
  const { environment, render, store, feed, redirects, clientFiles, stage, observe } = options;
  const headers = await securityHeaders(environment);
  const cache = new CacheSender(store, new FreshnessCookie(feed, environment.siteUrl), headers);
  const app = createApp({
    ...{ environment, cache, stage },
    files: staticFiles(clientFiles),
    pages: pageRoutes(render, cache, environment, redirects),
  });
  const isOwnHost = ownHosts(environment);
  const listener = getRequestListener(app.fetch, { hostname: 'localhost' });
  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    const id = giveRequestId(request);
    if (observe) observeAnswer(request, response, observe);
    // Makes keep-alive clients send their next request to another instance.
    if (stage() === 'stopping') response.setHeader('connection', 'close');
    else if (
      isOwnHost(request.headers.host?.toLowerCase(), request) &&
      !hasPreviewCookie(request) &&
      cache.sendCached(request, response)
    )
      return;
    response.setHeaders(headers).setHeader(idHeader, id);
    void listener(request, response);
  });
  return Object.assign(server, timeouts);
}

function observeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  observe: (answered: Answered) => void,
): void {
  const begun = performance.now();
  const { method = '', url = '' } = request;
  response.once('close', () => {
    const [path = ''] = url.split('?', 1);
    const status = response.writableFinished ? response.statusCode : 499;
    const requestId = requestIdOf(request);
    const ms = performance.now() - begun;
    observe({ requestId, kind: kindOf(url), method, path: withoutToken(path), status, ms });
  });
}
