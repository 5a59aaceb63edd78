import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import pLimit, { type LimitFunction } from 'p-limit';
import sirv from 'sirv';
import { addressKey } from '#shared/domain/address-key.ts';
import { minCompressed, type CacheSender } from './cache/send.ts';
import type { SiteEnvironment } from './environment.ts';
import { clientAddress, kindOf, noStore, refuse, requestIdOf, type Env } from './http.ts';
import { log, withoutToken } from './log.ts';
import { apiRoutes } from './routes/api.ts';
import { feedRoutes } from './routes/feeds.ts';
import { imageRoutes } from './routes/images.ts';
import { sessionRoutes } from './routes/session.ts';

export type Stage = 'starting' | 'ready' | 'stopping';

export interface AppOptions {
  readonly environment: SiteEnvironment;
  /** The fallback of all other routes. */
  readonly pages: Hono<Env>;
  readonly files?: MiddlewareHandler<Env>;
  readonly cache?: CacheSender | undefined;
  readonly stage?: () => Stage;
}

/** The site: checks first, then routes in this order. */
export function createApp(options: AppOptions): Hono<Env> {
  const { environment, pages, files, cache, stage = () => 'ready' } = options;
  const limit = addressLimit(environment);
  const isOwnHost = ownHosts(environment);
  const api = apiRoutes({ environment, limit, cache });
  const app = new Hono<Env>()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, noStore))
    .get('/readyz', (c) => c.json({ status: stage() }, stage() === 'ready' ? 200 : 503, noStore))
    .use(async (c, next) => {
      // The host of an absolute request target (`GET http://host/path`) takes precedence over the header.
      if (isOwnHost(URL.parse(c.req.url)?.host, c.env.incoming)) return next();
      return refuse(c, 421, 'wrong_host', 'This server does not serve that host.');
    })
    .use(knownFraming, sameOrigin, compress({ threshold: minCompressed }))
    .route('/api/v1', api)
    .route('/mcp', api);
  if (files) app.use(files);
  app.use(limit);
  app.route('/session', sessionRoutes(environment)).route('/images', imageRoutes(environment));
  app.route('/feeds', feedRoutes(environment));
  return app.route('/', pages).onError((reason, c) => {
    const { incoming, outgoing } = c.env;
    // A disconnected client aborts its call, which is not an error.
    if (outgoing.destroyed) return c.body(null, 503);
    const path = withoutToken(c.req.path);
    log.error({ requestId: requestIdOf(incoming), path, reason }, kindOf(path));
    c.header('retry-after', '5');
    const message = 'The shop is not responding right now. Please try again in a moment.';
    return refuse(c, 503, 'unavailable', message);
  });
}

/** The security headers that every response has. */
export async function securityHeaders({ siteUrl }: SiteEnvironment): Promise<Headers> {
  const headers = secureHeaders({
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    strictTransportSecurity: siteUrl.startsWith('https:') && 'max-age=31536000',
    // A page must fit into the first flight of a connection, so headers for outdated browsers are omitted.
    ...{ crossOriginOpenerPolicy: false, originAgentCluster: false, xDnsPrefetchControl: false },
    ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
  });
  const app = new Hono().get('/', headers, (c) => c.body(null));
  return (await app.request('/')).headers;
}

/** Serves the files of a folder; other requests go to the next handler. */
export function staticFiles(folder: string): MiddlewareHandler<Env> {
  const send = sirv(folder, {
    ...{ brotli: true, gzip: true, etag: true },
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/_astro/');
      const lifetime = isHashed ? 'max-age=31536000, immutable' : 'max-age=3600';
      response.setHeader('cache-control', `public, ${lifetime}`);
    },
  });
  return async ({ env: { incoming, outgoing } }, next) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return next();
    // Ends the response if a file was deleted since the start, for example by a new build.
    outgoing.once('pipe', (file) => file.once('error', () => outgoing.destroy()));
    let isThere = true;
    send(incoming, outgoing, () => {
      isThere = false;
    });
    return isThere ? RESPONSE_ALREADY_SENT : next();
  };
}

/** Only `chunked` is decoded here; two servers could disagree about where a body in another transfer coding ends. */
const knownFraming: MiddlewareHandler<Env> = async (c, next) => {
  if ((c.req.header('transfer-encoding') ?? 'chunked').toLowerCase() === 'chunked') return next();
  // Node refuses most of these itself in the same turn of the event loop, which would cut off an answer sent now.
  await setImmediate();
  c.header('connection', 'close');
  return refuse(c, 400, 'malformed_body', 'The body could not be read');
};

/** Accepts writes only from pages of this site or from non-browser clients. Reads are open to all. */
const sameOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const origin = c.req.header('origin');
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (reads || !origin || URL.parse(origin)?.host === c.req.header('host')) return next();
  return refuse(c, 403, 'wrong_origin', 'This request is only allowed from the shop itself.');
};

/** Recognises the site's own address, and the loopback names on its port. */
export function ownHosts({ siteUrl }: SiteEnvironment) {
  const ownHost = URL.parse(siteUrl)?.host;
  return (host = '', { socket }: IncomingMessage): boolean => {
    if (host === ownHost) return true;
    const [, port] = /^(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host) ?? [];
    return Number(port) === socket.localPort;
  };
}

/** Concurrent requests per address; a page with all its calls and pictures needs fewer. */
const concurrency = 48;
/** How many more requests may wait, and for how long. */
const maxWaiting = 200;
const timeoutMs = 2000;

/** Limits concurrent requests per address, so that one client cannot block all others. */
function addressLimit({ trustedProxies }: SiteEnvironment): MiddlewareHandler<Env> {
  const limits = new Map<string, LimitFunction>();
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const address = addressKey(clientAddress(incoming, trustedProxies));
    const limit = limits.get(address) ?? pLimit(concurrency);
    limits.set(address, limit);
    const { promise: isItsTurn, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, timeoutMs, false);
    const answer = async () => {
      resolve(true);
      if (!outgoing.closed) await new Promise((end) => outgoing.once('close', end));
    };
    if (limit.pendingCount >= maxWaiting) resolve(false);
    else
      void limit(answer).then(() => {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(address);
      });
    const mayGoOn = await isItsTurn;
    clearTimeout(timer);
    if (mayGoOn) return next();
    c.header('retry-after', '2');
    const message = 'Too many requests at once. Please wait a moment!';
    return refuse(c, 429, 'too_many_requests', message);
  };
}
