import * as ssr from '@supabase/ssr';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { anonHeaders, type SiteEnvironment } from '../environment.ts';
import { clientAddress, noStore, refuse, type Env, type SiteContext } from '../http.ts';
import { reasonOf } from '../log.ts';
import { writePreviewCookie } from '../preview-cookie.ts';

const visitorClaims = z.object({ is_anonymous: z.literal(true) });

const roles = ['user', 'admin', 'visitor'] as const;
export type Role = (typeof roles)[number];

interface Renewal {
  /** A fresh access token; null if the session has ended. */
  readonly token: string | null;
  readonly setCookies: readonly string[];
}

type Cookies = ReturnType<typeof ssr.parseCookieHeader>;

/**
 * `GET /session/user`, `/session/admin` and `/session/visitor`: a fresh access token for this browser's session, or 401.
 * `POST /session/preview`: lets an administrator's browser see the shop before it is open, or 401.
 */
export function sessionRoutes(environment: SiteEnvironment): Hono<Env> {
  /** Several tabs may have the same single-use refresh token: they share the outcome for ten seconds. */
  const renewals = new LRUCache<string, Renewal, () => Promise<Renewal>>({
    max: 2000,
    ttl: 10_000,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: renew }) => renew(),
  });
  /** A fresh access token, with its cookies on the response; null if the session has ended. */
  const renew = async (c: SiteContext, role: Role): Promise<string | null> => {
    const cookies = cookiesOf(role, c.req.header('cookie'));
    const address = clientAddress(c.env.incoming, environment.trustedProxies);
    const context = () => renewSession(environment, role, cookies, address);
    const key = JSON.stringify([role, cookies]);
    const { token, setCookies } = await renewals.forceFetch(key, { context });
    for (const it of setCookies) c.header('set-cookie', it, { append: true });
    return token;
  };
  const ended = (c: SiteContext) => refuse(c, 401, 'not_signed_in', 'Please sign in first.');
  const path = `/:role{${roles.join('|')}}`;
  return new Hono<Env>()
    .use(async (c, next) => {
      const from = c.req.header('sec-fetch-site');
      if (from === undefined || from === 'same-origin') return next();
      return refuse(c, 403, 'wrong_origin', 'Only pages of the shop may send this request.');
    })
    .get(path, async (c) => {
      const token = await renew(c, roles.find((it) => it === c.req.param('role')) ?? 'user');
      return token === null ? ended(c) : c.json({ token }, 200, noStore);
    })
    .post('/preview', async (c) => {
      const token = await renew(c, 'admin');
      if (token === null || !(await isAdministrator(environment, token))) return ended(c);
      c.header('set-cookie', await writePreviewCookie(environment), { append: true });
      return c.body(null, 204, noStore);
    })
    .all('/preview', (c) => refuse(c, 405, 'method_not_allowed', 'Use POST'))
    .all(path, (c) => refuse(c, 405, 'method_not_allowed', 'Use GET'));
}

const thirtyDays = 30 * 24 * 3600;
/** The values of the script-readable cookie; scripts check the first character. */
const signedIn = '1';
const remembered = '1-remembered';

/** The cookies of a new sign-in. Throws where the access token cannot be read. */
export async function startSession(
  environment: SiteEnvironment,
  role: Role,
  login: { accessToken: string; refreshToken: string; remember?: boolean | undefined },
) {
  const { auth, setCookies } = openSession(environment, role);
  const { accessToken: access_token, refreshToken: refresh_token } = login;
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  return setCookies(login.remember ? remembered : signedIn);
}

/** Clears everything that a sign-in left in the browser. */
export async function endSession(environment: SiteEnvironment, role: Role) {
  const { auth, setCookies } = openSession(environment, role);
  await auth.signOut({ scope: 'local' });
  return setCookies('');
}

/** The session cookies of a request. */
const cookiesOf = (role: Role, header = ''): Cookies =>
  ssr.parseCookieHeader(header).filter(({ name }) => name.startsWith(`hemline_${role}`));

