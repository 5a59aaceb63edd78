import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeAdminInDatabase } from '../../scripts/make-admin.ts';
import { follow, linkMailedTo, mailsTo, sendWaitingMails } from '../support/mailbox.ts';
import { call, newCustomer, serviceRole, visitor, withSql } from './clients.ts';
import { stack } from '../support/stack.ts';

describe('tokens', () => {
  test('a client can check them itself: ES256, published key, the claims of a hosted project', async () => {
    const { url } = stack();
    const { client, token, id, email } = await newCustomer({ firstname: 'Ada' });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(decodeJwt(token)).toMatchObject({
      iss: `${url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      app_metadata: { provider: 'email' },
      user_metadata: { firstname: 'Ada' },
    });
    const published = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`));
    expect((await jwtVerify(token, published)).payload.sub).toBe(id);
    const { data, error } = await client.auth.getClaims(token);
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(id);
  });

  test('a refreshed session is signed in the same way and works', async () => {
    const { client, id } = await newCustomer();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(decodeProtectedHeader(data.session?.access_token ?? '').alg).toBe('ES256');
    const user = await client.auth.getUser();
    expect(user.data.user?.id).toBe(id);
  });

  test('a password signs in, a wrong one does not, and after signing out the token is dead', async () => {
    const { email, password } = await newCustomer();
    const client = visitor();
    const wrong = await client.auth.signInWithPassword({ email, password: 'wrong-wrong' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    const right = await client.auth.signInWithPassword({ email, password });
    expect(right.error).toBeNull();
    const token = right.data.session?.access_token ?? '';
    await client.auth.signOut();
    const answer = await call('/auth/v1/user', { token });
    expect(answer.ok).toBe(false);
  });

  test('a token with a changed claim is refused', async () => {
    const { token } = await newCustomer();
    const [header = '', , signature = ''] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), role: 'service_role' }));
    const forged = [header, claims.toString('base64url'), signature].join('.');
    const answer = await call('/rest/v1/payment_events', { token: forged });
    expect(answer.status).toBe(401);
  });
});

describe('what the database knows of a person', () => {
  test('metadata is stored as an object, and triggers can read it', async () => {
    const { id, client } = await newCustomer({ firstname: 'Ada', lastname: 'Loom' });
    const [row] = await withSql(
      (sql) => sql`
        select jsonb_typeof(u.raw_user_meta_data) as kind, u.raw_user_meta_data ->> 'lastname' as own,
          p.firstname
        from auth.users u join profiles p using (id) where u.id = ${id}`,
    );
    expect(row).toEqual({ kind: 'object', own: 'Loom', firstname: 'Ada' });
    await client.auth.updateUser({ data: { lastname: 'Mill' } });
    const [changed] = await withSql(
      (sql) => sql`select raw_user_meta_data as own from auth.users where id = ${id}`,
    );
    expect(changed?.['own']).toMatchObject({ firstname: 'Ada', lastname: 'Mill' });
  });

  test('auth.uid() reads the claims however they were set', async () => {
    const id = crypto.randomUUID();
    await withSql((sql) =>
      sql.begin(async (tx) => {
        const claims = { sub: id, role: 'authenticated', email: 'ada@hemline.example' };
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        const [row] = await tx`select auth.uid() as uid, auth.role() as role,
          auth.email() as email, auth.jwt() as claims`;
        expect(row).toEqual({ uid: id, role: 'authenticated', email: claims.email, claims });
      }),
    );
  });

  test('people without rights can call the functions of schemas auth and storage', async () => {
    await withSql((sql) =>
      sql.begin(async (tx) => {
        await tx`set local role anon`;
        const [row] = await tx`select auth.uid() as uid, storage.extension('a/b.webp') as ending`;
        expect(row).toEqual({ uid: null, ending: 'webp' });
      }),
    );
  });
});

