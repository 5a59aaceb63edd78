import { createClient } from '@supabase/supabase-js';
import { connectAs, type Db } from '../../_shared/queries/database.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';
import { authFetch, isUnavailable } from '../queries/auth-server.ts';

/** A shopper is a customer, or a visitor in a shop where everybody may order. */
export type Access = 'anyone' | 'shopper' | 'customer' | 'admin';

/** The authenticated caller, with the role checked for this request. */
export interface Caller {
  id: string;
  email: string;
  token: string;
  /** The verified claims of the token. */
  claims: object;
  db: Db;
}

function bearer(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

const roleCheck = { shopper: 'is_shopper', customer: 'is_customer', admin: 'is_admin' } as const;

const notACustomer = () => new ApiError(403, 'not_a_customer', 'Only customers may do this');
const forbidden = {
  shopper: notACustomer,
  customer: notACustomer,
  admin: () => new ApiError(403, 'not_an_administrator', 'Only administrators may do this'),
};

export interface Guard {
  (
    access: Exclude<Access, 'anyone'>,
    header: string | undefined,
    requestId: string,
    /** The SQL function checks the role, so only the token is verified here. */
    guardedInSql?: boolean,
    /** Further claims, for `connectAs`. */
    more?: object,
  ): Promise<Caller>;
  /** The id in the token of a visitor without an account; null for any other header. */
  visitorOf: (header: string | undefined) => Promise<string | null>;
}

interface VerifiedToken {
  id: string;
  email: string;
  claims: object;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

/** Rethrows what says nothing about the token. */
function notVerified(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}

/** Verified tokens are cached, so that signatures are not verified again at each request. */
const maxCached = 1000;
const cacheMs = 60_000;

/** Uses one auth client for all requests, so that the signing keys are fetched once. */
export function makeGuard(settings: Settings): Guard {
  const { auth } = createClient(settings.supabaseUrl, settings.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch },
  });

  const cache = new Map<string, VerifiedToken>();

  async function verify(token: string): Promise<VerifiedToken> {
    const cached = cache.get(token);
    if (cached && cached.expiresAt > Date.now()) return cached;
    const { data, error } = await auth.getClaims(token).catch((thrown: unknown) => ({
      data: null,
      error: thrown instanceof Error ? thrown : new Error('Token not verified'),
    }));
    const claims = data?.claims;
    if (!claims || typeof claims.sub !== 'string' || claims.role !== 'authenticated') {
      if (error && isUnavailable(error))
        throw new ApiError(503, 'unavailable', 'Please try again in a moment!');
      throw new ApiError(401, 'token_invalid', 'Please sign in again');
    }
    const email = typeof claims.email === 'string' ? claims.email : '';
    const expiresAt = Math.min(claims.exp * 1000, Date.now() + cacheMs);
    const verified = { id: claims.sub, email, claims, expiresAt };
    cache.delete(token);
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '');
    cache.set(token, verified);
    return verified;
  }

  const guard: Guard = async (access, header, requestId, guardedInSql = false, more = {}) => {
    const token = bearer(header);
    if (!token) throw new ApiError(401, 'token_missing', 'Please sign in');
    const { id, email, claims } = await verify(token);
    const db = connectAs({ ...settings, requestId }, { ...claims, ...more });
    if (!guardedInSql && !(await db.call(roleCheck[access]))) {
      throw forbidden[access]();
    }
    return { id, email, token, claims, db };
  };
  guard.visitorOf = async (header) => {
    const token = bearer(header);
    const verified = token ? await verify(token).catch(notVerified) : null;
    return verified && 'is_anonymous' in verified.claims && verified.claims.is_anonymous === true
      ? verified.id
      : null;
  };
  return guard;
}
