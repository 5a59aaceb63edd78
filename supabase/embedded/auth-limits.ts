import { LRUCache } from 'lru-cache';
import type { Sql } from './bootstrap.ts';
import { localVariables, readVariables } from '../functions/_shared/environment.ts';
import { authError } from './auth-errors.ts';

/** Requests that one address may send in five minutes. Supabase Lite 0.10.0 has no limits, and no hook that counts wrong passwords. */
export interface AuthLimits {
  /** Sign-ins and renewals of sessions. */
  signIns: number;
  /** Of each other kind: registrations, mails, changes of a login, followed links. */
  others: number;
}

/** The usual limits, or those of the environment: AUTH_LIMIT_SIGN_INS and AUTH_LIMIT_OTHERS. */
export function readAuthLimits(environment: NodeJS.ProcessEnv): AuthLimits {
  const given = readVariables(localVariables, (name) => environment[name], 'The stack');
  return { signIns: given.AUTH_LIMIT_SIGN_INS, others: given.AUTH_LIMIT_OTHERS };
}

const limited =
  /^POST \/auth\/v1\/(token|signup|recover|otp|magiclink|resend|verify)$|^(GET|HEAD) \/auth\/v1\/verify$|^PUT \/auth\/v1\/user$/;
const atOnce = 30;

interface Bucket {
  left: number;
  /** In milliseconds. */
  at: number;
}

/** As Supabase Auth counts: 30 requests at once, and as many more in five minutes as the limit says. Answers the seconds to wait. */
export function countByAddress({ signIns, others }: AuthLimits) {
  const buckets = new LRUCache<string, Bucket>({ max: 10_000 });
  return (method: string, path: string, address: string): number => {
    const asked = `${method} ${path}`;
    if (!limited.test(asked)) return 0;
    const perMillisecond = (path.endsWith('/token') ? signIns : others) / 300_000;
    const now = Date.now();
    const before = buckets.get(`${path} ${address}`) ?? { left: atOnce, at: now };
    const left = Math.min(atOnce, before.left + (now - before.at) * perMillisecond);
    buckets.set(`${path} ${address}`, { left: left < 1 ? left : left - 1, at: now });
    return left < 1 ? Math.ceil((1 - left) / perMillisecond / 1000) : 0;
  };
}

export function tooManyRequests(wait: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', wait);
}

type Verdict = { error?: { http_code: number; message: string } } | undefined;

/**
 * Asks the project's hook about a look at the password of an account, as Supabase Auth does where config.toml names it.
 * Answers its refusal, or null.
 */
export async function askPasswordHook(
  sql: Sql,
  email: string,
  valid: boolean,
): Promise<Response | null> {
  const [row] = await sql<{ verdict: Verdict }[]>`
    select private.limit_password_attempts(jsonb_build_object('user_id', id, 'valid', ${valid}::boolean))
      as verdict from auth.users where email = ${email}`;
  const error = row?.verdict?.error;
  if (!error) return null;
  const [, wait = '60'] = /(\d+) seconds/.exec(error.message) ?? [];
  return authError(error.http_code, 'unknown', error.message, Number(wait));
}

/** False in a project that has no such hook. */
export async function hasPasswordHook(sql: Sql): Promise<boolean> {
  const [row] = await sql`
    select to_regprocedure('private.limit_password_attempts(jsonb)') is not null as there`;
  return row?.['there'] === true;
}