test('the auth server has the shop send its mails, and refuses those that the shop has no words for', async () => {
  const { client, email } = await newCustomer();
  await visitor().auth.resetPasswordForEmail(email);
  await sendWaitingMails();
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Reset your password for Hemline');
  const shown = await fetch(`${stack().url}/mailbox`);
  expect(await shown.text()).toContain(mail?.body);
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);

  const { data } = await client.auth.getUser();
  await withSql(
    (sql) => sql`update auth.users set recovery_sent_at = null where id = ${data.user?.id ?? null}`,
  );
  expect((await visitor().auth.signInWithOtp({ email })).error).toMatchObject({
    ...{ status: 422, message: 'This shop sends no such email.' },
  });
});

test('a new address of a person waits for the link that is mailed to it, and to it alone', async () => {
  const { client, email: before, password } = await newCustomer();
  const email = `changed-${crypto.randomUUID()}@hemline.example`;
  const { data, error } = await client.auth.updateUser({ email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: before, new_email: email });
  expect(await mailsTo(before)).toEqual([]);
  const soon = await client.auth.updateUser({ email: `other-${email}` });
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  await sendWaitingMails();
  await follow(await linkMailedTo(email));
  expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull();
  await sendWaitingMails();
  const [told] = await mailsTo(before);
  expect(told?.subject).toBe('Your email address at Hemline was changed');
  expect(told?.text).toContain(email);
});

describe('a new password of a person', () => {
  const change = (token: string, values: object, path = '/auth/v1/user') =>
    call(path, {
      token,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
  const refusal = async (answer: Response) => {
    const { error_code: code } = (await answer.json()) as { error_code?: string };
    return [answer.status, code];
  };

  test('needs the current one', async () => {
    const { token, password, email } = await newCustomer();
    const wish = { password: 'another-secret-1' };
    expect(await refusal(await change(token, wish))).toEqual([400, 'current_password_required']);
    const wrong = await change(token, { ...wish, current_password: 'a guess' });
    expect(await refusal(wrong)).toEqual([400, 'current_password_invalid']);
    expect((await change(token, wish, '/auth/v1/us%65r')).status).toBe(404);
    const right = await change(token, { ...wish, current_password: password });
    expect(right.status).toBe(200);
    const again = await visitor().auth.signInWithPassword({ email, password: wish.password });
    expect(again.error).toBeNull();
  });

  test('needs a sign-in of the last day, and ends all others', async () => {
    const { token, password, email, id, client } = await newCustomer();
    const other = visitor();
    await other.auth.signInWithPassword({ email, password });
    const values = { password: 'another-secret-1', current_password: password };
    await withSql(
      (sql) => sql`update auth.sessions set created_at = now() - interval '25 hours'
        where user_id = ${id}`,
    );
    expect(await refusal(await change(token, values))).toEqual([400, 'reauthentication_needed']);
    await withSql((sql) => sql`update auth.sessions set created_at = now() where user_id = ${id}`);
    expect((await change(token, values)).status).toBe(200);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await other.auth.refreshSession()).error).not.toBeNull();
  });
});

test('a session says for as long as it lasts how it began', async () => {
  const amrOf = (token = '') =>
    decodeJwt<{ amr: { method: string; timestamp: number }[] }>(token).amr;
  const { client, token, email } = await newCustomer();
  const [begun] = amrOf(token);
  expect(begun?.method).toBe('password');
  await withSql(
    (sql) => sql`update auth.mfa_amr_claims set created_at = now() - interval '1 hour'
      where session_id = ${String(decodeJwt(token)['session_id'])}`,
  );
  const { data } = await client.auth.refreshSession();
  const [renewed] = amrOf(data.session?.access_token);
  expect(renewed?.method).toBe('password');
  expect(renewed?.timestamp).toBeLessThan((begun?.timestamp ?? 0) - 3500);

  await visitor().auth.resetPasswordForEmail(email);
  await sendWaitingMails();
  const { said } = await follow(await linkMailedTo(email));
  expect(amrOf(said.get('access_token') ?? '')).toMatchObject([{ method: 'otp' }]);
});

