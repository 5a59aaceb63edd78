import { PassThrough, Readable } from 'node:stream';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { loginInput, loginToken } from '#shared/schemas/auth.ts';
import { apiKey, asksAnew } from '../cache/keys.ts';
import { sendWhole, type CacheSender } from '../cache/send.ts';
import type { Answer } from '../cache/store.ts';
import { clientAddress } from '../addresses.ts';
import type { SiteEnvironment } from '../environment.ts';
import { readBody, refuse, targetOf, type Env } from '../http.ts';
import type { Upstream, UpstreamAnswer } from '../upstream.ts';
import { endSession, startSession, type Role } from './session.ts';

/** In bytes. A larger body than `whole` is streamed as an upload; the API has narrower limits per call. */
const maxBytes = { whole: 256 * 1024, upload: 100 * 1024 * 1024 };
const timeoutMs = { whole: 10_000, upload: 5 * 60_000, publicCall: 15_000 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The bodies of other methods are dropped. */
const methodsWithBody = ['POST', 'PUT', 'PATCH', 'DELETE'];

const logins: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-login': 'user',
  'POST /api/v1/auth/login': 'admin',
};
const logouts: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-logout': 'user',
  'POST /api/v1/auth/admin-logout': 'admin',
  'DELETE /api/v1/users/profile': 'user',
};

/** Writes that no public call shows anything of. */
const privateWrite = /^\/api\/v1\/(?:cart|auth|orders|contact)(?:\/|$)/;

/** What a browser may send on; everything else stays here, the site's cookies above all. */
const requestHeaders = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'user-agent',
];

/** What of an answer stays here: the session above all, and what belongs to the one connection. */
const hopHeaders = [
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
];
const ownHeaders = new Set([...hopHeaders, 'x-session', 'x-cache-tags']);

export interface ApiOptions {
  readonly environment: SiteEnvironment;
  readonly upstream: Upstream;
  readonly limit: MiddlewareHandler<Env>;
  readonly cache?: CacheSender;
}

/** The whole body, a stream for an upload, or null for a request without a body. */
type Body = Buffer | PassThrough | null;

interface ApiEnv extends Env {
  Variables: Env['Variables'] & { body?: Body };
}

/**
 * Forwards `/api/v1/*` to the function. The address that the site saw goes along beside the secret that proves it. A
 * login's refresh token ends here: it becomes an httpOnly cookie, and no script ever sees it.
 */
export function apiRoutes(options: ApiOptions): Hono<ApiEnv> {
  const { limit, cache } = options;
  return new Hono<ApiEnv>()
    .use(knownCalls)
    .on(methodsWithBody, '*', takeBody)
    .use(limit)
    .get('*', (c, next) => {
      const key = asksAnew(c.env.incoming) ? null : apiKey(targetOf(c.req));
      if (!cache?.freshness.ready || key === null) return next();
      return cache.respond(c, key, () => askAsVisitor(c, options, key));
    })
    .all('*', async (c) => {
      const answer = await forward(c, options);
      const refreshToken = answer.headers['x-session'];
      const isShort = Number(answer.headers['content-length'] ?? Infinity) <= maxBytes.whole;
      // Read at once, which costs far less than a stream between two sockets.
      const whole = isShort || refreshToken ? Buffer.from(await answer.body.arrayBuffer()) : null;
      for (const cookie of await cookiesAfter(c, options, answer, whole)) {
        c.header('set-cookie', cookie, { append: true });
      }
      const names = Object.keys(answer.headers).filter((name) => !ownHeaders.has(name));
      const headers = pick(answer.headers, names);
      const status = answer.statusCode as ContentfulStatusCode;
      if (whole) return sendWhole(c, { status, headers, body: whole });
      // An answer that breaks off must not end as if it were whole.
      answer.body.once('error', () => c.env.outgoing.destroy());
      return c.body(Readable.toWeb(answer.body) as ReadableStream, status, headers);
    });
}

const knownCalls: MiddlewareHandler<ApiEnv> = async (c, next) => {
  // Behind the secret stand calls for the operator alone: what only decodes to an address of the API is none.
  if (!/^\/api\/v1(\/|\?|$)/.test(targetOf(c.req))) {
    return refuse(c, 404, 'not_found', 'There is no such call');
  }
  if (methods.includes(c.req.method)) return next();
  c.header('allow', methods.join(', '));
  return refuse(c, 405, 'method_not_allowed', 'This method is not known here');
};

const takeBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { incoming } = c.env;
  const length = Number(incoming.headers['content-length'] ?? 0);
  // Undici destroys the body's stream on an early answer; the request itself would take its socket with it.
  const isUpload = length > maxBytes.whole && length <= maxBytes.upload;
  const body = isUpload
    ? incoming.pipe(new PassThrough())
    : await readBody(incoming, { maxBytes: maxBytes.whole, timeoutMs: timeoutMs.whole });
  if (body === 'too_large') return refuse(c, 413, 'too_large', 'That is too large to be sent.');
  if (body === 'too_slow') {
    return refuse(c, 408, 'too_slow', 'That took too long to arrive. Please try again!');
  }
  c.set('body', body);
  return next();
};

function forward(
  c: Context<ApiEnv>,
  { environment, upstream }: ApiOptions,
): Promise<UpstreamAnswer> {
  const { incoming, outgoing } = c.env;
  const body = c.get('body') ?? null;
  const isUpload = body instanceof PassThrough;
  const left = new AbortController();
  const deadline = isUpload && setTimeout(() => left.abort(), timeoutMs.upload);
  outgoing.once('close', () => {
    if (deadline) clearTimeout(deadline);
    if (!outgoing.writableFinished) left.abort();
  });
  const names = isUpload ? [...requestHeaders, 'content-length'] : requestHeaders;
  const headers = {
    authorization: `Bearer ${environment.anonKey}`,
    ...pick(incoming.headers, names),
    apikey: environment.anonKey,
    'x-site-secret': environment.siteSecret,
    'x-client-address': clientAddress(incoming, environment.trustedProxies),
    'x-request-id': c.var.requestId,
  };
  const { method } = c.req;
  return upstream.ask(targetOf(c.req), { method, headers, body, signal: left.signal });
}

/** The cookies that follow from an answer: a session begins or ends, and who has seen or made a change is not shown less. */
async function cookiesAfter(
  c: Context<ApiEnv>,
  { environment, cache }: ApiOptions,
  { statusCode: status, headers }: UpstreamAnswer,
  whole: Buffer | null,
): Promise<string[]> {
  const { incoming } = c.env;
  const call = `${c.req.method} ${c.req.path}`;
  const cookies: string[] = [];
  const loginAs = logins[call];
  const refreshToken = headers['x-session'];
  if (loginAs && status === 200 && typeof refreshToken === 'string') {
    const accessToken = loginToken.parse(JSON.parse(String(whole)));
    const { remember } = loginInput.parse(JSON.parse(String(c.get('body'))));
    const login = { accessToken, refreshToken, remember };
    cookies.push(...(await startSession(environment, loginAs, login)));
  }
  const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  // Who is refused since something has changed must see what is there now, like who changed it.
  if (writes && (status < 400 || status === 409)) {
    const mark = !privateWrite.test(c.req.path) && cache?.freshness.markWriter(incoming);
    if (mark) cookies.push(mark);
  } else if (headers['x-cache-tags'] !== undefined) {
    const mark = cache?.freshness.markFor(incoming, cache.freshness.now());
    if (mark) cookies.push(mark);
  }
  const logoutOf = logouts[call];
  // A logout is refused where the session has already ended.
  if (logoutOf && (status < 300 || (status === 401 && c.req.method === 'POST'))) {
    cookies.push(...(await endSession(environment, logoutOf)));
  }
  return cookies;
}

/** What of a public answer is passed on; the rest belongs to the one connection or the one request. */
const publicHeaders = ['content-type', 'x-content-type-options'];

/** Asks a public call, as a visitor, and reads the whole answer. Rejects where there is none. */
async function askAsVisitor(
  c: Context<ApiEnv>,
  { environment: { anonKey: apikey }, upstream }: ApiOptions,
  target: string,
): Promise<Answer> {
  const accept = 'application/json';
  const id = { 'x-request-id': c.var.requestId };
  const { statusCode, headers, body } = await upstream.ask(target, {
    method: 'GET',
    headers: { accept, apikey, authorization: `Bearer ${apikey}`, ...id },
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
