import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

/** The secrets of a stack, which a hosted project has in its settings. */
export interface Secrets {
  postgresPassword: string;
  /** Signs Lite's own tokens, which never reach a client. */
  jwtSecret: string;
  /** Signs the tokens of clients (ES256), which can verify them with the JWKS. */
  signingKey: JWK;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  paystackSecretKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
}

const tenYears = 10 * 365 * 24 * 3600;

export async function createSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex') };
  const apiKey = async (role: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: 'supabase', ref: 'embedded', role })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid })
      .setIssuedAt(now)
      .setExpirationTime(now + tenYears)
      .sign(privateKey);
  };
  return {
    postgresPassword: randomSecret(),
    jwtSecret: randomSecret(),
    signingKey,
    anonKey: await apiKey('anon'),
    serviceRoleKey: await apiKey('service_role'),
    siteSecret: randomSecret(),
    paystackSecretKey: `sk_test_${randomBytes(20).toString('hex')}`,
    stripeSecretKey: `sk_test_${randomBytes(40).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(20).toString('hex')}`,
  };
}

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
