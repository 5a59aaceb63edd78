import { PassThrough, Readable } from 'node:stream';
import { Hono, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { decodeJwt } from 'jose';
import { Pool, type Dispatcher } from 'undici';
import { loginInput, loginJoined, loginToken } from '#shared/schemas/auth.ts';
import { tooLargeText } from '#shared/read-bytes.ts';
import { sendWhole, type CacheSender } from '../cache/send.ts';
import { apiKey, bypassesCache } from '../cache/keys.ts';
import type { Answer } from '../cache/store.ts';
import { readDeviceCookie, writeDeviceCookie } from '../device-cookie.ts';
import { anonHeaders, type SiteEnvironment } from '../environment.ts';
import {
  clientAddress,
  idHeader,
  kindOf,
  readBody,
  refuse,
  requestIdOf,
  targetOf,
  type Env,
  type SiteContext,
} from '../http.ts';
import { log } from '../log.ts';
import { mayPreview } from '../preview-cookie.ts';
import { endSession, startSession, type Role } from './session.ts';

/** In bytes. A body larger than `whole` is streamed as an upload; the API has lower limits per call. */
const maxBytes = { whole: 256 * 1024, upload: 100 * 1024 * 1024 };
/**
 * Uploads are limited by the server's `requestTimeout`; `answer` is the timeout until the response starts, and between its
 * chunks.
 */
const timeoutMs = { whole: 10_000, publicCall: 15_000, answer: 60_000 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The bodies of other methods are dropped. */
const methodsWithBody = ['POST', 'PUT', 'PATCH', 'DELETE'];

const logins: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-login': 'user',
  'POST /api/v1/auth/login': 'admin',
  'POST /api/v1/auth/visit': 'visitor',
};
const logouts: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-logout': 'user',
  'POST /api/v1/auth/admin-logout': 'admin',
  'DELETE /api/v1/users/profile': 'user',
};

/** Writes that do not affect public responses. */
const privateWrite = /^\/api\/v1\/(?:cart|auth|orders|contact)(?:\/|$)/;

/** The forwarded request headers; everything else is dropped, in particular the site's cookies. */
const requestHeaders = [
  ...['accept', 'accept-language', 'authorization', 'content-type'],
  ...['idempotency-key', 'if-none-match', 'user-agent'],
  ...['mcp-method', 'mcp-name', 'mcp-protocol-version'],
];

/** The response headers that are not forwarded: the session, and hop-by-hop headers. */
const ownHeaders = new Set([
  ...['connection', 'content-length', 'keep-alive', 'transfer-encoding'],
  ...['set-cookie', 'x-session', 'x-cache-tags'],
]);

export interface ApiOptions {
  readonly environment: SiteEnvironment;
  readonly limit: MiddlewareHandler<Env>;
  readonly cache: CacheSender | undefined;
}

/**
 * Forwards `/api/v1/*`, and `/mcp` as one of these calls, to the function, with the client's address and the secret that proves
 * it. The refresh token of a login becomes an httpOnly cookie here and is never visible to scripts.
 */
export function apiRoutes({ environment, limit, cache }: ApiOptions): Hono<Env> {
  const ask = functionsClient(environment);
  return new Hono<Env>()
    .use(knownCalls)
    .on(methodsWithBody, '*', takeBody)
    .use(limit)
    .get('*', (c, next) => {
      const key = bypassesCache(c.env.incoming) ? null : apiKey(targetOf(c.req));
      if (!cache?.freshness.feed.ready || key === null) return next();
      return cache.respond(c, key, () => askAsVisitor(c, environment, ask, key));
    })
    .all('*', async (c) => {
      const answer = await forward(c, environment, ask);
      const refreshToken = answer.headers['x-session'];
      const isShort = Number(answer.headers['content-length'] ?? Infinity) <= maxBytes.whole;
      // Reading it completely is much cheaper than streaming between two sockets.
      const whole = isShort || refreshToken ? Buffer.from(await answer.body.arrayBuffer()) : null;
      for (const cookie of await cookiesAfter(c, environment, cache, answer, whole)) {
        c.header('set-cookie', cookie, { append: true });
      }
      const names = Object.keys(answer.headers).filter((name) => !ownHeaders.has(name));
      const headers = pick(answer.headers, names);
      const status = answer.statusCode as ContentfulStatusCode;
      if (whole) return sendWhole(c, { status, headers, body: whole });
      // A truncated response must not end as if it were complete. Hono would print the error, so it gets a stream without one.
      answer.body.once('error', (reason) => breakOff(c, reason));
      const body = answer.body.pipe(new PassThrough());
      return c.body(Readable.toWeb(body) as ReadableStream, status, headers);
    });
}

