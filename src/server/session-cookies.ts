import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteEnvironment } from './environment.ts';

export type Role = 'user' | 'admin';

export interface KeptSession {
  /** The refresh token. */
  readonly token: string;
  /** Whether it outlives the browser session. */
  readonly remember: boolean;
}

const thirtyDays = 30 * 24 * 3600;

/**
 * Two cookies a sign-in: the refresh token, which only `/session` and no script ever gets, and a mark that scripts may read
 * to know that asking for a token is worth while.
 */
export function keepSession(
  response: ServerResponse,
  environment: SiteEnvironment,
  role: Role,
  { token, remember }: KeptSession,
): void {
  const age = remember ? `; Max-Age=${thirtyDays}` : '';
  write(
    response,
    environment,
    role,
    `${remember ? 'r' : 's'}.${encodeURIComponent(token)}`,
    '1',
    age,
  );
}

export function clearSession(
  response: ServerResponse,
  environment: SiteEnvironment,
  role: Role,
): void {
  write(response, environment, role, '', '', '; Max-Age=0');
}

function write(
  response: ServerResponse,
  environment: SiteEnvironment,
  role: Role,
  session: string,
  mark: string,
  age: string,
): void {
  const secure = environment.siteUrl.startsWith('https:') ? '; Secure' : '';
  const strict = `; SameSite=Strict${secure}${age}`;
  response.appendHeader('set-cookie', [
    `hemline_${role}_session=${session}; Path=/session; HttpOnly${strict}`,
    `hemline_${role}=${mark}; Path=/${strict}`,
  ]);
}

/** What the browser kept of a sign-in; null where there is none. */
export function readSession(request: IncomingMessage, role: Role): KeptSession | null {
  const name = `hemline_${role}_session=`;
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((it) => it.trim())
    .find((it) => it.startsWith(name));
  const match = /^([rs])\.(.+)$/.exec(found?.slice(name.length) ?? '');
  if (!match?.[2]) return null;
  try {
    return { token: decodeURIComponent(match[2]), remember: match[1] === 'r' };
  } catch {
    return null;
  }
}
