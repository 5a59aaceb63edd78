import { decodeJwt, importJWK, SignJWT } from 'jose';
import { stack } from './stack.ts';

/** The same token with another expiry, `seconds` from now. */
export async function expiringToken(token: string, seconds: number): Promise<string> {
  const { signingKey } = stack();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...decodeJwt(token), iat: now + seconds - 3600, exp: now + seconds })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid ?? '' })
    .sign(await importJWK(signingKey, 'ES256'));
}