const knownCalls: MiddlewareHandler<Env> = async (c, next) => {
  // The secret gives access to operator-only calls, so encoded paths are rejected.
  if (kindOf(targetOf(c.req)) !== 'api') {
    return refuse(c, 404, 'not_found', 'This endpoint does not exist');
  }
  if (methods.includes(c.req.method)) return next();
  c.header('allow', methods.join(', '));
  return refuse(c, 405, 'method_not_allowed', 'This method is not supported');
};

function breakOff({ env: { incoming, outgoing } }: SiteContext, reason: Error): void {
  // A disconnected client is not an error.
  if (!outgoing.destroyed) log.error({ requestId: requestIdOf(incoming), reason }, 'api');
  outgoing.destroy();
}

const takeBody: MiddlewareHandler<Env> = async (c, next) => {
  const { incoming } = c.env;
  const length = Number(incoming.headers['content-length'] ?? 0);
  // Undici destroys the body stream on an early response; with the request itself, that would close its socket.
  const isUpload = length > maxBytes.whole && length <= maxBytes.upload;
  const body = isUpload
    ? incoming.pipe(new PassThrough())
    : await readBody(incoming, { maxBytes: maxBytes.whole, timeoutMs: timeoutMs.whole });
  if (body === 'too_large') {
    const most = length > maxBytes.upload ? maxBytes.upload : maxBytes.whole;
    return refuse(c, 413, 'too_large', tooLargeText(most));
  }
  if (body === 'too_slow') {
    return refuse(c, 408, 'too_slow', 'The request took too long to arrive. Please try again!');
  }
  c.set('body', body);
  return next();
};

type Ask = (
  target: string,
  request: Omit<Dispatcher.RequestOptions, 'path'>,
) => Promise<Dispatcher.ResponseData>;

/**
 * Calls an edge function over connections that are kept alive; `target` begins with its name. Undici frames each request and
 * checks its
 * length, so a stream for a body needs `content-length` in the headers. Rejects without a response.
 */
function functionsClient({ functionsUrl }: SiteEnvironment): Ask {
  const { origin, pathname } = new URL(functionsUrl);
  const timeouts = { headersTimeout: timeoutMs.answer, bodyTimeout: timeoutMs.answer };
  const pool = new Pool(origin, { connections: 128, ...timeouts });
  // Uploads hold a connection for as long as the client sends, so they have a separate pool.
  const uploads = new Pool(origin, { connections: 16, ...timeouts });
  return (target, request) =>
    (request.body instanceof Readable ? uploads : pool).request({
      ...request,
      path: pathname.replace(/\/$/, '') + target,
    });
}

async function forward(
  c: SiteContext,
  environment: SiteEnvironment,
  ask: Ask,
): Promise<Dispatcher.ResponseData> {
  const { incoming, outgoing } = c.env;
  const loginAs = logins[`${c.req.method} ${c.req.path}`];
  const device = loginAs && (await readDeviceCookie(environment, loginAs, incoming.headers.cookie));
  const body = c.get('body') ?? null;
  const isUpload = body instanceof PassThrough;
  const left = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort();
  });
  const names = isUpload ? [...requestHeaders, 'content-length'] : requestHeaders;
  const headers = {
    ...anonHeaders(environment.anonKey),
    ...pick(incoming.headers, names),
    'x-site-secret': environment.siteSecret,
    'x-client-address': clientAddress(incoming, environment.trustedProxies),
    [idHeader]: requestIdOf(incoming),
    ...(device ? { 'x-device': device } : {}),
    ...((await mayPreview(environment, incoming)) ? { 'x-sees-closed-shop': '1' } : {}),
  };
  const method = c.req.method as Dispatcher.HttpMethod;
  const target = targetOf(c.req).replace(/^\/mcp\b/, '/api/v1/mcp');
  return ask(target, { method, headers, body, signal: left.signal });
}

