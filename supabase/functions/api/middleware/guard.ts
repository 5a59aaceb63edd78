import { createClient } from '@supabase/supabase-js';
import { connectAs, rows, type Db } from '../../_shared/queries/database.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';

export type Access = 'anyone' | 'customer' | 'admin';

/** Who sent the request, proven by a token and by a look-up of this moment. */
export interface Caller {
  id: string;
  email: string;
  token: string;
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

/** Keeps one auth client, so that the keys which sign tokens are fetched once and not at every request. */
export function makeGuard(settings: Settings): Guard {
  const { auth } = createClient(settings.supabaseUrl, settings.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

  async function verify(token: string): Promise<{ id: string; email: string }> {
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
    return { id: claims.sub, email: typeof claims.email === 'string' ? claims.email : '' };
  }

  return async (access, header, requestId, lookedUpLater = false) => {
    const token = bearer(header);
    if (!token) throw new ApiError(401, 'token_missing', 'Please sign in');
    const identity = await verify(token);
    const db = connectAs({ ...settings, requestId }, token);
    if (lookedUpLater) return { ...identity, token, db };
    const allowed = await db.rpc(access === 'admin' ? 'is_admin' : 'is_customer');
    if (!rows(allowed)) throw refused[access]();
    return { ...identity, token, db };
  };
}
