import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { clientAddress } from './client-address.ts';
import { clearSession, keepSession, type Role } from './session-cookies.ts';
import type { SiteEnvironment } from './environment.ts';
import { requestIdOf } from './request-id.ts';
import type { Service } from './services.ts';
import { refuse, refuseUnavailable, sameOrigin } from './replies.ts';
import { createUpstream } from './upstream.ts';
import type { Answers } from './answers.ts';

/** Uploads of several pictures are the largest bodies; the API has narrower limits per call. */
const largestBody = 100 * 1024 * 1024;
const patience = 60_000;

const logins: Readonly<Record<string, Role>> = {
  '/api/v1/auth/user-login': 'user',
  '/api/v1/auth/login': 'admin',
};
const logouts: Readonly<Record<string, Role>> = {
  '/api/v1/auth/user-logout': 'user',
  '/api/v1/auth/admin-logout': 'admin',
};
const profile = '/api/v1/users/profile';

/** What a browser may send on; everything else stays here, the site's cookies above all. */
const passedOn = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'content-length',
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
export function createForwarder(environment: SiteEnvironment, answers?: Answers): Service {
  const upstream = createUpstream(environment);

  return (request, response) => {
    if (!/^\/api\/v1(\/|\?|$)/.test(request.url ?? '')) return false;
    const target = plainTarget(request.url ?? '');
    if (target === null) {
      refuse(response, 404, 'not_found', 'There is no such call');
      return true;
    }
    if (!sameOrigin(request)) {
      refuse(response, 403, 'wrong_origin', 'This call may only be made from the shop itself.');
      return true;
    }
    if (Number(request.headers['content-length'] ?? 0) > largestBody) {
      refuse(response, 413, 'too_large', 'That is too large to be sent.');
      return true;
    }
    if (answers?.answer(request, response)) return true;
    const path = target.split('?')[0] ?? '';
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    const loginAs = request.method === 'POST' ? logins[path] : undefined;
    const remembered = loginAs ? watchForRemember(request) : () => false;

    const call = upstream.request(
      target,
      { method: request.method, headers: headersFor(request, environment), timeout: patience },
      (answer) => {
        const headers = Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !keptBack.has(name)),
        );
        const status = answer.statusCode ?? 502;
        const session = answer.headers['x-session'];
        const shows = answer.headers['x-cache-tags'] !== undefined;
        if (loginAs && status === 200 && typeof session === 'string' && session) {
          keepSession(response, environment, loginAs, { token: session, remember: remembered() });
        }
        // Who is refused since something has changed must see what is there now, like who changed it.
        const wrote = writes && (status < 400 || status === 409);
        const mark = wrote
          ? answers?.noteWrite(request, path)
          : shows && answers?.noteAnswer(request);
        if (mark) response.appendHeader('set-cookie', mark);
        const leaving = logouts[path];
        if (leaving && (status < 300 || status === 401))
          clearSession(response, environment, leaving);
        if (path === profile && request.method === 'DELETE' && status < 300)
          clearSession(response, environment, 'user');
        response.writeHead(status, headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', (error) => refuseUnavailable(response, 'forwarder', error));
    response.on('close', () => {
      if (!response.writableFinished) call.destroy();
    });
    request.pipe(call);
    return true;
  };
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

function headersFor(request: IncomingMessage, environment: SiteEnvironment): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const name of passedOn) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  headers['authorization'] ??= `Bearer ${environment.anonKey}`;
  headers['apikey'] = environment.anonKey;
  headers['x-site-secret'] = environment.siteSecret;
  headers['x-client-address'] = clientAddress(request, environment.trustedProxies);
  headers['x-request-id'] = requestIdOf(request);
  return headers;
}

/** Reads along as the login's body goes through. */
function watchForRemember(request: IncomingMessage): () => boolean {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= 8192) chunks.push(chunk);
  });
  return () => {
    try {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      return (
        typeof body === 'object' && body !== null && 'remember' in body && body.remember === true
      );
    } catch {
      return false;
    }
  };
}
