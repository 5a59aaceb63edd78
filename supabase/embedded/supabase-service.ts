import { isIP } from 'node:net';
import type { Hono } from 'hono';
import type { AuthLimits } from './auth-limits.ts';
import { withMails } from './auth-mails.ts';
import { createAuthService } from './auth-service.ts';
import type { Sql } from './bootstrap.ts';
import type { Config } from './config.ts';
import type { Lite } from './lite.ts';
import { withRequest } from './session-settings.ts';
import { handleListOrSign, type CallLite } from './storage-lists.ts';
import { readBucket, readUpload } from './storage-upload.ts';
import { correctStorageResponse } from './storage-responses.ts';
import type { Tokens } from './tokens.ts';

/** The requests that a hosted project accepts without an API key. */
const publicRequests =
  /^(GET|HEAD|POST) \/auth\/v1\/(verify|callback|authorize|\.well-known\/)|^(GET|HEAD) \/storage\/v1\/(object\/(public|sign)|render\/image\/(public|sign)|status)|^PUT \/storage\/v1\/object\/upload\/sign/;

/** Supabase Lite 0.10.0 as a hosted project: with API keys, ES256 tokens, and the workarounds for single endpoints. */
export async function createSupabaseService(
  lite: Lite,
  tokens: Tokens,
  admin: Hono,
  { sql, ...settings }: { sql: Sql; limits: AuthLimits; config: Config['auth'] },
) {
  const auth = await createAuthService(sql, tokens, settings);
  return async (request: Request, peer: string): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname === '/auth/v1/.well-known/jwks.json') {
      return Response.json(tokens.jwks, { headers: { 'cache-control': 'public, max-age=600' } });
    }
    if (request.method === 'OPTIONS') return preflight(request);
    // Lite would decode the path, past the limits and rules of the decoded one. No endpoint needs an escape.
    if (/^\/auth\/v1\/.*%/.test(url.pathname)) {
      return withCors(Response.json({ message: 'Not Found' }, { status: 404 }));
    }
    const apiKey = request.headers.get('apikey') ?? url.searchParams.get('apikey');
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
    if (!publicRequests.test(`${request.method} ${url.pathname}`)) {
      const rejection = rejectApiKey(url, apiKey, bearer, tokens);
      if (rejection) return withCors(rejection);
    }
    const token = bearer ?? apiKey;
    const liteToken = token ? await tokens.toLiteToken(token) : null;
    if (url.pathname.startsWith('/auth/v1/admin/')) {
      if (tokens.roleOf(token) !== 'service_role') {
        const msg = 'User not allowed';
        return withCors(
          Response.json({ code: 403, error_code: 'not_admin', msg }, { status: 403 }),
        );
      }
      url.pathname = url.pathname.slice('/auth/v1/admin'.length);
      return withCors(await admin.fetch(new Request(url, request)));
    }
    const authorization = `Bearer ${liteToken ?? token ?? ''}`;
    const post: CallLite = (path, body, more) => {
      const headers = { authorization, 'content-type': 'application/json', ...more };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return lite.fetch(new Request(new URL(path, url), init), peer);
    };
    const handled = await handleListOrSign(request, url, post);
    if (handled) return withCors(handled);
    const callLite = async (): Promise<Response> => {
      const liteRequest = await toLiteRequest(request, url, token, liteToken);
      const response = await withMails(url, () =>
        withRequest(request, () => lite.fetch(liteRequest, peer)),
      );
      return request.method === 'HEAD' ? new Response(null, response) : response;
    };
    if (url.pathname.startsWith('/auth/v1/')) {
      const address = addressOf(request, peer, tokens.roleOf(apiKey) === 'service_role');
      return withCors(await auth({ request, url, address, liteToken, post }, callLite));
    }
    const response = await callLite();
    const isStorage = url.pathname.startsWith('/storage/v1/');
    return withCors(
      isStorage ? await correctStorageResponse(response, url, request.method) : response,
    );
  };
}

/** The address for rate limits: `sb-forwarded-for` from a holder of the secret key, as hosted projects can allow, else the peer. */
function addressOf(request: Request, peer: string, isTrusted: boolean): string {
  const forwarded = request.headers.get('sb-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return isTrusted && isIP(forwarded) ? forwarded : peer.replace(/^::ffff:/i, '');
}

function rejectApiKey(url: URL, apiKey: string | null, bearer: string | null, tokens: Tokens) {
  if (tokens.roleOf(apiKey)) return null;
  // Storage accepts a token alone, as on hosted projects.
  if (!apiKey && bearer && url.pathname.startsWith('/storage/')) return null;
  const message = apiKey ? 'Invalid API key' : 'No API key found in request';
  const hint = apiKey
    ? 'Double check your Supabase `anon` or `service_role` API key.'
    : 'No `apikey` request header or url param was found.';
  return Response.json({ message, hint }, { status: 401 });
}

async function toLiteRequest(
  request: Request,
  url: URL,
  token: string | null,
  liteToken: string | null,
) {
  const headers = new Headers(request.headers);
  headers.delete('apikey');
  url.searchParams.delete('apikey');
  // An invalid token is passed on unchanged, so that Lite rejects it.
  if (token) headers.set('authorization', `Bearer ${liteToken ?? token}`);
  // Lite 0.10.0 transforms images at the route of the object and has no separate one.
  url.pathname = url.pathname.replace(
    /^\/storage\/v1\/render\/image\/(authenticated\/)?/,
    '/storage/v1/object/',
  );
  const body =
    (await readBucket(request, headers, url)) ?? (await readUpload(request, headers, url));
  // Lite 0.10.0 takes the arguments of a function for filters when only the head is asked for.
  const isCall = request.method === 'HEAD' && url.pathname.startsWith('/rest/v1/rpc/');
  return new Request(url, {
    method: isCall ? 'GET' : request.method,
    headers,
    body,
    ...(body === null ? {} : { duplex: 'half' }),
  });
}

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  });
}

function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set(
    'access-control-expose-headers',
    'content-range, content-location, preference-applied, x-total-count',
  );
  return new Response(response.body, { status: response.status, headers });
}
