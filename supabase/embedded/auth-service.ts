import { decodeJwt, type JWTPayload } from 'jose';
import type { Sql } from './bootstrap.ts';
import {
  askPasswordHook,
  countByAddress,
  hasPasswordHook,
  tooManyRequests,
  type AuthLimits,
} from './auth-limits.ts';
import type { Tokens } from './tokens.ts';
import { refuseMail, refuseUserChange, settleUserChange } from './user-changes.ts';

interface Asked {
  request: Request;
  url: URL;
  /** Whose limit it counts for. */
  address: string;
  /** Lite's token of the person who asks. */
  inward: string | null;
}

/** The part of Supabase Auth that Lite lacks: limits, the hook, and what it takes to change a login. */
export async function createAuthService(sql: Sql, tokens: Tokens, limits: AuthLimits) {
  const count = countByAddress(limits);
  const hook = await hasPasswordHook(sql);

  /** The answer where Lite is not asked at all. */
  const refuse = async (asked: Asked, body: Record<string, unknown>, claims: JWTPayload) => {
    const { pathname, searchParams } = asked.url;
    const wait = count(asked.request.method, pathname, asked.address);
    if (wait > 0) return tooManyRequests(wait);
    if (/^\/auth\/v1\/(recover|otp|magiclink)$/.test(pathname))
      return refuseMail(sql, addressIn(body));
    if (pathname === '/auth/v1/user' && asked.request.method === 'PUT') {
      return refuseUserChange(sql, claims, body);
    }
    const guess = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password';
    return guess && hook ? askPasswordHook(sql, addressIn(body), true) : null;
  };

  const settle = async (
    asked: Asked,
    answer: Response,
    body: Record<string, unknown>,
    claims: JWTPayload,
  ) => {
    const { pathname, searchParams } = asked.url;
    if (pathname === '/auth/v1/user' && asked.request.method === 'PUT' && answer.ok) {
      await settleUserChange(sql, claims, body);
    }
    const grant = searchParams.get('grant_type');
    if (pathname === '/auth/v1/token' && grant === 'password' && answer.status === 400 && hook) {
      return (await askPasswordHook(sql, addressIn(body), false)) ?? answer;
    }
    const renewal = pathname === '/auth/v1/token' && grant === 'refresh_token';
    if (!/^\/auth\/v1\/(token|signup|verify)$/.test(pathname)) return answer;
    const method = pathname === '/auth/v1/verify' ? 'otp' : 'password';
    return resign(answer, tokens, renewal ? null : method);
  };

  return async (asked: Asked, askLite: () => Promise<Response>): Promise<Response> => {
    const body = await bodyOf(asked.request);
    const claims = asked.inward ? decodeJwt(asked.inward) : {};
    const refusal = await refuse(asked, body, claims);
    return refusal ?? settle(asked, await askLite(), body, claims);
  };
}

/** What JSON the request has; it can be read again afterwards. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** No address in the database has a zero byte, and Postgres does not even take one to look for. */
const addressIn = ({ email }: Record<string, unknown>): string =>
  typeof email === 'string' && !email.includes('\0') ? email.toLowerCase() : '';

/** Sessions leave with tokens that a client can check itself. */
async function resign(
  answer: Response,
  tokens: Tokens,
  method: 'password' | 'otp' | null,
): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const location = headers.get('location');
  const [, inLocation] = /[#&]access_token=([^&]+)/.exec(location ?? '') ?? [];
  if (location && inLocation) {
    const token = (await tokens.outward(inLocation, method)) ?? '';
    headers.set('location', location.replace(inLocation, token));
    return new Response(null, { status: answer.status, headers });
  }
  if (!answer.ok || !headers.get('content-type')?.includes('json')) return answer;
  const session = (await answer.json()) as { access_token?: string };
  if (session.access_token) {
    session.access_token =
      (await tokens.outward(session.access_token, method)) ?? session.access_token;
  }
  return new Response(JSON.stringify(session), { status: answer.status, headers });
}
