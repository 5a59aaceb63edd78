import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../support/mailbox.ts';
import { call, newCustomer, serviceRole, visitor, withSql } from './clients.ts';

const newEmail = () => `visitor-${crypto.randomUUID()}@hemline.example`;
const password = 'a-secret-of-mine-1';

async function newVisitor(data: Record<string, unknown> = {}) {
  const client = visitor();
  const { data: answer, error } = await client.auth.signInAnonymously({ options: { data } });
  if (error || !answer.session || !answer.user) throw error ?? new Error('No session');
  return { client, user: answer.user, id: answer.user.id, token: answer.session.access_token };
}

const signUp = (body: string) =>
  call('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

/** The flag, as the user and the next token have it. */
async function flags({ client }: Awaited<ReturnType<typeof newVisitor>>) {
  const { data } = await client.auth.refreshSession();
  const { data: read } = await client.auth.getUser();
  const token = decodeJwt(data.session?.access_token ?? '');
  return [token['is_anonymous'], data.user?.is_anonymous, read.user?.is_anonymous];
}

test('a visitor signs in without a login; user and tokens say so', async () => {
  const person = await newVisitor({ from: 'cart' });
  expect(person.user).toMatchObject({
    ...{ is_anonymous: true, role: 'authenticated', aud: 'authenticated', email: '' },
    ...{ app_metadata: {}, user_metadata: { from: 'cart' }, identities: [] },
  });
  expect(decodeJwt(person.token)).toMatchObject({
    ...{ sub: person.id, role: 'authenticated', email: '', is_anonymous: true },
    ...{ amr: [{ method: 'anonymous' }], app_metadata: {}, user_metadata: { from: 'cart' } },
  });
  expect(await flags(person)).toEqual([true, true, true]);
  await person.client.auth.updateUser({ data: { from: 'card' } });
  const { data } = await serviceRole().auth.admin.listUsers({ perPage: 1000 });
  expect(data.users.find(({ id }) => id === person.id)).toMatchObject({
    ...{ is_anonymous: true, user_metadata: { from: 'card' } },
  });
  await person.client.auth.signOut();
  const email = newEmail();
  const change = { method: 'PUT', body: JSON.stringify({ email, password }) };
  for (const init of [{}, change]) {
    expect((await call('/auth/v1/user', { token: person.token, ...init })).ok).toBe(false);
  }
});

test('a visitor is deleted like any user', async () => {
  const { id, client } = await newVisitor();
  expect((await serviceRole().auth.admin.deleteUser(id)).error).toBeNull();
  expect((await client.auth.refreshSession()).error).not.toBeNull();
});

test('only a JSON object signs in a visitor', async () => {
  expect((await signUp('{}')).status).toBe(200);
  for (const body of ['', 'email', 'null', '[']) expect((await signUp(body)).status).toBe(400);
});

describe('a visitor who registers', () => {
  test('with email and password stays signed in and becomes permanent', async () => {
    const person = await newVisitor();
    const email = newEmail();
    const { data, error } = await person.client.auth.updateUser({ email, password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      ...{ id: person.id, email, is_anonymous: false },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    expect(await flags(person)).toEqual([false, false, false]);
    expect(await mailsTo(email)).toEqual([]);
    const again = await visitor().auth.signInWithPassword({ email, password });
    expect(again.data.user?.id).toBe(person.id);
    // The first token still calls the user anonymous; it changes nothing more than those of other users.
    const change = await call('/auth/v1/user', {
      ...{ token: person.token, method: 'PUT', body: JSON.stringify({ password: 'another-1' }) },
    });
    expect(await change.json()).toMatchObject({ error_code: 'current_password_required' });
  });

  test('needs an address that is valid and free, and a password that is long enough', async () => {
    const { client } = await newVisitor();
    const taken = (await newCustomer()).email;
    for (const [change, status, code] of [
      [{ password }, 422, 'validation_failed'],
      [{ email: 'no address' }, 400, 'validation_failed'],
      [{ email: taken, password }, 422, 'email_exists'],
      [{ email: newEmail(), password: 'short' }, 422, 'weak_password'],
      [{ email: newEmail(), password: 'long'.repeat(19) }, 400, 'validation_failed'],
    ] as const) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ status, code });
    }
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: '',
      is_anonymous: true,
    });
  });

  test('through auth.admin becomes permanent once the address is confirmed; a password ends the session', async () => {
    const { admin } = serviceRole().auth;
    const person = await newVisitor();
    const email = newEmail();
    const waiting = await admin.updateUserById(person.id, { email });
    expect(waiting.data.user).toMatchObject({ email, is_anonymous: true });
    const done = await admin.updateUserById(person.id, { email, email_confirm: true });
    expect(done.data.user).toMatchObject({
      ...{ email, is_anonymous: false },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    expect(await flags(person)).toEqual([false, false, false]);
    await admin.updateUserById(person.id, { password });
    expect((await person.client.auth.refreshSession()).error).not.toBeNull();
    expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull();
    const [row] = await withSql(
      (sql) => sql`select count(*)::int from auth.identities where user_id = ${person.id}`,
    );
    expect(row).toEqual({ count: 1 });
  });
});
