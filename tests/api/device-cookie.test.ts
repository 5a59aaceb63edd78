import { randomInt } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeDeviceCookie } from '../../src/server/device-cookie.ts';
import { readEnvironment } from '../../src/server/environment.ts';
import { stack } from '../support/stack.ts';
import { startSite, type Running } from '../unit/site/site-server.ts';
import { counted, fromSite, refusal, registeredCustomer, send, sql } from './client.ts';

const environment = () => {
  const { url, anonKey, siteSecret } = stack();
  const variables = { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey, SITE_SECRET: siteSecret };
  return readEnvironment({ ...variables, SITE_URL: 'https://hemline.example' });
};
let site: Running;
beforeAll(async () => {
  const own = { environment: environment(), trustedProxies: '127.0.0.1' };
  site = await startSite(stack().url, undefined, own);
});
afterAll(() => site.stop());

const newAddress = () => `198.51.${randomInt(256)}.${randomInt(256)}`;

/** Signs in through the site, each time from another address. The cookie is that of the device. */
async function signIn(
  { email, password }: { email: string; password: string },
  { cookie = '', path = 'user-login', device = '' } = {},
) {
  const sent = { cookie, 'x-device': device };
  const response = await fetch(`${site.url}/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...sent },
    body: JSON.stringify({ email, password }),
  });
  const written = response.headers.getSetCookie().find((it) => it.startsWith('hemline_device_'));
  const [pair = ''] = written?.split(';', 1) ?? [];
  return { status: response.status, cookie: pair, attributes: written?.slice(pair.length) };
}

const statusOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).status;
const claimsOf = (cookie: string) => decodeJwt(cookie.slice(cookie.indexOf('=') + 1));

/** As if strangers had guessed 58 passwords of this account within the last seconds. */
async function guessedAt(id: string, email: string): Promise<void> {
  await counted(`login:account:${email}`, 58);
  await counted(`password:${id}`, 51);
}

test('guesses of strangers lock strangers out, never the browser that signed in before', async () => {
  const [owner, other] = [await registeredCustomer(), await registeredCustomer()];
  const guess = { ...owner, password: 'a guess' };
  const { cookie, attributes } = await signIn(owner);
  const foreign = (await signIn(other)).cookie;
  expect(attributes).toBe(
    '; Max-Age=31536000; Path=/api/v1/auth; HttpOnly; Secure; SameSite=Strict',
  );
  const { sub: id = '' } = claimsOf(cookie);
  await guessedAt(id, owner.email);
  expect([await statusOf(guess), await statusOf(owner)]).toEqual([401, 401]);
  for (const it of ['', `${cookie.slice(0, -9)}forged123`, foreign]) {
    expect(await statusOf(owner, { cookie: it })).toBe(429);
  }
  // What the site tells the API, from somebody else.
  const device = `${id} ${crypto.randomUUID()}`;
  const headers = { 'x-device': device, 'x-client-address': newAddress() };
  const json = { email: owner.email, password: owner.password };
  const direct = await send('POST', '/auth/user-login', { json, headers, direct: true });
  expect([direct.status, await statusOf(owner, { device })]).toEqual([429, 429]);
  expect(await statusOf(guess, { cookie })).toBe(401);
  expect(await statusOf(owner, { cookie })).toBe(200);
  expect(await statusOf(owner)).toBe(429);
});

test('an expired cookie counts as none', async () => {
  const owner = await registeredCustomer();
  const { sub: id = '' } = claimsOf((await signIn(owner)).cookie);
  const aYearAgo = new Date(Date.now() - 366 * 24 * 3600 * 1000);
  const expired = await writeDeviceCookie(environment(), 'user', id, aYearAgo);
  await counted(`login:account:${owner.email}`, 60);
  expect(await statusOf(owner, { cookie: expired.slice(0, expired.indexOf(';')) })).toBe(429);
});

test('a browser that guesses ten times a minute is a stranger, too', async () => {
  const owner = await registeredCustomer();
  const { cookie } = await signIn(owner);
  await counted(`device:${claimsOf(cookie).jti}`, 9);
  await counted(`login:account:${owner.email}`, 59);
  const guess = { ...owner, password: 'a guess' };
  // The tenth, and one that counts as a stranger's, the sixtieth.
  expect([await statusOf(guess, { cookie }), await statusOf(guess, { cookie })]).toEqual([
    401, 401,
  ]);
  expect(await statusOf(owner, { cookie })).toBe(429);
});

test('an administrator has a cookie of the back office', async () => {
  const admin = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  const path = 'login';
  const { cookie } = await signIn(admin, { path });
  expect(cookie).toMatch(/^hemline_device_admin=/);
  await counted(`login:account:${admin.email}`, 60);
  onTestFinished(
    async () => void (await sql`delete from rate_limits where key like ${`%${admin.email}`}`),
  );
  expect(await statusOf(admin, { path })).toBe(429);
  expect(await statusOf(admin, { path, cookie })).toBe(200);
});

test('guesses of strangers keep nobody who is signed in from changing the password or deleting the account', async () => {
  const { token, email, password } = await registeredCustomer();
  const { sub: id = '' } = decodeJwt(token);
  await guessedAt(id, email);
  const headers = fromSite(newAddress());
  const change = (currentPassword: string) => {
    const json = { currentPassword, newPassword: `${password}-new` };
    return send('PUT', '/users/change-password', { token, json, headers });
  };
  expect(refusal(await change('a guess'))).toEqual([400, 'wrong_password', 'currentPassword']);
  expect((await change(password)).status).toBe(200);
  const json = { password: `${password}-new` };
  expect((await send('DELETE', '/users/profile', { token, json, headers })).status).toBe(200);
});
