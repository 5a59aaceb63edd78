import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, callForFile } from '../../../src/api/client.ts';
import { stubBrowser } from './browser-globals.ts';

/** What the browser keeps, and a server that takes the token `good` only. */
let storage: Map<string, string>;
let sessions: number;
let kept: string;
let seen: { path: string; token: string | null; body: string }[];

beforeEach(() => {
  storage = new Map([['userToken', 'good']]);
  sessions = 0;
  kept = 'good';
  seen = [];
  stubBrowser(storage, 'hemline_user=1');
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    if (typeof asked === 'string') {
      sessions += 1;
      return kept ? Response.json({ token: kept }) : Response.json({}, { status: 401 });
    }
    const token = asked.headers.get('authorization');
    seen.push({ path: new URL(asked.url).pathname, token, body: await asked.text() });
    if (token === 'Bearer good') return Response.json({ orderCount: 3 });
    return Response.json({ message: 'Sign in first', code: 'unauthorized' }, { status: 401 });
  });
});

afterEach(() => vi.unstubAllGlobals());

const count = () =>
  call<{ orderCount: number }>('/orders/order-count', { orderCount: 'number' }, { as: 'user' });

describe('a call', () => {
  test('carries the token and the body, and gives the answer’s fields', async () => {
    const reply = await call<{ orderCount: number }>(
      '/orders/settle',
      { orderCount: 'number' },
      { method: 'POST', body: { reference: 'r' }, as: 'user' },
    );
    expect(reply).toEqual({ ok: true, orderCount: 3 });
    expect(seen).toEqual([
      { path: '/api/v1/orders/settle', token: 'Bearer good', body: '{"reference":"r"}' },
    ]);
    expect(sessions).toBe(0);
  });

  test('without a token of this tab takes the session that the site keeps', async () => {
    storage.clear();
    expect(await count()).toMatchObject({ ok: true });
    expect(storage.get('userToken')).toBe('good');
  });

  test('of a visitor who has signed in meanwhile is made again for the account', async () => {
    storage.clear();
    storage.set('visitorToken', 'moved');
    vi.stubGlobal('document', { cookie: '' });
    const stale = call('/cart', { orderCount: 'number' }, { as: 'shopper' });
    vi.stubGlobal('document', { cookie: 'hemline_user=1' });
    expect(await stale).toMatchObject({ ok: true });
    expect(seen.map((it) => it.token)).toEqual(['Bearer moved', 'Bearer good']);
  });

  test('with a token that ran out is made again with a fresh one; several share it', async () => {
    storage.set('userToken', 'old');
    const replies = await Promise.all([count(), count(), count()]);
    expect(replies.map((it) => it.ok)).toEqual([true, true, true]);
    expect(sessions).toBe(1);
    expect(storage.get('userToken')).toBe('good');
  });

  test('with a token in its last minute takes a fresh one before it asks', async () => {
    const claims = { exp: Math.floor(Date.now() / 1000) + 30 };
    storage.set('userToken', `x.${btoa(JSON.stringify(claims))}.y`);
    const replies = await Promise.all([count(), count()]);
    expect(replies.map((it) => it.ok)).toEqual([true, true]);
    expect(seen.map((it) => it.token)).toEqual(['Bearer good', 'Bearer good']);
    expect(sessions).toBe(1);
  });

  test('for a file takes a fresh token for one that was refused too', async () => {
    storage.set('userToken', 'old');
    await callForFile('/orders/export', 'user');
    expect(seen.map((it) => it.token)).toEqual(['Bearer old', 'Bearer good']);
  });

  test('of a session that is over fails once, and the token is forgotten', async () => {
    storage.set('userToken', 'old');
    kept = '';
    expect(await count()).toMatchObject({ ok: false, status: 401 });
    expect(storage.has('userToken')).toBe(false);
    expect(seen).toHaveLength(1);
  });

  test('that needs a sign-in is not sent without one', async () => {
    storage.clear();
    vi.stubGlobal('document', { cookie: '' });
    expect(await count()).toMatchObject({ ok: false, status: 401, code: 'not_signed_in' });
    expect(seen).toEqual([]);
  });

  test('never throws: no answer, and an answer that is no JSON, are failures', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await call('/products/all', {})).toMatchObject({ ok: false, status: 0, issues: [] });
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await call('/products/all', {})).toMatchObject({
      ok: false,
      status: 502,
      code: 'unknown',
    });
  });

  test('brings what the server says about each field', async () => {
    const issues = [{ path: 'email', message: 'Not a valid email address' }];
    vi.stubGlobal('fetch', async () =>
      Response.json({ message: 'Please check', code: 'invalid', issues }, { status: 400 }),
    );
    expect(await call('/auth/register', {}, { method: 'POST', body: {} })).toEqual({
      ok: false,
      status: 400,
      message: 'Please check',
      code: 'invalid',
      issues,
    });
  });
});