/** False for a login that is not JSON, such as a form, which the API takes too. */
function isRemembered(body: unknown): boolean {
  try {
    return loginInput.parse(JSON.parse(String(body))).remember ?? false;
  } catch {
    return false;
  }
}

/** The cookies for a response: session start or end, and the freshness cookie. */
async function cookiesAfter(
  c: SiteContext,
  environment: SiteEnvironment,
  cache: CacheSender | undefined,
  { statusCode: status, headers }: Dispatcher.ResponseData,
  whole: Buffer | null,
): Promise<string[]> {
  const { incoming } = c.env;
  const call = `${c.req.method} ${c.req.path}`;
  const cookies: string[] = [];
  const loginAs = logins[call];
  const refreshToken = headers['x-session'];
  if (loginAs && status < 300 && typeof refreshToken === 'string') {
    const reply: unknown = JSON.parse(String(whole));
    const accessToken = loginToken.parse(reply);
    // The cart of a visitor is kept after the browser closes.
    const remember = loginAs === 'visitor' || isRemembered(c.get('body'));
    if (loginJoined.safeParse(reply).data?.joined) {
      cookies.push(...(await endSession(environment, 'visitor')));
    }
    const login = { accessToken, refreshToken, remember };
    cookies.push(...(await startSession(environment, loginAs, login)));
    const { sub } = decodeJwt(accessToken);
    // A visitor without an account has no password to guess.
    if (sub && loginAs !== 'visitor')
      cookies.push(await writeDeviceCookie(environment, loginAs, sub));
  }
  const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  // After a conflict, the client must see the current version, like after a write.
  if (writes && (status < 400 || status === 409)) {
    const seen = !privateWrite.test(c.req.path) && cache?.freshness.cookieForWriter(incoming);
    if (seen) cookies.push(seen);
  } else if (headers['x-cache-tags'] !== undefined) {
    const seen = cache?.freshness.cookieFor(incoming);
    if (seen) cookies.push(seen);
  }
  const logoutOf = logouts[call];
  // A logout is refused if the session has already ended.
  if (logoutOf && (status < 300 || (status === 401 && c.req.method === 'POST'))) {
    cookies.push(...(await endSession(environment, logoutOf)));
  }
  return cookies;
}

/** The forwarded headers of a public response; others belong to the connection or request. */
const publicHeaders = ['content-type', 'x-content-type-options'];

/** Makes a public call as a visitor and reads the complete response. Rejects without one. */
async function askAsVisitor(
  c: SiteContext,
  environment: SiteEnvironment,
  ask: Ask,
  target: string,
): Promise<Answer> {
  const { statusCode, headers, body } = await ask(target, {
    method: 'GET',
    headers: {
      ...anonHeaders(environment.anonKey),
      accept: 'application/json',
      [idHeader]: requestIdOf(c.env.incoming),
    },
    signal: AbortSignal.timeout(timeoutMs.publicCall),
  });
  const tags = String(headers['x-cache-tags'] ?? '').match(/\S+/g);
  return {
    status: statusCode,
    headers: pick(headers, publicHeaders),
    body: Buffer.from(await body.arrayBuffer()),
    tags: statusCode === 200 && tags ? new Set(tags) : null,
  };
}

function pick(headers: NodeJS.Dict<string | string[]>, names: readonly string[]) {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = String(value);
  }
  return picked;
}
