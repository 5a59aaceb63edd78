import { LRUCache } from 'lru-cache';
import type { Sql } from './bootstrap.ts';
import { localVariables, readVariables } from '../functions/_shared/environment.ts';
import { authError } from './auth-errors.ts';

/** Requests that one IP address may send. Supabase Lite 0.10.0 has neither rate limits nor the hook for password attempts. */
export interface AuthLimits {
  /** Sign-ins and token refreshes in five minutes. */
  signIns: number;
  /** Each other kind in five minutes: sign-ups, emails, changes of email or password, email links. */
  others: number;
  /** Anonymous sign-ins in an hour. */
  anonymousUsers: number;
}

/** The limits from the variables AUTH_LIMIT_*, or their defaults. */
export function readAuthLimits(environment: NodeJS.ProcessEnv): AuthLimits {
  const variables = readVariables(localVariables, (name) => environment[name], 'The stack');
  return {
    signIns: variables.AUTH_LIMIT_SIGN_INS,
    others: variables.AUTH_LIMIT_OTHERS,
    anonymousUsers: variables.AUTH_LIMIT_ANONYMOUS_USERS,
  };
}

const limitedRequests =
  /^POST \/auth\/v1\/(token|signup|recover|otp|magiclink|resend|verify)$|^(GET|HEAD) \/auth\/v1\/verify$|^PUT \/auth\/v1\/user$/;
interface Bucket {
  tokens: number;
  /** Unix time in milliseconds. */
  updatedAt: number;
}

/**
 * A token bucket per address and path, as in Supabase Auth: 30 requests at once, or all anonymous sign-ins of an hour, refilled by
 * the limit. Returns the seconds to wait, or 0.
 */
export function createRateLimiter({ signIns, others, anonymousUsers }: AuthLimits) {
  const buckets = new LRUCache<string, Bucket>({ max: 10_000 });
  return (method: string, path: string, address: string, isAnonymous = false): number => {
    const key = `${path} ${isAnonymous} ${address}`;
    if (!limitedRequests.test(`${method} ${path}`)) return 0;
    const bucketSize = isAnonymous ? anonymousUsers : 30;
    const perMillisecond = isAnonymous
      ? anonymousUsers / 3_600_000
      : (path.endsWith('/token') ? signIns : others) / 300_000;
    const now = Date.now();
    const previous = buckets.get(key) ?? { tokens: bucketSize, updatedAt: now };
    const refill = (now - previous.updatedAt) * perMillisecond;
    const tokens = Math.min(bucketSize, previous.tokens + refill);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, updatedAt: now });
    return tokens < 1 ? Math.ceil((1 - tokens) / perMillisecond / 1000) : 0;
  };
}

export function tooManyRequests(retryAfter: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', retryAfter);
}

type HookResult = { error?: { http_code: number; message: string } } | undefined;

/**
 * Calls the project's password verification hook after a sign-in by password, as Supabase Auth does where config.toml names one.
 * Returns its rejection, or null.
 */
export async function callPasswordHook(
  sql: Sql,
  attempt: { email: string; address: string; valid: boolean },
): Promise<Response | null> {
  const metadata = { name: 'password-verification-attempt', ip_address: attempt.address };
  const [row] = await sql<{ result: HookResult }[]>`
    select private.limit_password_attempts(jsonb_build_object('user_id', id,
      'valid', ${attempt.valid}::boolean, 'metadata', ${sql.json(metadata)}::jsonb)) as result
    from auth.users where email = ${attempt.email}`;
  const error = row?.result?.error;
  if (!error) return null;
  const [, retryAfter = '60'] = /(\d+) seconds/.exec(error.message) ?? [];
  return authError(error.http_code, 'unknown', error.message, Number(retryAfter));
}
