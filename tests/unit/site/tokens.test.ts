import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './browser-globals.ts';

/** What the browser keeps, and what the site answers. */
let storage: Map<string, string>;
let cookie: string;
let events: string[];
let asked: { path: string; accept: string | null }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  storage = new Map();
  cookie = 'hemline_user=1-remembered; other=1';
  events = [];
  asked = [];
  answer = () => Response.json({ token: 'fresh' });
  vi.resetModules();
  stubBrowser(storage);
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
  });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => events.push(type));
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    asked.push({ path, accept: new Headers(headers).get('accept') });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('../../../src/api/tokens.ts');

test('the tokens of shopper and administrator are separate, and each change is published', async () => {
  const { readToken, writeToken } = await load();
  writeToken('user', 'mine');
  writeToken('admin', 'theirs');
  expect([readToken('user'), readToken('admin')]).toEqual(['mine', 'theirs']);
  writeToken('user', '');
  expect([readToken('user'), readToken('admin')]).toEqual(['', 'theirs']);
  expect(events).toEqual(Array.from({ length: 3 }, () => 'hemline:session'));
});

test('a browser that keeps nothing has no token', async () => {
  const { readToken } = await load();
  vi.stubGlobal('sessionStorage', null);
  expect(readToken('user')).toBe('');
});

test('a token runs out a minute early; what is none does not', async () => {
  const { runsOut } = await load();
  vi.useFakeTimers({ now: 1_000_000 });
  try {
    // The name takes both characters in which the alphabet of tokens differs.
    const token = (claims: unknown) =>
      `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
    const until = (exp: number) => token({ name: '~~~???>>>', exp });
    expect(until(1)).toMatch(/-.*_|_.*-/);
    expect([1059, 1060, 1061].map((it) => runsOut(until(it)))).toEqual([true, false, false]);
    expect([until(1), until(1e9)].map((it) => runsOut(it))).toEqual([true, false]);
    for (const it of ['', 'x', 'x.y.z', token(null), token('exp'), token(7), token({})]) {
      expect([it, runsOut(it)]).toEqual([it, false]);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('who has a token or a session that the site keeps may be signed in', async () => {
  const { maySignIn } = await load();
  expect([maySignIn('user'), maySignIn('admin')]).toEqual([true, false]);
  storage.set('adminToken', 'theirs');
  expect(maySignIn('admin')).toBe(true);
});

describe('a token that was refused', () => {
  test('is forgotten, unless another one came meanwhile', async () => {
    const { signInAgain } = await load();
    storage.set('userToken', 'other');
    expect(await signInAgain('user', 'old', true)).toBe('');
    expect(storage.get('userToken')).toBe('other');
    expect(await signInAgain('user', 'other', true)).toBe('');
    expect(storage.has('userToken')).toBe(false);
  });

  test('is requested again if there is unsaved work', async () => {
    const { signInAgain, whenRefused } = await load();
    storage.set('adminToken', 'old');
    whenRefused('admin', async (writing) => (writing ? 'for work' : 'to read'));
    expect(await signInAgain('admin', 'old', true)).toBe('for work');
    expect(await signInAgain('admin', 'old', false)).toBe('to read');
    expect(storage.get('adminToken')).toBe('old');
  });
});

describe('a renewal', () => {
  test('asks the site once for all who wait, and again for who comes later', async () => {
    const { renewToken } = await load();
    const all = await Promise.all([renewToken('user'), renewToken('user')]);
    expect(all).toEqual(['fresh', 'fresh']);
    expect(asked).toEqual([{ path: '/session/user', accept: 'application/json' }]);
    expect(storage.get('userToken')).toBe('fresh');
    await renewToken('user');
    expect(asked).toHaveLength(2);
  });

  test('is not asked for without a session that the site keeps', async () => {
    const { renewToken } = await load();
    expect(await renewToken('admin')).toBe('');
    cookie = 'hemline_user=; hemline_admin=0';
    expect(await renewToken('user')).toBe('');
    expect(asked).toEqual([]);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['a site that is away', () => Response.json({ token: 'fresh' }, { status: 503 })],
    ['a site that fails', () => Response.json({ token: 'fresh' }, { status: 500 })],
    ['a site that refuses', () => Response.json({ token: 'fresh' }, { status: 401 })],
    ['no answer', () => Promise.reject(new TypeError('offline'))],
    ['nothing', () => Response.json(null)],
    ['a text', () => Response.json('token')],
    ['an answer without a token', () => Response.json({})],
    ['an empty token', () => Response.json({ token: '' })],
    ['a token that is no text', () => Response.json({ token: 7 })],
  ])('ends without one after %s, and the old one stays', async (_what, given) => {
    const { renewToken } = await load();
    storage.set('userToken', 'old');
    answer = given;
    expect(await renewToken('user')).toBe('');
    expect(storage.get('userToken')).toBe('old');
    expect(events).toEqual([]);
  });
});
