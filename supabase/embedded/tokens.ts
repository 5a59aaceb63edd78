import { importJWK, jwtVerify, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Sql } from './bootstrap.ts';
import type { Secrets } from './secrets.ts';

/**
 * Clients hold tokens like a hosted project's: ES256, with `iss`, `amr` and metadata, and a published key.
 * Cure for Supabase Lite 0.10.0, which signs and understands HS256 without these claims, and publishes no key.
 */
export interface Tokens {
  jwks: { keys: object[] };
  /**
   * Lite's token → the same session as a client sees it. Null when it is not one of Lite's.
   * @param method how the session began just now; null where it goes on
   */
  outward(token: string, method: 'password' | 'otp' | null): Promise<string | null>;
  /** A client's token or API key → Lite's. Null when it is neither, or has run out. */
  inward(token: string): Promise<string | null>;
  roleOf(apiKey: string | null): 'anon' | 'service_role' | null;
}

export async function createTokens(secrets: Secrets, issuer: string, sql: Sql): Promise<Tokens> {
  const { d: _private, ...shown } = secrets.signingKey;
  const publicJwk = { ...shown, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  const privateKey = (await importJWK(secrets.signingKey, 'ES256')) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, 'ES256')) as CryptoKey;
  const liteKey = new TextEncoder().encode(secrets.jwtSecret);
  const seen = new LRUCache<string, { token: string; until: number }>({ max: 2000 });

  const signForLite = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(liteKey);

  const roleOf = (apiKey: string | null): 'anon' | 'service_role' | null => {
    if (apiKey === secrets.anonKey) return 'anon';
    return apiKey === secrets.serviceRoleKey ? 'service_role' : null;
  };

  return {
    jwks: { keys: [publicJwk] },
    roleOf,

    async outward(token, method) {
      const verified = await jwtVerify(token, liteKey, { algorithms: ['HS256'] }).catch(() => null);
      if (!verified) return null;
      const { payload } = verified;
      // A database that is away must be told of: a session without its own token would be of no use.
      const session = String(payload['session_id']);
      const [user] = await sql<{ app: object; own: object; amr: object[] }[]>`
        with begun as (
          insert into auth.mfa_amr_claims (session_id, authentication_method)
          select ${session}, ${method}::text where ${method}::text is not null
          returning authentication_method, created_at
        ), methods as (
          select * from begun union all
          select authentication_method, created_at from auth.mfa_amr_claims
          where session_id = ${session}
        )
        select raw_app_meta_data as app, raw_user_meta_data as own,
          (select coalesce(json_agg(json_build_object('method', authentication_method,
            'timestamp', floor(extract(epoch from created_at))::int)), '[]') from methods) as amr
        from auth.users where id = ${payload.sub ?? null}`;
      const claims = {
        ...payload,
        iss: issuer,
        app_metadata: user?.app ?? {},
        user_metadata: user?.own ?? {},
        phone: '',
        aal: 'aal1',
        amr: user?.amr ?? [],
        is_anonymous: false,
      };
      const header = { alg: 'ES256', typ: 'JWT', kid: secrets.signingKey.kid ?? '' };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },

    async inward(token) {
      const known = seen.get(token);
      if (known && known.until > Date.now()) return known.token;
      const keyRole = roleOf(token);
      try {
        const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
        const translated = await signForLite(keyRole ? { role: keyRole } : payload);
        seen.set(token, { token: translated, until: (payload.exp ?? 0) * 1000 });
        return translated;
      } catch {
        return null;
      }
    },
  };
}
