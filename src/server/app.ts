import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import sirv from 'sirv';
import { addressLimit } from './addresses.ts';
import { minCompressed, type CacheSender } from './cache/send.ts';
import type { SiteEnvironment } from './environment.ts';
import { kindOf, refuse, requestIdOf, type Env } from './http.ts';
import { log, reasonOf } from './log.ts';
import { apiRoutes } from './routes/api.ts';
import { imageRoutes } from './routes/images.ts';
import { sessionRoutes } from './routes/session.ts';
import type { Upstream } from './upstream.ts';

export type Stage = 'starting' | 'ready' | 'stopping';

export interface AppOptions {
  readonly environment: SiteEnvironment;
  readonly upstream: Upstream;
  /** Answers what no other route does. */
  readonly pages: Hono<Env>;
  readonly files?: MiddlewareHandler<Env>;
  readonly cache?: CacheSender;
  readonly stage?: () => Stage;
}

/** The site: what it refuses, then its routes in the order of this list. */
export function createApp(options: AppOptions): Hono<Env> {
  const { environment, upstream, pages, files, cache, stage = () => 'ready' } = options;
  const limit = addressLimit(environment.trustedProxies);
  const isOwnHost = ownHosts(environment);
  const app = new Hono<Env>()
    .use(
      requestId({ headerName: '', generator: ({ env }) => requestIdOf(env.incoming) }),
      secureHeaders(headerOptions(environment)),
    )
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (c) => {
      const isStuck = stage() === 'ready' && !(await upstream.isResponsive());
      const status = isStuck ? 'stuck' : stage();
      return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
    })
    .use(async (c, next) => {
      if (isOwnHost(c.env.incoming)) return next();
      return refuse(c, 421, 'wrong_host', 'This server does not serve that host.');
    })
    .use(knownFraming, sameOrigin, compress({ threshold: minCompressed }))
    .route('/api/v1', apiRoutes({ environment, upstream, limit, ...(cache && { cache }) }));
  if (files) app.use(files);
  app.use(limit);
  app.route('/session', sessionRoutes(environment)).route('/images', imageRoutes(environment));
  return app.route('/', pages).onError((error, c) => {
    const { requestId } = c.var;
    // A client that left takes its call back, which is no fault.
    if (c.env.outgoing.destroyed) return c.body(null, 503);
    log('error', kindOf(c.req.path), { requestId, path: c.req.path, reason: reasonOf(error) });
    c.header('retry-after', '5');
    const message = 'The shop is not answering right now. Please try again in a moment.';
    return refuse(c, 503, 'unavailable', message);
  });
}

const headerOptions = ({ siteUrl }: SiteEnvironment): Parameters<typeof secureHeaders>[0] => ({
  referrerPolicy: 'strict-origin-when-cross-origin',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  strictTransportSecurity: siteUrl.startsWith('https:') && 'max-age=31536000',
  // A page must fit into the first flight of a connection: what no browser of today needs is left out.
  ...{ crossOriginOpenerPolicy: false, originAgentCluster: false, xDnsPrefetchControl: false },
  ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
});

/** The security headers that every response has, for what is sent without the app. */
export async function securityHeaders(environment: SiteEnvironment): Promise<Headers> {
  const app = new Hono().use(secureHeaders(headerOptions(environment)));
  const { headers } = await app.get('/', (c) => c.body(null)).request('/');
  return headers;
}

/** Sends the files of a folder, with `headers`, which every response has; what is not there goes on to the next handler. */
export function staticFiles(folder: string, headers: Headers): MiddlewareHandler<Env> {
  const send = sirv(folder, {
    ...{ brotli: true, gzip: true, etag: true },
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/_astro/');
      const lifetime = isHashed ? 'max-age=31536000, immutable' : 'max-age=3600';
      response.setHeaders(headers).setHeader('cache-control', `public, ${lifetime}`);
    },
  });
  return async ({ env: { incoming, outgoing } }, next) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return next();
    // A file that is gone since the start, as while a new build is laid over the old one, ends its answer at once.
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
  return refuse(c, 400, 'malformed_body', 'The body could not be read');
};

/** Lets a request change something that was made by a page of this site, or by no page at all. Reading is open to all. */
const sameOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const origin = c.req.header('origin');
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (reads || !origin || URL.parse(origin)?.host === c.req.header('host')) return next();
  return refuse(c, 403, 'wrong_origin', 'This call may only be made from the shop itself.');
};

/** Recognises the site's own address, and the loopback names on its port. */
export function ownHosts({ siteUrl }: SiteEnvironment): (request: IncomingMessage) => boolean {
  const ownHost = URL.parse(siteUrl)?.host;
  /** Nearly all requests name the same. */
  let known: string | undefined;
  return ({ headers, socket }) => {
    const host = headers.host?.toLowerCase();
    if (!host) return false;
    if (host === known || host === ownHost) return true;
    const [, name, port] = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host) ?? [];
    if (name === undefined || Number(port) !== socket.localPort) return false;
    known = host;
    return true;
  };
}
