import type { IncomingMessage } from 'node:http';
import * as ssr from '@supabase/ssr';
import { jwtVerify, SignJWT } from 'jose';
import { cookieKey } from './device-cookie.ts';
import type { SiteEnvironment } from './environment.ts';

const name = 'hemline_preview';
/** In seconds. */
const lifetime = 12 * 3600;
const keyOf = (environment: SiteEnvironment) => cookieKey(environment, 'preview cookie');

/** The cookie with which the browser of an administrator sees the shop before it is open. */
export async function writePreviewCookie(environment: SiteEnvironment): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(`${lifetime} seconds`)
    .sign(keyOf(environment));
  const secure = environment.siteUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return ssr.serializeCookieHeader(name, token, { ...options, maxAge: lifetime });
}

/** Whether a request has the cookie, valid or not. */
export const hasPreviewCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${name}=`) ?? false;

/** Whether the cookie of a request is there and valid. */
export async function mayPreview(
  environment: SiteEnvironment,
  request: IncomingMessage,
): Promise<boolean> {
  if (!hasPreviewCookie(request)) return false;
  const cookies = ssr.parseCookieHeader(request.headers.cookie ?? '');
  const token = cookies.find((it) => it.name === name)?.value ?? '';
  return jwtVerify(token, keyOf(environment), { algorithms: ['HS256'] }).then(
    () => true,
    () => false,
  );
}
