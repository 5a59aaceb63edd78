import { decodeJwt, type JWTPayload } from 'jose';
import pLimit, { type LimitFunction } from 'p-limit';
import { parseStorableJson, UnstorableText } from '../functions/_shared/storable-json.ts';
import {
  changeAnonymousUser,
  createAnonymousUser,
  isAnonymousSignUp,
  withAnonymousFlag,
} from './anonymous-users.ts';
import { authError } from './auth-errors.ts';
import { callMailHook, findEmailChange } from './auth-mails.ts';
import { hasFunction, type Sql } from './bootstrap.ts';
import {
  callPasswordHook,
  createRateLimiter,
  tooManyRequests,
  type AuthLimits,
} from './auth-limits.ts';
import type { Config } from './config.ts';
import type { CallLite } from './storage-lists.ts';
import type { SignInMethod, Tokens } from './tokens.ts';
import { afterUserChange, rejectEmail, rejectUserChange } from './user-changes.ts';

const mailPaths = /^\/auth\/v1\/(recover|otp|magiclink)$/;

interface AuthRequest {
  request: Request;
  url: URL;
  /** The IP address that the rate limit counts. */
  address: string;
  /** The caller's access token, as Lite signs it. */
  liteToken: string | null;
  /** Sends another request to Lite. */
  post: CallLite;
}

/** The part of Supabase Auth that Supabase Lite 0.10.0 lacks: rate limits, the hook, anonymous users, and the conditions for a change of email or password. */
export async function createAuthService(
  sql: Sql,
  tokens: Tokens,
  { limits, config }: { limits: AuthLimits; config: Config['auth'] },
) {
  const rateLimit = createRateLimiter(limits);
  const hasHook = await hasFunction(sql, 'private.limit_password_attempts(jsonb)');

  const isAnonymous = (auth: AuthRequest, body: Record<string, unknown>) =>
    config.enable_anonymous_sign_ins &&
    auth.request.method === 'POST' &&
    auth.url.pathname === '/auth/v1/signup' &&
    isAnonymousSignUp(body);

  /** The response if the request must not reach Lite, else null. */
  const reject = async (auth: AuthRequest, body: Record<string, unknown>, claims: JWTPayload) => {
    const { pathname } = auth.url;
    const { method } = auth.request;
    const retryAfter = rateLimit(method, pathname, auth.address, isAnonymous(auth, body));
    if (retryAfter > 0) return tooManyRequests(retryAfter);
    if (mailPaths.test(pathname)) return rejectEmail(sql, emailIn(body), config.email);
    if (pathname === '/auth/v1/user' && method === 'PUT') {
      const rejection = await rejectUserChange(sql, claims, body, config.email);
      if (rejection || !claims['is_anonymous']) return rejection;
      return changeAnonymousUser(sql, claims, body, config.minimum_password_length);
    }
    return null;
  };

  /** Lite has checked the password and, if it was right, begun a session, which a rejection ends. */
  const rejectAttempt = async ({ address }: AuthRequest, response: Response, email: string) => {
    const { ok: valid, status } = response;
    if (!valid && status !== 400) return null;
    const rejection = await callPasswordHook(sql, { email, address, valid });
    if (!rejection || !valid) return rejection;
    const { access_token } = (await response.json()) as { access_token: string };
    await sql`delete from auth.sessions where id = ${String(decodeJwt(access_token)['session_id'])}`;
    return rejection;
  };

  /** The person whose new address the link of this request confirms. */
  const emailChangeIn = ({ url }: AuthRequest, body: Record<string, unknown>) => {
    const { token, token_hash, type } = { ...Object.fromEntries(url.searchParams), ...body };
    const isChange = url.pathname === '/auth/v1/verify' && type === 'email_change';
    return isChange ? findEmailChange(sql, String(token_hash ?? token)) : null;
  };

  const callAndTell = async (
    auth: AuthRequest,
    body: Record<string, unknown>,
    callLite: () => Promise<Response>,
  ) => {
    const change = await emailChangeIn(auth, body);
    const response = await callLite();
    const arrived = response.headers.get('location') ?? '';
    if (change && (response.status === 200 || arrived.includes('access_token='))) {
      await callMailHook(sql, {
        user: { id: change.id, email: change.email_change },
        email_data: { email_action_type: 'email_changed_notification', old_email: change.email },
      });
    }
    return response;
  };

  const finish = async (
    auth: AuthRequest,
    response: Response,
    body: Record<string, unknown>,
    claims: JWTPayload,
  ) => {
    const { pathname, searchParams } = auth.url;
    if (pathname === '/auth/v1/user') {
      const isChange = auth.request.method === 'PUT' && response.ok;
      if (isChange) await afterUserChange(sql, claims, body);
      return claims['is_anonymous'] ? withAnonymousFlag(sql, claims, response) : response;
    }
    const grant = pathname === '/auth/v1/token' ? searchParams.get('grant_type') : null;
    if (grant === 'password' && hasHook) {
      const rejection = await rejectAttempt(auth, response, emailIn(body));
      if (rejection) return rejection;
    }
    const isRefresh = grant === 'refresh_token';
    if (!/^\/auth\/v1\/(token|signup|verify)$/.test(pathname)) return response;
    const method = pathname === '/auth/v1/verify' ? 'otp' : 'password';
    return translateTokens(response, tokens, isRefresh ? null : method);
  };

  const inSequence = createQueues();
  return async (auth: AuthRequest, callLite: () => Promise<Response>): Promise<Response> => {
    const body = await readBody(auth.request);
    if (!body) return authError(400, 'bad_json', 'Could not parse request body');
    const claims = auth.liteToken ? decodeJwt(auth.liteToken) : {};
    return inSequence(queueKeyOf(auth, body, claims), async () => {
      const rejection = await reject(auth, body, claims);
      if (rejection) return rejection;
      if (!isAnonymous(auth, body))
        return finish(auth, await callAndTell(auth, body, callLite), body, claims);
      const refresh_token = await createAnonymousUser(sql, body['data']);
      const session = await auth.post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
      return translateTokens(session, tokens, 'anonymous');
    });
  };
}