describe('auth.admin', () => {
  test('makes, finds, changes and deletes a user', async () => {
    const { admin } = serviceRole().auth;
    const email = `made-${crypto.randomUUID()}@hemline.example`;
    const made = await admin.createUser({
      email,
      password: 'made-secret-1',
      email_confirm: true,
      user_metadata: { firstname: 'Mill' },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(
      await visitor().auth.signInWithPassword({ email, password: 'made-secret-1' }),
    ).toMatchObject({
      error: null,
      data: { user: { id, user_metadata: { firstname: 'Mill' } } },
    });
    const twice = await admin.createUser({ email, password: 'made-secret-1' });
    expect(twice.error).toMatchObject({ status: 422, code: 'email_exists' });

    const moved = `moved-${email}`;
    const changed = await admin.updateUserById(id, { email: moved, password: 'made-secret-2' });
    expect(changed.data.user?.email).toBe(moved);
    const again = await visitor().auth.signInWithPassword({
      email: moved,
      password: 'made-secret-2',
    });
    expect(again.error).toBeNull();

    const { data: list } = await admin.listUsers({ page: 1, perPage: 1000 });
    expect(list.users.map((user) => user.id)).toContain(id);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404 });
  });

  test('reports what is wrong with an address and a page', async () => {
    const { admin } = serviceRole().auth;
    const { error } = await admin.createUser({ email: 'no address', password: 'made-secret-1' });
    expect(error?.message).toBe('Unable to validate email address: invalid format');
    expect((await admin.listUsers({ page: -1 })).error).toMatchObject({ status: 400 });
  });

  test('signs a session out', async () => {
    const { token } = await newCustomer();
    const { error } = await serviceRole().auth.admin.signOut(token);
    expect(error).toBeNull();
    expect((await call('/auth/v1/user', { token })).ok).toBe(false);
  });

  test('is closed to everybody but the service role', async () => {
    const { token } = await newCustomer();
    for (const path of ['/auth/v1/admin/users', `/auth/v1/admin/users/${crypto.randomUUID()}`]) {
      expect((await call(path)).status).toBe(403);
      expect((await call(path, { token })).status).toBe(403);
    }
  });
});

test.each([
  ['/reset-password', '/reset-password'],
  ['https://elsewhere.example/steal', '/'],
])(
  'a password reset for %s lands in the local mailbox, its link leads to %s',
  async (to, place) => {
    const { url, siteUrl } = stack();
    const { email } = await newCustomer();
    const redirectTo = new URL(to, siteUrl).href;
    expect((await visitor().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    await sendWaitingMails();
    const link = await linkMailedTo(email);
    expect(link.startsWith(`${url}/`)).toBe(true);
    const followed = await fetch(link, { redirect: 'manual' });
    const arrived = new URL(followed.headers.get('location') ?? '');
    expect([arrived.origin, arrived.pathname]).toEqual([siteUrl, place]);
    const [, token = ''] = /access_token=([^&]+)/.exec(arrived.hash) ?? [];
    expect(decodeProtectedHeader(token).alg).toBe('ES256');
  },
);

test('an administrator made in the database, new or a customer before, has what the auth server looks for', async () => {
  const { email: known } = await newCustomer();
  const emails = [known, `administrator-${crypto.randomUUID()}@hemline.example`];
  const password = `secret-${crypto.randomUUID()}`;
  for (const email of emails) {
    await makeAdminInDatabase(stack().dbUrl, { email, password });
    const signedIn = await visitor().auth.signInWithPassword({ email, password });
    expect(signedIn.data.user?.email).toBe(email);
  }
  // A hosted auth server finds accounts of this instance only; the embedded one has no instances.
  const instances = await withSql(
    (sql) => sql`
    select instance_id, aud from auth.users where email in ${sql(emails)}`,
  );
  const found = { instance_id: '00000000-0000-0000-0000-000000000000', aud: 'authenticated' };
  expect(instances).toEqual([found, found]);
});
