import { importJWK, jwtVerify, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Sql } from './bootstrap.ts';
import type { Secrets } from './secrets.ts';

export type SignInMethod = 'password' | 'otp' | 'anonymous';

/**
 * Translates between Lite's tokens and those of clients, which are like a hosted project's: ES256, with `iss`, `amr` and
 * metadata, and a published key. Workaround for Supabase Lite 0.10.0, which uses HS256 without these claims.
 */
export interface Tokens {
  jwks: { keys: object[] };
  /**
   * Lite's token → the client's token of the same session. Null if it is not one of Lite's.
   * @param method how the user signed in just now; null for a refreshed session
   */
  toClientToken(token: string, method: SignInMethod | null): Promise<string | null>;
  /** A client's token or API key → Lite's token. Null if it is neither, or expired. */
  toLiteToken(token: string): Promise<string | null>;
  roleOf(apiKey: string | null): 'anon' | 'service_role' | null;
}

export async function createTokens(secrets: Secrets, issuer: string, sql: Sql): Promise<Tokens> {
  const { d: _private, ...publicPart } = secrets.signingKey;
  const publicJwk = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  const privateKey = (await importJWK(secrets.signingKey, 'ES256')) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, 'ES256')) as CryptoKey;
  const liteKey = new TextEncoder().encode(secrets.jwtSecret);
  const cache = new LRUCache<string, { token: string; expiresAt: number }>({ max: 2000 });

  const signForLite = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(liteKey);

  const roleOf = (apiKey: string | null): 'anon' | 'service_role' | null => {
    if (apiKey === secrets.anonKey) return 'anon';
    return apiKey === secrets.serviceRoleKey ? 'service_role' : null;
  };

  return {
    jwks: { keys: [publicJwk] },
    roleOf,

    async toClientToken(token, method) {
      const verified = await jwtVerify(token, liteKey, { algorithms: ['HS256'] }).catch(() => null);
      if (!verified) return null;
      const { payload } = verified;
      // An unavailable database has to fail the request: a session without a valid token is useless.
      const session = String(payload['session_id']);
      const [user] = await sql<
        { app: object; custom: object; isAnonymous: boolean; amr: object[] }[]
      >`
        with started as (
          insert into auth.mfa_amr_claims (session_id, authentication_method)
          select ${session}, ${method}::text where ${method}::text is not null
          returning authentication_method, created_at
        ), methods as (
          select * from started union all
          select authentication_method, created_at from auth.mfa_amr_claims
          where session_id = ${session}
        )
        select raw_app_meta_data as app, raw_user_meta_data as custom,
          is_anonymous as "isAnonymous",
          (select coalesce(json_agg(json_build_object('method', authentication_method,
            'timestamp', floor(extract(epoch from created_at))::int)), '[]') from methods) as amr
        from auth.users where id = ${payload.sub ?? null}`;
      const claims = {
        email: '',
        ...payload,
        iss: issuer,
        app_metadata: user?.app ?? {},
        user_metadata: user?.custom ?? {},
        phone: '',
        aal: 'aal1',
        amr: user?.amr ?? [],
        is_anonymous: user?.isAnonymous ?? false,
      };
      const header = { alg: 'ES256', typ: 'JWT', kid: secrets.signingKey.kid ?? '' };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },

    async toLiteToken(token) {
      const known = cache.get(token);
      if (known && known.expiresAt > Date.now()) return known.token;
      const keyRole = roleOf(token);
      try {
        const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
        const translated = await signForLite(keyRole ? { role: keyRole } : payload);
        cache.set(token, { token: translated, expiresAt: (payload.exp ?? 0) * 1000 });
        return translated;
      } catch {
        return null;
      }
    },
  };
}