/** Requests with the same key run one after another, so that the second sees the email that the first has sent. */
function queueKeyOf(
  { request, url }: AuthRequest,
  body: Record<string, unknown>,
  { sub }: JWTPayload,
) {
  if (mailPaths.test(url.pathname)) return emailIn(body);
  return url.pathname === '/auth/v1/user' && request.method === 'PUT' ? (sub ?? '') : '';
}

/** Runs work with the same key in sequence; with an empty key at once. */
function createQueues() {
  const queues = new Map<string, LimitFunction>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (key === '') return work();
    const queue = queues.get(key) ?? pLimit(1);
    queues.set(key, queue);
    return queue(work).finally(() => {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(key);
    });
  };
}

/**
 * The JSON body of the request, which stays readable; null where Lite would answer 500. A body that is not JSON is left to
 * Lite, but for a sign-up: without fields it would be an anonymous one.
 */
async function readBody(request: Request): Promise<Record<string, unknown> | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  try {
    const body = parseStorableJson(await request.clone().text());
    if (typeof body !== 'object' || body === null) return null;
    const fields = body as Record<string, unknown>;
    const isText = (value: unknown) => value === undefined || typeof value === 'string';
    return [fields['email'], fields['password']].every(isText) ? fields : null;
  } catch (error) {
    const isSignUp = new URL(request.url).pathname === '/auth/v1/signup';
    return error instanceof UnstorableText || isSignUp ? null : {};
  }
}

const emailIn = ({ email }: Record<string, unknown>): string =>
  typeof email === 'string' ? email.toLowerCase() : '';

/** Replaces Lite's access token by the one for clients, in the body or in the redirect, and names anonymous users in the body. */
async function translateTokens(
  response: Response,
  tokens: Tokens,
  method: SignInMethod | null,
): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const location = headers.get('location');
  const [, tokenInLocation] = /[#&]access_token=([^&]+)/.exec(location ?? '') ?? [];
  if (location && tokenInLocation) {
    const token = (await tokens.toClientToken(tokenInLocation, method)) ?? '';
    headers.set('location', location.replace(tokenInLocation, token));
    return new Response(null, { status: response.status, headers });
  }
  if (!response.ok || !headers.get('content-type')?.includes('json')) return response;
  const session = (await response.json()) as { access_token?: string; user?: object };
  if (session.access_token) {
    session.access_token =
      (await tokens.toClientToken(session.access_token, method)) ?? session.access_token;
    const { is_anonymous } = decodeJwt(session.access_token);
    session.user = { ...session.user, is_anonymous };
  }
  return new Response(JSON.stringify(session), { status: response.status, headers });
}
