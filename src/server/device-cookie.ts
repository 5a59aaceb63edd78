import { hkdfSync } from 'node:crypto';
import * as ssr from '@supabase/ssr';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { SiteEnvironment } from './environment.ts';

/** In seconds. Each sign-in renews the cookie. */
const lifetime = 365 * 24 * 3600;
const nameOf = (role: string) => `hemline_device_${role}`;
const claims = z.object({ sub: z.uuid(), jti: z.uuid() });

/** Derived, so that these tokens and other uses of the secret stay apart. */
export const cookieKey = ({ siteSecret }: SiteEnvironment, use: string) =>
  new Uint8Array(hkdfSync('sha256', siteSecret, '', use, 32));
const keyOf = (environment: SiteEnvironment) => cookieKey(environment, 'device cookie');

/**
 * The cookie after a sign-in, which says that this browser has signed in to this account. Password attempts with it are counted
 * by themselves, so that other people's guesses do not lock out the owner.
 */
export async function writeDeviceCookie(
  environment: SiteEnvironment,
  role: string,
  userId: string,
  now = new Date(),
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetime)
    .sign(keyOf(environment));
  const secure = environment.siteUrl.startsWith('https:');
  const options = { path: '/api/v1/auth', httpOnly: true, sameSite: 'strict', secure } as const;
  return ssr.serializeCookieHeader(nameOf(role), token, { ...options, maxAge: lifetime });
}

/** The account and the device in the cookie of a request, as `x-device` names them; null for a forged or expired one. */
export async function readDeviceCookie(
  environment: SiteEnvironment,
  role: string,
  header = '',
): Promise<string | null> {
  const cookie = ssr.parseCookieHeader(header).find(({ name }) => name === nameOf(role));
  if (!cookie?.value) return null;
  const options = { algorithms: ['HS256'] };
  const verified = await jwtVerify(cookie.value, keyOf(environment), options).catch(() => null);
  const { data } = claims.safeParse(verified?.payload);
  return data ? `${data.sub} ${data.jti}` : null;
}
