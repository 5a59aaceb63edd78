import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loginInput, loginToken } from '#shared/schemas/auth.ts';
import { clientAddress } from './client-address.ts';
import { endSession, keepSession, type Role } from './session-cookies.ts';
import type { SiteEnvironment } from './environment.ts';
import { requestIdOf } from './request-id.ts';
import type { Behind, Service } from './service.ts';
import { refuse, refuseUnavailable, sameOrigin } from './replies.ts';
import { endEarly, isUnread, readBody } from './request-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** In bytes. A larger body than `whole` is streamed as an upload; the API has narrower limits per call. */
const largest = { whole: 256 * 1024, upload: 100 * 1024 * 1024 };
/** Milliseconds for a whole body, and for an upload. */
const deadlines = { whole: 10_000, upload: 5 * 60_000 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The bodies of other methods are dropped. */
const withBody = ['POST', 'PUT', 'PATCH', 'DELETE'];

const logins: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-login': 'user',
  'POST /api/v1/auth/login': 'admin',
};
const endings: Readonly<Record<string, Role>> = {
  'POST /api/v1/auth/user-logout': 'user',
  'POST /api/v1/auth/admin-logout': 'admin',
  'DELETE /api/v1/users/profile': 'user',
};

/** What a browser may send on; everything else stays here, the site's cookies above all. */
const passedOn = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'user-agent',
];

/** What of an answer stays here: the session above all, and what belongs to the one connection. */
const keptBack = new Set([
  'x-session',
  'x-cache-tags',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
]);

/**
 * Forwards `/api/v1/*` to the function. The address that the site saw goes along beside the secret that proves it. A
 * login's refresh token ends here: it becomes an httpOnly cookie, and no script ever sees it.
 */
export function createForwarder(
  environment: SiteEnvironment,
  { upstream, limit, answers }: Behind,
): Service {
  /** Sends what the function answered, with the cookies that follow from it. */
  const send = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, answer, body }: { path: string; answer: UpstreamAnswer; body: Body },
  ): Promise<void> => {
    const status = answer.statusCode;
    const call = `${request.method} ${path}`;
    const loginAs = logins[call];
    const refreshToken = answer.headers['x-session'];
    const isShort = Number(answer.headers['content-length'] ?? Infinity) <= largest.whole;
    // Read at once, which costs far less than a stream between two sockets.
    const whole =
      isShort || refreshToken !== undefined ? Buffer.from(await answer.body.arrayBuffer()) : null;
    if (loginAs && status === 200 && typeof refreshToken === 'string') {
      const accessToken = loginToken.parse(JSON.parse(String(whole)));
      const { remember } = loginInput.parse(JSON.parse(String(body)));
      const login = { accessToken, refreshToken, remember };
      response.appendHeader('set-cookie', await keepSession(environment, loginAs, login));
    }
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    const shows = answer.headers['x-cache-tags'] !== undefined;
    // Who is refused since something has changed must see what is there now, like who changed it.
    const wrote = writes && (status < 400 || status === 409);
    const mark = wrote ? answers?.noteWrite(request, path) : shows && answers?.noteAnswer(request);
    if (mark) response.appendHeader('set-cookie', mark);
    const leaving = endings[call];
    // A logout is refused where the session has already ended.
    if (leaving && (status < 300 || (status === 401 && request.method === 'POST'))) {
      response.appendHeader('set-cookie', await endSession(environment, leaving));
    }
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !keptBack.has(name)) response.setHeader(name, value);
    }
    response.statusCode = status;
    const early = isUnread(request);
    if (early) response.setHeader('connection', 'close');
    if (!whole) await pipeline(answer.body, response, { end: !early });
    if (early) await endEarly(request, response, whole ?? '');
    else if (whole) response.end(whole);
  };

  const forward = async (request: IncomingMessage, response: ServerResponse, target: string) => {
    const [path = ''] = target.split('?', 1);
    const body = withBody.includes(request.method ?? '') ? await takeBody(request) : null;
    if (body === 'too_large') {
      return refuse(response, 413, 'too_large', 'That is too large to be sent.');
    }
    if (body === 'too_slow') {
      return refuse(response, 408, 'too_slow', 'That took too long to arrive. Please try again!');
    }
    if (!(await limit.admits(request, response))) return;
    if (answers?.answer(request, response)) return;
    const isUpload = body instanceof PassThrough;
    const left = new AbortController();
    const deadline = isUpload && setTimeout(() => left.abort(), deadlines.upload);
    response.once('close', () => {
      if (deadline) clearTimeout(deadline);
      if (!response.writableFinished) left.abort();
    });
    const answer = await upstream.ask(target, {
      method: request.method ?? 'GET',
      headers: headersFor(request, environment, isUpload),
      body,
      signal: left.signal,
    });
    await send(request, response, { path, answer, body });
  };

  return (request, response) => {
    if (!/^\/api\/v1(\/|\?|$)/.test(request.url ?? '')) return false;
    const target = plainTarget(request.url ?? '');
    if (target === null) refuse(response, 404, 'not_found', 'There is no such call');
    else if (!methods.includes(request.method ?? '')) {
      response.setHeader('allow', methods.join(', '));
      refuse(response, 405, 'method_not_allowed', 'This method is not known here');
    } else if (!sameOrigin(request)) {
      refuse(response, 403, 'wrong_origin', 'This call may only be made from the shop itself.');
    } else {
      forward(request, response, target).catch((error: unknown) =>
        refuseUnavailable(response, 'forwarder', error),
      );
    }
    return true;
  };
}

/** The whole body, a stream for an upload, or null for a request without a body. */
type Body = Buffer | PassThrough | null;

async function takeBody(request: IncomingMessage): Promise<Body | 'too_large' | 'too_slow'> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > largest.upload) return 'too_large';
  // Undici destroys the body's stream on an early answer; the request itself would take its socket with it.
  if (length > largest.whole) return request.pipe(new PassThrough());
  return readBody(request, { most: largest.whole, ms: deadlines.whole });
}

/**
 * Path and query with every `..` resolved; null where they lead out of the API. Behind the secret that goes along stand
 * calls for the operator alone.
 */
function plainTarget(url: string): string | null {
  const plain = URL.parse(url, 'http://site');
  if (!plain || !/^\/api\/v1(\/|$)/.test(plain.pathname)) return null;
  return plain.pathname + plain.search;
}

function headersFor(
  request: IncomingMessage,
  environment: SiteEnvironment,
  isUpload: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of isUpload ? [...passedOn, 'content-length'] : passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  headers['authorization'] ??= `Bearer ${environment.anonKey}`;
  headers['apikey'] = environment.anonKey;
  headers['x-site-secret'] = environment.siteSecret;
  headers['x-client-address'] = clientAddress(request, environment.trustedProxies);
  headers['x-request-id'] = requestIdOf(request);
  return headers;
}
