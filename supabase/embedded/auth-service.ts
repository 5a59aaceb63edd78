import { decodeJwt, type JWTPayload } from 'jose';
import pLimit, { type LimitFunction } from 'p-limit';
import { parseStorableJson, UnstorableText } from '../functions/_shared/storable-json.ts';
import { authError } from './auth-errors.ts';
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

const mailPaths = /^\/auth\/v1\/(recover|otp|magiclink)$/;

interface Asked {
  request: Request;
  url: URL;
  /** Whose limit it counts for. */
  address: string;
  /** Lite's token of the person who asks. */
  inward: string | null;
}

/** The part of Supabase Auth that Supabase Lite 0.10.0 lacks: limits, the hook, and what it takes to change a login. */
export async function createAuthService(sql: Sql, tokens: Tokens, limits: AuthLimits) {
  const count = countByAddress(limits);
  const hook = await hasPasswordHook(sql);

  /** The answer where Lite is not asked at all. */
  const refuse = async (asked: Asked, body: Record<string, unknown>, claims: JWTPayload) => {
    const { pathname, searchParams } = asked.url;
    const wait = count(asked.request.method, pathname, asked.address);
    if (wait > 0) return tooManyRequests(wait);
    if (mailPaths.test(pathname)) return refuseMail(sql, addressIn(body));
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

  const inTurn = takeTurns();
  return async (asked: Asked, askLite: () => Promise<Response>): Promise<Response> => {
    const body = await bodyOf(asked.request);
    if (!body) return authError(400, 'bad_json', 'Could not parse request body');
    const claims = asked.inward ? decodeJwt(asked.inward) : {};
    return inTurn(personOf(asked, body, claims), async () => {
      const refusal = await refuse(asked, body, claims);
      return refusal ?? settle(asked, await askLite(), body, claims);
    });
  };
}

/** Whose mails and changes wait for one another, or the second would not see that a mail has just gone out. */
function personOf({ request, url }: Asked, body: Record<string, unknown>, { sub }: JWTPayload) {
  if (mailPaths.test(url.pathname)) return addressIn(body);
  return url.pathname === '/auth/v1/user' && request.method === 'PUT' ? (sub ?? '') : '';
}

/** Has work for the same key done one by one; for an empty key at once. */
function takeTurns() {
  const turns = new Map<string, LimitFunction>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (key === '') return work();
    const turn = turns.get(key) ?? pLimit(1);
    turns.set(key, turn);
    return turn(work).finally(() => {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(key);
    });
  };
}

/**
 * What JSON the request has, which can be read again afterwards; null where Lite would take it for a fault of its own. What is
 * no JSON at all is left to Lite.
 */
async function bodyOf(request: Request): Promise<Record<string, unknown> | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  try {
    const body = parseStorableJson(await request.clone().text());
    if (typeof body !== 'object' || body === null) return null;
    const fields = body as Record<string, unknown>;
    const isText = (value: unknown) => value === undefined || typeof value === 'string';
    return [fields['email'], fields['password']].every(isText) ? fields : null;
  } catch (error) {
    return error instanceof UnstorableText ? null : {};
  }
}

const addressIn = ({ email }: Record<string, unknown>): string =>
  typeof email === 'string' ? email.toLowerCase() : '';

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
