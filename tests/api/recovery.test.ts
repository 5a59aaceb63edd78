import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { follow, linkMailedTo } from '../support/mailbox.ts';
import { good, newCustomer, send, type Person } from './client.ts';
import { stack } from '../support/stack.ts';

/** The session that the link of a mail for a new password leads to. */
async function recover({ email }: Person): Promise<{ token: string; refreshToken: string }> {
  await good('POST', '/auth/forgot-password', { json: { email } });
  const { said } = await follow(await linkMailedTo(email));
  return { token: said.get('access_token') ?? '', refreshToken: said.get('refresh_token') ?? '' };
}

const reset = (token: string, newPassword = 'a-new-one-1') =>
  send('POST', '/auth/reset-password', { token, json: { newPassword } });

const signsIn = async (email: string, password: string) =>
  (await send('POST', '/auth/user-login', { json: { email, password } })).status === 200;

const withSql = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
  const sql = postgres(stack().dbUrl, { max: 1 });
  await work(sql).finally(() => sql.end());
};

describe('a password without the old one', () => {
  test('is not set with the token of a sign-in, even after a mail was asked for', async () => {
    const person = await newCustomer();
    const refused = await reset(person.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'recovery_link_needed']);
    await good('POST', '/auth/forgot-password', { json: { email: person.email } });
    expect((await reset(person.token)).status).toBe(403);
    expect(await signsIn(person.email, person.password)).toBe(true);
  });

  test('is set with the token of the link that was mailed, once', async () => {
    const person = await newCustomer();
    const { token } = await recover(person);
    const { status, body } = await reset(token);
    expect([status, body.message]).toEqual([200, messages.password.updated]);
    expect(await signsIn(person.email, 'a-new-one-1')).toBe(true);
    expect(await signsIn(person.email, person.password)).toBe(false);
    const again = await reset(token, 'another-one-1');
    expect([again.status, again.body.code]).toEqual([403, 'recovery_link_needed']);
  });

  test('is not set with the token of a link that was mailed for something else', async () => {
    const { token, email } = await newCustomer();
    await good('POST', '/auth/forgot-password', { json: { email } });
    const json = { email: `new.${email}` };
    await good('PUT', '/users/profile', { token, json });
    const { said } = await follow(await linkMailedTo(json.email));
    const refused = await reset(said.get('access_token') ?? '');
    expect([refused.status, refused.body.code]).toEqual([403, 'recovery_link_needed']);
  });

  test('is not set an hour after the link was followed', async () => {
    const { refreshToken } = await recover(await newCustomer());
    await withSql(
      (sql) => sql`
        update auth.mfa_amr_claims set created_at = now() - interval '61 minutes'
        where session_id = (select session_id from auth.refresh_tokens where token = ${refreshToken})`,
    );
    const renewed = await good('POST', '/auth/renew', { json: { refresh_token: refreshToken } });
    const refused = await reset(renewed.access_token);
    expect([refused.status, refused.body.code]).toEqual([403, 'recovery_link_needed']);
  });
});

test('a session that began two days ago changes the password too, with the old one', async () => {
  const { token, email, password } = await newCustomer();
  await withSql(
    (sql) => sql`
      update auth.sessions set created_at = now() - interval '2 days'
      where user_id = (select id from auth.users where email = ${email})`,
  );
  const json = { currentPassword: password, newPassword: `${password}-new` };
  const wrong = await send('PUT', '/users/change-password', {
    token,
    json: { ...json, currentPassword: 'no' },
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
  await good('PUT', '/users/change-password', { token, json });
  expect(await signsIn(email, json.newPassword)).toBe(true);
  expect(await signsIn(email, password)).toBe(false);
  // That session is over then, like every other.
  expect([200, 401]).toContain((await send('GET', '/users/profile', { token })).status);
});

test('what renews a session works once, and answers alike when it does not', async () => {
  const { email, password } = await newCustomer();
  const login = await send('POST', '/auth/user-login', { json: { email, password } });
  const refreshToken = login.headers.get('x-session') ?? '';
  const renewed = await good('POST', '/auth/renew', { json: { refresh_token: refreshToken } });
  expect((await good('GET', '/users/profile', { token: renewed.access_token })).user.email).toBe(
    email,
  );
  expect(renewed.refresh_token).not.toBe(refreshToken);
  const guess = await send('POST', '/auth/renew', { json: { refresh_token: 'a-guess' } });
  expect([guess.status, guess.body.code]).toEqual([401, 'session_over']);
});

describe('response times do not reveal who has an account:', () => {
  const took = async (path: string, json: object): Promise<number> => {
    const start = performance.now();
    await send('POST', path, { json });
    return performance.now() - start;
  };

  test.each([
    ['a wrong password', '/auth/user-login', { password: 'a guess' }],
    ['a mail for a new password', '/auth/forgot-password', {}],
  ])('%s', async (_, path, body) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const { email } = await newCustomer();
    // One after the other, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < 7; turn += 1) {
      times.known.push(await took(path, { ...body, email }));
      times.unknown.push(await took(path, { ...body, email: `${turn}.${email}` }));
    }
    // A busy machine only adds time: the fastest answers of each kind tell what the server waited for.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
    expect(unknown / known).toBeGreaterThan(0.9);
    expect(unknown / known).toBeLessThan(1.1);
    // Nothing is answered before the longest way would be over.
    expect(Math.min(known, unknown)).toBeGreaterThan(450);
  });
});
