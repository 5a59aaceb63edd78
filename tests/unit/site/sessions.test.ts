import { UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  startScripted,
  startSite,
  startUpstream,
  type Running,
  type Scripted,
  type Seen,
} from './site-server.ts';

let asked: Seen[];
let answer: (url: string) => Scripted;
let upstream: Running;
let site: Running;

/** An access token that tells others apart by `name`; `padding` makes it as large as a long address does. */
const accessToken = (name: string, { secondsLeft = 3600, padding = 0 } = {}): string =>
  new UnsecuredJWT({ name, padding: 'x'.repeat(padding) })
    .setExpirationTime(Math.floor(Date.now() / 1000) + secondsLeft)
    .encode();

const signIn = (token: string, refreshToken = 'first'): Scripted => ({
  headers: { 'x-session': refreshToken },
  body: JSON.stringify({ UserauthToken: token }),
});
const renewed = (token: string, refreshToken: string, secondsLeft = 3600): Scripted => ({
  body: JSON.stringify({
    ...{ access_token: token, refresh_token: refreshToken, expires_in: secondsLeft },
    user: { id: 'u', user_metadata: { address: 'x'.repeat(4000) } },
  }),
});
const isRenewal = (url: string) => url === '/functions/v1/api/v1/auth/renew';
/** The refresh tokens that the API was shown. */
const shown = () => asked.filter(({ url }) => isRenewal(url)).map(({ body }) => JSON.parse(body));

beforeEach(async () => {
  asked = [];
  const fresh = accessToken('fresh');
  answer = (url) => (isRenewal(url) ? renewed(fresh, 'second') : signIn(accessToken('signed in')));
  upstream = await startScripted(asked, ({ url }) => answer(url));
  site = await startSite(upstream.url);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await site.stop();
  await upstream.stop();
});

