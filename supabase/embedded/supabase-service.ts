import { isIP } from 'node:net';
import type { Hono } from 'hono';
import type { AuthLimits } from './auth-limits.ts';
import { createAuthService } from './auth-service.ts';
import type { Sql } from './bootstrap.ts';
import type { Lite } from './lite.ts';
import { withMailsLeadingTo } from './mailbox.ts';
import { whileAnswering } from './session-settings.ts';
import { answerForMany } from './storage-lists.ts';
import { readUpload } from './storage-upload.ts';
import { correctStorageAnswer } from './storage-answers.ts';
import type { Tokens } from './tokens.ts';

/** What a hosted project answers without an API key. */
const open =
  /^(GET|HEAD|POST) \/auth\/v1\/(verify|callback|authorize|\.well-known\/)|^(GET|HEAD) \/storage\/v1\/(object\/(public|sign)|render\/image\/(public|sign)|status)|^PUT \/storage\/v1\/object\/upload\/sign/;

/** Supabase Lite 0.10.0 behind the door of a hosted project: API keys, ES256 tokens, and the cures for single calls. */
export async function createSupabaseService(
  lite: Lite,
  tokens: Tokens,
  admin: Hono,
  { sql, limits }: { sql: Sql; limits: AuthLimits },
) {
  const auth = await createAuthService(sql, tokens, limits);
  return async (request: Request, peer: string): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname === '/auth/v1/.well-known/jwks.json') {
      return Response.json(tokens.jwks, { headers: { 'cache-control': 'public, max-age=600' } });
    }
    if (request.method === 'OPTIONS') return preflight(request);
    // Lite would read an escaped path as the plain one, for which there are limits and rules here. No call needs an escape.
    if (/^\/auth\/v1\/.*%/.test(url.pathname)) {
      return withCors(Response.json({ message: 'Not Found' }, { status: 404 }));
    }
    const apiKey = request.headers.get('apikey') ?? url.searchParams.get('apikey');
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
    if (!open.test(`${request.method} ${url.pathname}`)) {
      const refusal = refuse(url, apiKey, bearer, tokens);
      if (refusal) return withCors(refusal);
    }
    const token = bearer ?? apiKey;
    const inward = token ? await tokens.inward(token) : null;
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
    const authorization = `Bearer ${inward ?? token ?? ''}`;
    const many = await answerForMany(request, url, (path, body) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const asked = { method: 'POST', headers, body: JSON.stringify(body) };
      return lite.fetch(new Request(new URL(path, url), asked), peer);
    });
    if (many) return withCors(many);
    const askLite = async (): Promise<Response> => {
      const translated = await translate(request, url, token, inward);
      return withMailsLeadingTo(url, () =>
        whileAnswering(request, () => lite.fetch(translated, peer)),
      );
    };
    if (url.pathname.startsWith('/auth/v1/')) {
      const address = addressOf(request, peer, tokens.roleOf(apiKey) === 'service_role');
      return withCors(await auth({ request, url, address, inward }, askLite));
    }
    const answer = await askLite();
    const isStorage = url.pathname.startsWith('/storage/v1/');
    return withCors(isStorage ? await correctStorageAnswer(answer, url) : answer);
  };
}

/** The address that limits count: the one which a holder of the secret key names, as hosted projects can be told to believe. */
function addressOf(request: Request, peer: string, believed: boolean): string {
  const named = request.headers.get('sb-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return believed && isIP(named) ? named : peer.replace(/^::ffff:/i, '');
}

function refuse(url: URL, apiKey: string | null, bearer: string | null, tokens: Tokens) {
  if (tokens.roleOf(apiKey)) return null;
  // Storage takes a token alone, as hosted projects do.
  if (!apiKey && bearer && url.pathname.startsWith('/storage/')) return null;
  const message = apiKey ? 'Invalid API key' : 'No API key found in request';
  const hint = apiKey
    ? 'Double check your Supabase `anon` or `service_role` API key.'
    : 'No `apikey` request header or url param was found.';
  return Response.json({ message, hint }, { status: 401 });
}

async function translate(request: Request, url: URL, token: string | null, inward: string | null) {
  const headers = new Headers(request.headers);
  headers.delete('apikey');
  url.searchParams.delete('apikey');
  // A token that is no good stays as it is: Lite then refuses it in its own words.
  if (token) headers.set('authorization', `Bearer ${inward ?? token}`);
  // Lite 0.10.0 draws pictures at the address of the file, and has none for pictures alone.
  url.pathname = url.pathname.replace(
    /^\/storage\/v1\/render\/image\/(authenticated\/)?/,
    '/storage/v1/object/',
  );
  const body = await readUpload(request, headers, url);
  return new Request(url, {
    method: request.method,
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

function withCors(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set(
    'access-control-expose-headers',
    'content-range, content-location, preference-applied, x-total-count',
  );
  return new Response(answer.body, { status: answer.status, headers });
}
