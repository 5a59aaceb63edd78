import { describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { holdTimersOf, isSettled } from '../support/held-timers.ts';
import { follow, linkMailedTo } from '../support/mailbox.ts';
import { good, refusal, registeredCustomer, send, signsIn, sql } from './client.ts';
import { stack } from '../support/stack.ts';
import { appHere } from './in-process.ts';

/** The session that the link of a mail for a new password leads to. */
async function recover({
  email,
}: {
  email: string;
}): Promise<{ token: string; refreshToken: string }> {
  await good('POST', '/auth/forgot-password', { json: { email } });
  const { said } = await follow(await linkMailedTo(email));
  return { token: said.get('access_token') ?? '', refreshToken: said.get('refresh_token') ?? '' };
}

const reset = (token: string, newPassword = 'a-new-one-1') =>
  send('POST', '/auth/reset-password', { token, json: { newPassword } });

const noLink = [403, 'recovery_link_needed'];

describe('a password without the old one', () => {
  test('is set once, with the token of the link that was mailed, not with that of a sign-in', async () => {
    const person = await registeredCustomer();
    expect(refusal(await reset(person.token))).toEqual(noLink);
    const { token } = await recover(person);
    expect(refusal(await reset(person.token))).toEqual(noLink);
    expect(await signsIn(person.email, person.password)).toBe(true);
    const { status, body } = await reset(token);
    expect([status, body.message]).toEqual([200, messages.password.updated]);
    expect(await signsIn(person.email, 'a-new-one-1')).toBe(true);
    expect(await signsIn(person.email, person.password)).toBe(false);
    expect(refusal(await reset(token, 'another-one-1'))).toEqual(noLink);
  });

  test('is not set with the token of a link that was mailed for something else', async () => {
    const { token, email } = await registeredCustomer();
    await good('POST', '/auth/forgot-password', { json: { email } });
    const json = { email: `new.${email}` };
    await good('PUT', '/users/profile', { token, json });
    const { said } = await follow(await linkMailedTo(json.email));
    expect(refusal(await reset(said.get('access_token') ?? ''))).toEqual(noLink);
  });

  test('is not set an hour after the link was followed', async () => {
    const { refreshToken } = await recover(await registeredCustomer());
    await sql`update auth.mfa_amr_claims set created_at = now() - interval '61 minutes'
      where session_id = (select session_id from auth.refresh_tokens where token = ${refreshToken})`;
    const renewed = await good('POST', '/auth/renew', { json: { refresh_token: refreshToken } });
    expect(refusal(await reset(renewed.access_token))).toEqual(noLink);
  });
});

test('the link for a new password is sent when it is asked for, not by the scheduled task', async () => {
  const [{ email }, { url, serviceRoleKey }] = [await registeredCustomer(), stack()];
  const timers = holdTimersOf('mail/send');
  const app = appHere({
    ...{ MAIL_FROM: 'hello@shop.example', MAIL_API_KEY: serviceRoleKey },
    MAIL_API_URL: `${url}/mailbox/emails`,
  });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
  expect((await app.request('/api/v1/auth/forgot-password', init)).status).toBe(200);
  await expect.poll(timers.count).toBe(1);
  timers.release();
  await linkMailedTo(email);
});

test('a session that began two days ago changes the password too, with the old one', async () => {
  const { token, email, password } = await registeredCustomer();
  await sql`update auth.sessions set created_at = now() - interval '2 days'
    where user_id = (select id from auth.users where email = ${email})`;
  const json = { currentPassword: password, newPassword: `${password}-new` };
  const wrong = { token, json: { ...json, currentPassword: 'no' } };
  expect((await send('PUT', '/users/change-password', wrong)).body.code).toBe('wrong_password');
  await good('PUT', '/users/change-password', { token, json });
  expect(await signsIn(email, json.newPassword)).toBe(true);
  expect(await signsIn(email, password)).toBe(false);
  // That session is over then, like every other.
  expect([200, 401]).toContain((await send('GET', '/users/profile', { token })).status);
});

test('what renews a session works once, and answers alike when it does not', async () => {
  const { email, password } = await registeredCustomer();
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

test.each([
  ['a wrong password', 'user-login', { password: 'a guess' }],
  ['a mail for a new password', 'forgot-password', {}],
])('response times do not reveal who has an account: %s', async (_, path, body) => {
  const timers = holdTimersOf('constant-duration');
  const { email } = await registeredCustomer();
  const answers = [email, `x.${email}`].map(async (it) => {
    const init = { method: 'POST', body: JSON.stringify({ ...body, email: it }) };
    const headers = { 'content-type': 'application/json' };
    const answer = await appHere().request(`/api/v1/auth/${path}`, { ...init, headers });
    return [answer.status, await answer.json()];
  });
  // Both have found out by now, and wait for the same time to pass.
  await expect.poll(timers.count).toBe(2);
  for (const answer of answers) expect(await isSettled(answer)).toBe(false);
  timers.release();
  const [known, unknown] = await Promise.all(answers);
  expect(known).toEqual(unknown);
});
