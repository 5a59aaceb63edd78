import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import {
  adminToken,
  demoAdmin,
  good,
  newCustomer,
  refusal,
  registeredCustomer,
  send,
  signsIn,
} from './client.ts';
import { stack } from '../support/stack.ts';

let admin = '';

beforeAll(async () => {
  admin = await adminToken();
});

function registration(changes: Record<string, unknown> = {}) {
  const email = `mary.${crypto.randomUUID()}@example.com`;
  const person = { firstname: 'Mary', lastname: 'Quant', password: 'mini-skirt-1' };
  return {
    ...person,
    email,
    state: '',
    city: 'London',
    country: 'UK',
    phone: 2075550100,
    ...changes,
  };
}
const register = (json: object) => send('POST', '/auth/register', { json });

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
    const { status, body } = await register(json);
    expect([status, body.message]).toEqual([201, messages.auth.registered]);
    const { UserauthToken: token } = await good('POST', '/auth/user-login', { json });
    const { user } = await good('GET', '/users/profile', { token });
    expect(user).toMatchObject({
      firstname: 'Mary',
      email: json.email,
      phone: '2075550100',
      city: 'London',
    });
    const again = await register(registration({ email: json.email.toUpperCase() }));
    expect(refusal(again)).toEqual([409, 'email_taken', 'email']);
  });

  test('of one address at the same moment is taken once', async () => {
    const json = registration();
    const answers = await Promise.all([register(json), register(json)]);
    const [taken, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(taken?.status).toBe(201);
    expect(refused && refusal(refused)).toEqual([409, 'email_taken', 'email']);
    expect(await signsIn(json.email, json.password)).toBe(true);
  });
});

describe('sign-in', () => {
  test('separates the two kinds of accounts, and reveals nothing in its refusals', async () => {
    const { email, password } = await registeredCustomer();
    const wrong = 'not this one';
    const unknown = { email: 'nobody@example.com', password: wrong };
    for (const [path, message, ...bodies] of [
      ['user-login', messages.auth.userLoginFailed, { email, password: wrong }, unknown, demoAdmin],
      [
        ...(['login', messages.auth.adminLoginFailed] as const),
        ...[{ email: demoAdmin.email, password: wrong }, unknown, { email, password }],
      ],
    ] as const) {
      const asked = bodies.map((json) => send('POST', `/auth/${path}`, { json }));
      for (const { status, body } of await Promise.all(asked)) {
        expect([status, body]).toEqual([401, { code: 'invalid_credentials', message }]);
      }
    }
  });

  test('gives what renews a session to the site only, until the session ends', async () => {
    const { email, password } = await registeredCustomer();
    const login = { json: { email, password }, direct: true };
    const headers = { 'x-site-secret': 'a guess' };
    for (const options of [login, { ...login, headers }]) {
      const { headers: said } = await send('POST', '/auth/user-login', options);
      expect(said.get('x-session')).toBeNull();
    }
    for (const [path, out, json] of [
      ['user-login', 'user-logout', login.json],
      ['login', 'admin-logout', demoAdmin],
    ] as const) {
      const toSite = await send('POST', `/auth/${path}`, { json });
      const token = toSite.body.UserauthToken ?? toSite.body.authToken;
      const { message } = await good('POST', `/auth/${out}`, { token });
      expect(message).toBe(messages.auth.loggedOut);
      expect(toSite.headers.get('x-session')).toBeTruthy();
      expect(await renews(toSite.headers.get('x-session') ?? ''), path).toBe(false);
    }
  });
});

describe('a customer', () => {
  test('changes single fields of the profile and keeps the rest', async () => {
    const { token, email } = await newCustomer();
    // What cannot be recognized is kept: forms ask, the API does not.
    const json = { firstname: 'Lovelace', phone: 12345, city: 'Cork', country: 'Wakanda' };
    const { message, user } = await good('PUT', '/users/profile', { token, json });
    expect(message).toBe(messages.profile.updated);
    expect(user).toMatchObject({ ...json, phone: '12345', state: 'Leinster', email });
    const profile = { user, pendingEmail: null, company: '' };
    expect(await good('GET', '/users/profile', { token })).toEqual(profile);
  });

  test('changes the password with the current one only', async () => {
    const { token, email, password } = await registeredCustomer();
    const newPassword = `${password}-new`;
    const change = (by: string, currentPassword: string) =>
      send('PUT', '/users/change-password', { token: by, json: { currentPassword, newPassword } });
    expect((await change(token, 'no')).body.code).toBe('wrong_password');
    const [own, other] = [
      await signInAtServer(email, password),
      await signInAtServer(email, password),
    ];
    const changed = await change(own.access_token, password);
    expect([changed.status, changed.body.message]).toEqual([200, messages.password.updated]);
    // Whoever else was signed in is so no longer.
    expect(await renews(own.refresh_token)).toBe(true);
    expect(await renews(other.refresh_token)).toBe(false);
    expect([await signsIn(email, newPassword), await signsIn(email, password)]).toEqual([
      ...[true, false],
    ]);
  });
});

describe('an administrator', () => {
  test('sees customers, counts them and deletes one for good', async () => {
    const { token, email, password } = await registeredCustomer();
    const { user } = await good('GET', '/users/profile', { token });
    const { users } = await good('GET', '/users/profiles', { token: admin });
    expect(users).toContainEqual(user);
    const { totalUsers } = await good('GET', '/users/getTotalUsers', { token: admin });
    expect(totalUsers).toBeGreaterThan(0);

    const path = `/users/profile/${user._id}`;
    expect((await good('DELETE', path, { token: admin })).message).toBe(messages.users.removed);
    expect((await send('DELETE', path, { token: admin })).status).toBe(404);
    expect((await send('GET', '/users/profile', { token })).status).toBe(403);
    expect(await signsIn(email, password)).toBe(false);
  });

  test('changes name and password', async () => {
    const details = await good('GET', '/users/admin/details', { token: admin });
    expect(details.admin.email).toBe(demoAdmin.email);
    const changed = await good('PUT', '/users/admin/update-details', {
      token: admin,
      json: { firstname: 'Grace', email: demoAdmin.email },
    });
    expect(changed).toMatchObject({
      ...{ message: messages.settings.detailsUpdated, admin: { firstname: 'Grace' } },
    });
    const json = { currentPassword: 'no', newPassword: 'something-else-1' };
    const refused = await send('PUT', '/users/admin/update-password', { token: admin, json });
    expect(refusal(refused)).toEqual([400, 'wrong_password', 'currentPassword']);
  });
});
