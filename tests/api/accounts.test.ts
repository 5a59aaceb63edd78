import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, demoAdmin, good, newCustomer, send } from './client.ts';
import { stack } from '../support/stack.ts';

let admin = '';

beforeAll(async () => {
  admin = await adminToken();
});

function registration(changes: Record<string, unknown> = {}) {
  const email = `mary.${crypto.randomUUID()}@example.com`;
  const person = { firstname: 'Mary', lastname: 'Quant', password: 'mini-skirt-1' };
  return { ...person, email, state: 'London', country: 'UK', phone: 2075550100, ...changes };
}

interface Session {
  access_token: string;
  refresh_token: string;
}

const askAuth = (grant: string, json: object) => {
  const { url, anonKey } = stack();
  return fetch(`${url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
};
const signInAtServer = async (email: string, password: string) =>
  (await (await askAuth('password', { email, password })).json()) as Session;
const renews = async (refresh_token: string) =>
  (await askAuth('refresh_token', { refresh_token })).ok;

describe('registration', () => {
  test('makes a customer who can sign in', async () => {
    const json = registration();
    const { status, body } = await send('POST', '/auth/register', { json });
    expect([status, body.message]).toEqual([201, messages.auth.registered]);
    const { UserauthToken: token } = await good('POST', '/auth/user-login', { json });
    const { user } = await good('GET', '/users/profile', { token });
    expect(user).toMatchObject({ firstname: 'Mary', email: json.email, phone: '2075550100' });
  });

  test('of one address at the same moment is taken once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const json = registration();
      const both = [1, 2].map(() => send('POST', '/auth/register', { json }));
      const answers = (await Promise.all(both)).toSorted((a, b) => a.status - b.status);
      expect(answers.map(({ status }) => status)).toEqual([201, 409]);
      expect(answers[1]?.body).toMatchObject({ code: 'email_taken', issues: [{ path: 'email' }] });
      await good('POST', '/auth/user-login', { json });
    }
  });

  test('refuses an address that is taken', async () => {
    const { email } = await newCustomer();
    const { status, body } = await send('POST', '/auth/register', {
      json: registration({ email: email.toUpperCase() }),
    });
    expect([status, body.code, body.issues?.[0]?.path]).toEqual([409, 'email_taken', 'email']);
  });

  test.each([
    ['firstname', ''],
    ['lastname', undefined],
    ['email', 'nobody'],
    ['password', 'short'],
    ['phone', 'call me'],
    ['country', 'x'.repeat(101)],
    ['address', 'a\u0000b'],
  ])('refuses a wrong %s and names it', async (field, value) => {
    const { status, body } = await send('POST', '/auth/register', {
      json: registration({ [field]: value }),
    });
    expect([status, body.issues?.[0]?.path]).toEqual([400, field]);
  });
});

describe('sign-in', () => {
  test('separates the two kinds of accounts, and reveals nothing in its refusals', async () => {
    const customer = await newCustomer();
    const wrong = { ...customer, password: 'not this one' };
    const unknown = { email: 'nobody@example.com', password: 'not this one' };
    for (const json of [wrong, unknown, demoAdmin]) {
      const { status, body } = await send('POST', '/auth/user-login', { json });
      expect([status, body.message]).toEqual([401, messages.auth.userLoginFailed]);
    }
    for (const json of [{ ...demoAdmin, password: 'no' }, unknown, customer]) {
      const { status, body } = await send('POST', '/auth/login', { json });
      expect([status, body.message]).toEqual([401, messages.auth.adminLoginFailed]);
    }
  });

  test('gives what renews a session to the site only', async () => {
    const json = await newCustomer();
    const login = { json, direct: true };
    const toBrowser = await send('POST', '/auth/user-login', login);
    expect(toBrowser.headers.get('x-session')).toBeNull();
    const headers = { 'x-site-secret': 'a guess' };
    const toGuesser = await send('POST', '/auth/user-login', { ...login, headers });
    expect(toGuesser.headers.get('x-session')).toBeNull();
    const toSite = await send('POST', '/auth/user-login', { json });
    expect(toSite.headers.get('x-session')).toBeTruthy();
  });

  test('ends on the server', async () => {
    const { email, password } = await newCustomer();
    const login = await send('POST', '/auth/user-login', { json: { email, password } });
    const token = login.body.UserauthToken;
    const { message } = await good('POST', '/auth/user-logout', { token });
    expect(message).toBe(messages.auth.loggedOut);
    const { url, anonKey } = stack();
    const renewed = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: login.headers.get('x-session') }),
    });
    await renewed.text();
    expect(renewed.ok).toBe(false);
  });

  test('ends for administrators too', async () => {
    const token = await adminToken();
    expect((await send('POST', '/auth/admin-logout', { token })).status).toBe(200);
  });

  test('a forgotten password is answered alike for every address', async () => {
    const { email } = await newCustomer();
    const known = await send('POST', '/auth/forgot-password', { json: { email } });
    const unknown = await send('POST', '/auth/forgot-password', {
      json: { email: `x${email}` },
    });
    expect([known.status, known.body]).toEqual([200, unknown.body]);
  });
});

describe('a customer', () => {
  test('changes single fields of the profile and keeps the rest', async () => {
    const { token, email } = await newCustomer();
    const { message, user } = await good('PUT', '/users/profile', {
      token,
      json: { firstname: 'Lovelace', phone: 12345 },
    });
    expect(message).toBe(messages.profile.updated);
    expect(user).toMatchObject({
      firstname: 'Lovelace',
      phone: '12345',
      country: 'Ireland',
      email,
    });
    expect(await good('GET', '/users/profile', { token })).toEqual({
      ...{ user, pendingEmail: null, company: '' },
    });
  });

  test('changes the password with the current one only', async () => {
    const { token, email, password } = await newCustomer();
    const newPassword = `${password}-new`;
    const refused = await send('PUT', '/users/change-password', {
      token,
      json: { currentPassword: 'no', newPassword },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'wrong_password']);
    const [own, other] = [
      await signInAtServer(email, password),
      await signInAtServer(email, password),
    ];
    const json = { currentPassword: password, newPassword };
    const { message } = await good('PUT', '/users/change-password', {
      token: own.access_token,
      json,
    });
    // Whoever else was signed in is so no longer.
    expect(await renews(own.refresh_token)).toBe(true);
    expect(await renews(other.refresh_token)).toBe(false);
    expect(message).toBe(messages.password.updated);
    await good('POST', '/auth/user-login', { json: { email, password: newPassword } });
    const old = await send('POST', '/auth/user-login', { json: { email, password } });
    expect(old.status).toBe(401);
  });
});

describe('an administrator', () => {
  test('sees customers, counts them and deletes one for good', async () => {
    const { token, email, password } = await newCustomer();
    const { user } = await good('GET', '/users/profile', { token });
    const { users } = await good('GET', '/users/profiles', { token: admin });
    expect(users).toContainEqual(user);
    const { totalUsers } = await good('GET', '/users/getTotalUsers', { token: admin });
    expect(totalUsers).toBeGreaterThan(0);

    const path = `/users/profile/${user._id}`;
    expect((await good('DELETE', path, { token: admin })).message).toBe(messages.users.removed);
    expect((await send('DELETE', path, { token: admin })).status).toBe(404);
    expect((await send('GET', '/users/profile', { token })).status).toBe(403);
    const again = await send('POST', '/auth/user-login', { json: { email, password } });
    expect(again.status).toBe(401);
  });

  test('changes name and password', async () => {
    const details = await good('GET', '/users/admin/details', { token: admin });
    expect(details.admin.email).toBe(demoAdmin.email);
    const changed = await good('PUT', '/users/admin/update-details', {
      token: admin,
      json: { firstname: 'Grace', email: demoAdmin.email },
    });
    expect(changed).toMatchObject({
      message: messages.settings.detailsUpdated,
      admin: { firstname: 'Grace' },
    });
    const refused = await send('PUT', '/users/admin/update-password', {
      token: admin,
      json: { currentPassword: 'no', newPassword: 'something-else-1' },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'wrong_password']);
  });
});
