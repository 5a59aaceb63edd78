import { createClient } from '@supabase/supabase-js';
import { connectAs, type Db } from '../../_shared/queries/database.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';

export type Access = 'anyone' | 'customer' | 'admin';

/** Who sent the request, proven by a token and by a look-up of this moment. */
export interface Caller {
  id: string;
  email: string;
  token: string;
  /** What the token says; its signature was verified. */
  claims: object;
  db: Db;
}

function bearer(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

const refused = {
  customer: () => new ApiError(403, 'not_a_customer', 'Only customers may do this'),
  admin: () => new ApiError(403, 'not_an_administrator', 'Only administrators may do this'),
};

export type Guard = (
  access: 'customer' | 'admin',
  header: string | undefined,
  requestId: string,
  /** Whether the database looks anyway: then the token alone is checked here. */
  lookedUpLater?: boolean,
) => Promise<Caller>;

interface Known {
  id: string;
  email: string;
  claims: object;
  /** When it is looked at again, in milliseconds. */
  until: number;
}

/** Signatures that were found right need not be reckoned again at each request of the same person. */
const mostKnown = 1000;
const knownFor = 60_000;

/** Keeps one auth client, so that the keys which sign tokens are fetched once and not at every request. */
export function makeGuard(settings: Settings): Guard {
  const { auth } = createClient(settings.supabaseUrl, settings.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

  const known = new Map<string, Known>();

  async function verify(token: string): Promise<Known> {
    const before = known.get(token);
    if (before && before.until > Date.now()) return before;
    const { data, error } = await auth.getClaims(token).catch((thrown: unknown) => ({
      data: null,
      error: thrown instanceof Error ? thrown : new Error('Token not verified'),
    }));
    const claims = data?.claims;
    if (!claims || typeof claims.sub !== 'string' || claims.role !== 'authenticated') {
      const unreachable = error !== null && 'status' in error && Number(error.status) >= 500;
      if (unreachable) throw new ApiError(503, 'unavailable', 'Please try again in a moment!');
      throw new ApiError(401, 'token_invalid', 'Please sign in again');
    }
    const email = typeof claims.email === 'string' ? claims.email : '';
    const until = Math.min(claims.exp * 1000, Date.now() + knownFor);
    const verified = { id: claims.sub, email, claims, until };
    known.delete(token);
    if (known.size >= mostKnown) known.delete(known.keys().next().value ?? '');
    known.set(token, verified);
    return verified;
  }

  return async (access, header, requestId, lookedUpLater = false) => {
    const token = bearer(header);
    if (!token) throw new ApiError(401, 'token_missing', 'Please sign in');
    const { id, email, claims } = await verify(token);
    const db = connectAs({ ...settings, requestId }, claims);
    if (!lookedUpLater && !(await db.call(access === 'admin' ? 'is_admin' : 'is_customer'))) {
      throw refused[access]();
    }
    return { id, email, token, claims, db };
  };
}
