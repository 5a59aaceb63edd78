import { describe, expect, test } from 'vitest';
import { follow, linkMailedTo, mailsTo } from '../support/mailbox.ts';
import { newAdministrator } from './access-fixture.ts';
import { good, newCustomer, refusal, registeredCustomer, send, signsIn } from './client.ts';
import { stack } from '../support/stack.ts';

const { siteUrl } = stack();

describe('a new email address', () => {
  test('counts once the link that was mailed to it was followed', async () => {
    const { token, email, password } = await registeredCustomer();
    const wish = `new.${email}`;
    const asked = await good('PUT', '/users/profile', { token, json: { email: wish } });
    expect(asked).toMatchObject({ user: { email }, pendingEmail: wish });
    expect(await good('GET', '/users/profile', { token })).toMatchObject({
      user: { email },
      pendingEmail: wish,
    });
    expect(await signsIn(email, password)).toBe(true);
    expect(await signsIn(wish, password)).toBe(false);
    expect(await mailsTo(email)).toEqual([]);

    const link = await linkMailedTo(wish);
    const { arrived, said } = await follow(link);
    expect([arrived.origin, arrived.pathname]).toEqual([siteUrl, '/email-changed']);
    expect(said.has('access_token')).toBe(true);
    expect(await signsIn(wish, password)).toBe(true);
    expect(await signsIn(email, password)).toBe(false);
    expect(await good('GET', '/users/profile', { token })).toMatchObject({
      user: { email: wish },
      pendingEmail: null,
    });

    const again = await follow(link);
    expect(again.arrived.pathname).toBe('/email-changed');
    expect([again.said.has('access_token'), again.said.has('error')]).toEqual([false, true]);
    expect(await signsIn(wish, password)).toBe(true);
  });

  test('is refused when it is taken, and its link when somebody took it meanwhile', async () => {
    const [{ token, email, password }, other] = [await registeredCustomer(), await newCustomer()];
    const taken = await send('PUT', '/users/profile', { token, json: { email: other.email } });
    expect(refusal(taken)).toEqual([409, 'email_taken', 'email']);

    const wish = `new.${email}`;
    await good('PUT', '/users/profile', { token, json: { email: wish } });
    const json = { firstname: 'Eve', lastname: 'Quick', email: wish, password: 'quicker-1' };
    await good('POST', '/auth/register', { json });
    const { arrived, said } = await follow(await linkMailedTo(wish));
    expect(arrived.pathname).toBe('/email-changed');
    expect([said.has('access_token'), said.has('error')]).toEqual([false, true]);
    expect(await signsIn(email, password)).toBe(true);
    expect(await signsIn(wish, 'quicker-1')).toBe(true);
  });

  test('waits no more when the password was changed', async () => {
    const { token, email, password } = await registeredCustomer();
    const wish = `thief.${email}`;
    await good('PUT', '/users/profile', { token, json: { email: wish } });
    const json = { currentPassword: password, newPassword: `${password}-new` };
    await good('PUT', '/users/change-password', { token, json });
    expect((await good('GET', '/users/profile', { token })).pendingEmail).toBeNull();
    expect((await follow(await linkMailedTo(wish))).said.has('error')).toBe(true);
    expect(await signsIn(email, json.newPassword)).toBe(true);
  });
});

test('an administrator gets a new address in the same way', async () => {
  const { token, email, password } = await newAdministrator();
  const wish = `new.${email}`;
  const asked = await good('PUT', '/users/admin/update-details', {
    ...{ token, json: { firstname: 'Grace', email: wish } },
  });
  expect(asked).toMatchObject({ admin: { firstname: 'Grace', email }, pendingEmail: wish });
  expect(await signsIn(email, password, 'login')).toBe(true);
  const { arrived } = await follow(await linkMailedTo(wish));
  expect(arrived.pathname + arrived.search).toBe('/email-changed?as=admin');
  expect(await good('GET', '/users/admin/details', { token })).toMatchObject({
    ...{ admin: { email: wish }, pendingEmail: null },
  });
  expect(await signsIn(wish, password, 'login')).toBe(true);
  expect(await signsIn(email, password, 'login')).toBe(false);
});