/** Throws without an answer. */
async function isAdministrator(environment: SiteEnvironment, token: string): Promise<boolean> {
  const headers = { ...anonHeaders(environment.anonKey), authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(10_000);
  const { status } = await fetch(`${environment.functionsUrl}/api/v1/opening`, { headers, signal });
  if (![200, 401, 403].includes(status)) throw new Error(`the API answered ${status}`);
  return status === 200;
}

/** Exchanges the refresh token of a session. Throws if it is unknown whether the session has ended. */
async function renewSession(
  environment: SiteEnvironment,
  role: Role,
  cookies: Cookies,
  address: string,
): Promise<Renewal> {
  const shown: Cookies = [];
  const { auth, changed, setCookies } = openSession(environment, role, shown, address);
  // A new client tries to restore a session and logs failures, so it gets the cookies only afterwards.
  await auth.getSession();
  shown.push(...cookies);
  const stored = await auth.getSession();
  // An expired session has been refreshed by now. Others are refreshed too, because only the auth server knows whether they
  // have ended.
  const { data, error } =
    stored.data.session && changed.length === 0 ? await auth.refreshSession() : stored;
  if (error && error.status !== 400 && error.status !== 401) throw error;
  if (!data.session) return { token: null, setCookies: await endSession(environment, role) };
  // Who has become a customer signs in as one, and out.
  if (role === 'visitor' && !isAnonymous(data.session.access_token)) {
    return { token: null, setCookies: await endSession(environment, role) };
  }
  const remember = cookies.some((it) => it.name === `hemline_${role}` && it.value === remembered);
  const mark = remember ? remembered : signedIn;
  return { token: data.session.access_token, setCookies: setCookies(mark) };
}

/** Whether a token, which the auth server has just issued, is that of a visitor without an account. */
function isAnonymous(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return visitorClaims.safeParse(JSON.parse(payload)).success;
}

/**
 * A session has two cookies: the session itself, sent only to `/session` and hidden from scripts, and a script-readable flag.
 * API calls do not include the session cookie, so its possible chunks are cleared unless they are written.
 */
function openSession(environment: SiteEnvironment, role: Role, cookies?: Cookies, address = '') {
  const name = `hemline_${role}_session`;
  const unseen = ['', '.0', '.1', '.2', '.3', '.4'].map((it) => ({ name: name + it, value: '' }));
  const strict = { sameSite: 'strict', secure: environment.siteUrl.startsWith('https:') } as const;
  const changed: Parameters<ssr.SetAllCookies>[0] = [];
  const { auth } = ssr.createServerClient(environment.supabaseUrl, environment.anonKey, {
    global: cookies ? askApi(environment, address) : { fetch: nobody },
    cookieOptions: { name, path: '/session', httpOnly: true, ...strict },
    cookies: {
      encode: 'tokens-only',
      getAll: () => cookies ?? unseen,
      setAll: (all) => void changed.push(...all),
    },
  });
  const setCookies = (mark: string) => {
    changed.push({ name: `hemline_${role}`, value: mark, options: { path: '/', ...strict } });
    const lifetime = mark === remembered ? { maxAge: thirtyDays } : {};
    return changed.map(({ name, value, options: { maxAge: _, ...options } }) =>
      ssr.serializeCookieHeader(name, value, { ...options, ...(value ? lifetime : { maxAge: 0 }) }),
    );
  };
  return { auth, changed, setCookies };
}

/** `setSession` would request the user. The API has just signed them in, and only the tokens are stored. */
const nobody = async () => Response.json({});

/** Refreshes go through the API, which sends the client's address to the auth server for its limits. */
const askApi = ({ functionsUrl, siteSecret }: SiteEnvironment, address: string) => ({
  headers: { 'x-site-secret': siteSecret, 'x-client-address': address },
  fetch: async (_url: unknown, init?: RequestInit) => {
    try {
      const signal = AbortSignal.timeout(10_000);
      const answer = await fetch(`${functionsUrl}/api/v1/auth/renew`, { ...init, signal });
      if (![200, 400, 401].includes(answer.status)) throw new Error(`answered ${answer.status}`);
      return Response.json(await answer.json(), { status: answer.status });
    } catch (error) {
      // The library retries for half a minute unless it gets an unknown status.
      return Response.json({ message: reasonOf(error) }, { status: 599 });
    }
  },
});