const post = (path: string, body: object = {}) =>
  fetch(`${site.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const login = (more: object = {}, path = 'user-login') =>
  post(`auth/${path}`, { email: 'ada@example.com', password: 'linen', ...more });
const renew = (cookie: string, role = 'user') =>
  fetch(`${site.url}/session/${role}`, { headers: { cookie } });

const isCleared = (cookie: string) => /^[\w.]+=; Max-Age=0;/.test(cookie);
/** The cookies that an answer writes, and the names of those that it clears. */
function cookiesOf({ headers }: Response) {
  const all = headers.getSetCookie();
  return {
    written: all.filter((it) => !isCleared(it)),
    cleared: all.filter(isCleared).map((it) => it.split('=')[0]),
  };
}
/** What a browser sends to `/session` after these answers. */
function browserAfter(...answers: Response[]): string {
  const jar = new Map<string, string>();
  for (const cookie of answers.flatMap(({ headers }) => headers.getSetCookie())) {
    const [pair = '', name = ''] = /^([^=]+)=[^;]*/.exec(cookie) ?? [];
    if (isCleared(cookie)) jar.delete(name);
    else jar.set(name, pair);
  }
  return [...jar.values()].join('; ');
}

describe('a login', () => {
  test('’s refresh token becomes a cookie that no script can read, and goes no further', async () => {
    const token = accessToken('signed in');
    answer = () => signIn(token, 'refresh-token');
    const response = await login();
    expect(response.headers.get('x-session')).toBeNull();
    const [session, mark] = cookiesOf(response).written;
    expect(session).toMatch(
      /^hemline_user_session=[\w-]+; Path=\/session; HttpOnly; SameSite=Strict$/,
    );
    expect(mark).toBe('hemline_user=1; Path=/; SameSite=Strict');
    expect(await response.json()).toEqual({ UserauthToken: token });
  });

  test('asks the function alone', async () => {
    await login();
    expect(asked.map(({ url }) => url)).toEqual(['/functions/v1/api/v1/auth/user-login']);
  });

  test('with “Remember me” outlives the browser session', async () => {
    const { written } = cookiesOf(await login({ remember: true }));
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^hemline_user_session=.*; Max-Age=2592000; Path=\/session;/);
    expect(written[1]).toMatch(/^hemline_user=1.*; Max-Age=2592000; Path=\/;/);
  });

  test('of a shopper and of an administrator are kept apart', async () => {
    answer = () => ({ ...signIn(''), body: JSON.stringify({ authToken: accessToken('admin') }) });
    const { written, cleared } = cookiesOf(await login({}, 'login'));
    expect(written[0]).toMatch(/^hemline_admin_session=/);
    expect([...written, ...cleared].every((it) => it?.startsWith('hemline_admin'))).toBe(true);
  });

  test('that failed keeps nothing', async () => {
    answer = () => ({ status: 401, headers: { 'x-session': 'first' } });
    expect((await login()).headers.getSetCookie()).toEqual([]);
  });
});

describe('a session', () => {
  /** What a browser has after a login, once its access token has so many seconds left. */
  async function kept({ secondsLeft = 3600, remember = false } = {}) {
    const usual = answer;
    const started = browserAfter(await login({ remember }));
    answer = () => renewed(accessToken('old', { secondsLeft }), 'aged', secondsLeft);
    const aged = browserAfter(await renew(started));
    answer = usual;
    asked.length = 0;
    return aged;
  }

  test.for([
    [true, 3600],
    [true, 30],
    [false, 30],
    [false, -3600],
  ] as const)(
    'gives a fresh token and is itself renewed, as long-lived as before: remembered %s, %i seconds left',
    async ([remember, secondsLeft]) => {
      const response = await renew(await kept({ remember, secondsLeft }));
      const { token } = (await response.json()) as { token: string };
      expect(UnsecuredJWT.decode(token).payload['name']).toBe('fresh');
      expect(shown()).toEqual([{ refresh_token: 'aged' }]);
      // The auth server counts renewals by the shopper's address, which the site proves to the functions.
      expect(asked.at(-1)?.headers).toMatchObject({
        ...{ 'x-site-secret': 'site-secret', 'x-client-address': '127.0.0.1' },
        ...{ apikey: 'anon-key', authorization: 'Bearer anon-key' },
      });
      const { written } = cookiesOf(response);
      // The user, who may be large, is not kept.
      expect(written.map((it) => it.split('=')[0])).toEqual([
        'hemline_user_session',
        'hemline_user',
      ]);
      expect(written.every((it) => it.includes('Max-Age=2592000') === remember)).toBe(true);
      await renew(browserAfter(response));
      expect(shown()).toEqual([{ refresh_token: 'aged' }, { refresh_token: 'second' }]);
    },
  );

  test('is renewed once for tabs that ask together, or shortly after each other', async () => {
    const cookie = await kept();
    const answers = await Promise.all([renew(cookie), renew(cookie), renew(cookie)]);
    answers.push(await renew(cookie));
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((it) => browserAfter(it))).size).toBe(1);
    expect(shown()).toHaveLength(1);
  });

  test('that is over gives no token, leaves no cookie and prints nothing', async () => {
    const cookie = await kept({ remember: true });
    const printed = (['warn', 'error', 'log'] as const).map((it) => vi.spyOn(console, it));
    answer = () => ({ status: 401, body: '{"code":"session_over"}' });
    const over = await renew(cookie);
    expect(over.status).toBe(401);
    expect(await over.json()).toMatchObject({ code: 'not_signed_in' });
    expect(cookiesOf(over).written).toEqual([]);
    expect(cookiesOf(over).cleared).toEqual(
      expect.arrayContaining(['hemline_user_session', 'hemline_user']),
    );
    expect(shown()).toHaveLength(1);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  });

  test('outlives an authority that fails', async () => {
    const cookie = await kept();
    for (const away of [
      { status: 502 },
      { status: 500, body: '<h1>Oops</h1>' },
      { status: 504 },
      { status: 429 },
      { status: 200, body: '<h1>Sign in to the network</h1>' },
    ]) {
      asked.length = 0;
      answer = () => away;
      const response = await renew(cookie);
      expect(response.status).toBe(503);
      expect(response.headers.getSetCookie()).toEqual([]);
      // Nobody waits while it is asked again and again.
      expect(shown()).toHaveLength(1);
    }
    // Nor is that remembered.
    answer = () => renewed(accessToken('fresh'), 'second');
    expect((await renew(cookie)).status).toBe(200);
  });

  test('outlives an authority that cannot be reached', async () => {
    const cookie = await kept();
    await upstream.stop();
    const response = await renew(cookie);
    expect(response.status).toBe(503);
    expect(response.headers.getSetCookie()).toEqual([]);
    upstream = await startUpstream(() => undefined);
  });
});

test.for([true, false])('a visitor’s session ends for a customer: anonymous %s', async (is) => {
  const token = new UnsecuredJWT({ is_anonymous: is }).setExpirationTime('1h').encode();
  const visit = { ...signIn(''), body: JSON.stringify({ visitorToken: token }) };
  answer = (url) => (isRenewal(url) ? renewed(token, 'second') : visit);
  const renewal = renew(browserAfter(await post('auth/visit')), 'visitor');
  expect((await renewal).status).toBe(is ? 200 : 401);
});

test('without a session, or with the other’s, there is no token', async () => {
  const cookie = browserAfter(await login());
  for (const it of [renew(''), renew(cookie, 'admin')]) expect((await it).status).toBe(401);
  expect(cookiesOf(await renew('', 'admin')).cleared).toContain('hemline_admin');
  expect(cookiesOf(await renew('')).cleared).toContain('hemline_user');
  expect(shown()).toEqual([]);
});

test.for(['s.first', 'r.first', 'base64-e30', '%E0%A4%A'])(
  'a cookie that holds no session ends cleanly, like those of older versions: %s',
  async (value) => {
    const response = await renew(`hemline_user_session=${value}; hemline_user=1`);
    expect(response.status).toBe(401);
    expect(cookiesOf(response).written).toEqual([]);
    expect(cookiesOf(response).cleared).toContain('hemline_user_session');
    expect(shown()).toEqual([]);
  },
);

test('a logout and a deleted account forget the session; one that failed does not', async () => {
  const logout = () => post('auth/user-logout');
  const remove = () => fetch(`${site.url}/api/v1/users/profile`, { method: 'DELETE' });
  answer = () => ({ status: 500 });
  for (const end of [logout, remove]) expect((await end()).headers.getSetCookie()).toEqual([]);
  answer = () => ({ status: 401 });
  expect((await remove()).headers.getSetCookie()).toEqual([]);
  expect(browserAfter(await login(), await logout())).toBe('');
  answer = () => ({});
  for (const end of [logout, remove]) {
    const { written, cleared } = cookiesOf(await end());
    expect(written).toEqual([]);
    expect(cleared).toEqual(expect.arrayContaining(['hemline_user_session', 'hemline_user']));
    expect(cleared.every((it) => it?.startsWith('hemline_user'))).toBe(true);
  }
});

describe('a session that is too large for one cookie', () => {
  const loginWith = (name: string, padding: number) => {
    answer = () => signIn(accessToken(name, { padding }), name);
    return login();
  };
  const names = (cookie: string) => cookie.split('; ').map((it) => it.split('=')[0]);

  test('takes several, and is renewed and forgotten with all of them', async () => {
    const large = await loginWith('large', 6000);
    expect(cookiesOf(large).written.every((it) => it.length < 4096)).toBe(true);
    expect(names(browserAfter(large)).length).toBeGreaterThan(3);
    answer = () => renewed(accessToken('fresh'), 'second');
    const after = await renew(browserAfter(large));
    expect(shown()).toEqual([{ refresh_token: 'large' }]);
    expect(names(browserAfter(large, after))).toEqual(['hemline_user', 'hemline_user_session']);
    expect(browserAfter(large, await post('auth/user-logout'))).toBe('');
  });

  test.for([
    { before: 6000, after: 0 },
    { before: 0, after: 6000 },
    { before: 6000, after: 3000 },
  ])('leaves nothing to another sign-in: $before, then $after', async ({ before, after }) => {
    const answers = [await loginWith('before', before), await loginWith('after', after)];
    answer = () => renewed(accessToken('fresh'), 'second');
    expect((await renew(browserAfter(...answers))).status).toBe(200);
    expect(shown()).toEqual([{ refresh_token: 'after' }]);
  });
});

test('only pages of the shop may ask, and only for what they read', async () => {
  const cookie = browserAfter(await login());
  const ask = (from: string, method = 'GET') =>
    fetch(`${site.url}/session/user`, { method, headers: { cookie, 'sec-fetch-site': from } });
  expect((await ask('cross-site')).status).toBe(403);
  expect((await ask('same-origin', 'POST')).status).toBe(405);
  expect(shown()).toEqual([]);
  expect((await ask('same-origin')).status).toBe(200);
});
