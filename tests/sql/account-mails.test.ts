import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, letPass, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { addAdministrator } from './people.ts';

interface Person {
  id: string;
  email: string;
  new_email?: string;
}

const newPerson = (): Person => ({ id: randomUUID(), email: `${randomUUID()}@example.com` });

/** What the hook answers to the auth server, which calls it with the role that it has in each project. */
async function queue(tx: Tx, user: Person, action: string, more: object = {}): Promise<object> {
  const links = { token: '123456', token_hash: 'first', token_hash_new: '', redirect_to: '/there' };
  const event = { user, email_data: { ...links, email_action_type: action, ...more } };
  await tx`select set_config('role', 'supabase_auth_admin', true)`;
  const answer = await valueOf<object>(
    tx`select private.queue_account_mail(${JSON.stringify(event)}::text::jsonb)`,
  );
  await actAsOwner(tx);
  return answer;
}

const mailsOf = (tx: Tx, { id }: Person) => tx<{ kind: string; recipient: string; data: object }[]>`
  select kind, recipient, data from mail_outbox where record_id = ${id} order by recipient`;

test.for([
  ['signup', 'account_confirmation'],
  ['recovery', 'password_reset'],
] as const)('the auth server queues its mail about %s', async ([action, kind], { tx }) => {
  const person = newPerson();
  expect(await queue(tx, person, action)).toEqual({});
  const data = { account: person.email, token: 'first', action, redirectTo: '/there' };
  expect(await mailsOf(tx, person)).toEqual([{ kind, recipient: person.email, data }]);
});

test('a new address is asked, the old one is told, also of a new password', async ({ tx }) => {
  const person = { ...newPerson(), new_email: `new-${randomUUID()}@example.com` };
  await queue(tx, person, 'email_change');
  expect(await mailsOf(tx, person)).toMatchObject([
    { recipient: person.new_email, data: { newEmail: person.new_email, token: 'first' } },
  ]);
  const changed = { id: person.id, email: person.new_email };
  await queue(tx, changed, 'email_changed_notification', {
    token_hash: '',
    old_email: person.email,
  });
  await queue(tx, changed, 'password_changed_notification', { token_hash: '' });
  const told = (await mailsOf(tx, person)).filter(({ kind }) => kind !== 'email_change');
  expect(new Set(told.map(({ kind, recipient }) => `${kind} ${recipient}`))).toEqual(
    new Set([`email_changed ${person.email}`, `password_changed ${person.new_email}`]),
  );
  for (const { data } of told) expect(data).not.toHaveProperty('token');
});

test('where both addresses confirm a change, each gets its own link', async ({ tx }) => {
  const person = { ...newPerson(), new_email: `new-${randomUUID()}@example.com` };
  await queue(tx, person, 'email_change', { token_hash_new: 'second' });
  const links = await tx`
    select recipient, data ->> 'token' as token from mail_outbox where record_id = ${person.id}`;
  expect(new Map(links.map((it) => [it['recipient'], it['token']]))).toEqual(
    new Map([
      [person.new_email, 'first'],
      [person.email, 'second'],
    ]),
  );
});

test('mails that the shop has no words for are refused', async ({ tx }) => {
  const person = newPerson();
  for (const action of ['magiclink', 'invite', 'reauthentication', 'email_change']) {
    expect(await queue(tx, person, action)).toMatchObject({ error: { http_code: 422 } });
  }
  expect(await mailsOf(tx, person)).toEqual([]);
});

test('the newest link replaces the one that waits, and is sent though that one was on its way', async ({
  tx,
}) => {
  const person = newPerson();
  await queue(tx, person, 'recovery');
  const first = await valueOf<string>(
    tx`select id from mail_outbox where record_id = ${person.id}`,
  );
  await tx`update mail_outbox set next_try_at = now() - interval '10 years' where id = ${first}`;
  await actAsService(tx);
  expect(await valuesOf(tx`select id from claim_mails(1)`)).toEqual([first]);
  await queue(tx, person, 'recovery', { token_hash: 'second' });
  await tx`select finish_mail(${first})`;
  expect(await mailsOf(tx, person)).toMatchObject([{ data: { token: 'second' } }]);
  await tx`select finish_mail(id) from mail_outbox where record_id = ${person.id}`;
  expect(await mailsOf(tx, person)).toEqual([]);
});

test('a link is not sent after it has ended, and not again; what is told is tried for longer', async ({
  tx,
}) => {
  const person = newPerson();
  await queue(tx, person, 'recovery');
  await queue(tx, person, 'password_changed_notification', { token_hash: '' });
  await letPass(tx, '61 minutes');
  await tx`select claim_mails(1000)`;
  const states = tx`select kind, state from mail_outbox where record_id = ${person.id} order by kind`;
  expect(await states).toEqual([
    { kind: 'password_reset', state: 'failed' },
    { kind: 'password_changed', state: 'queued' },
  ]);
  const ids = await valuesOf<string>(
    tx`select id from mail_outbox where record_id = ${person.id} order by kind`,
  );
  await actAs(tx, await addAdministrator(tx));
  const sent = [];
  for (const id of ids) sent.push(await valueOf(tx`select office.send_mail_again(${id})`));
  expect(sent).toEqual([false, true]);
});

test('administrators see that a link is mailed, but not the link, with which they could sign in', async ({
  tx,
}) => {
  const person = newPerson();
  await queue(tx, person, 'recovery');
  await actAs(tx, await addAdministrator(tx));
  const seen = await rowOf(tx`select kind, state from mail_outbox where record_id = ${person.id}`);
  expect(seen).toEqual({ kind: 'password_reset', state: 'queued' });
  await expect(tx`select data from mail_outbox`).rejects.toMatchObject({ code: '42501' });
});
