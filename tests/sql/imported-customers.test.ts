import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { actAsAdministrator, addCustomer } from './people.ts';

interface Reported {
  action: string;
  changes: { field: string; before: string | null; after: string }[];
  problems: { message: string }[];
}

async function take(tx: Tx, rows: object[], invite = false): Promise<Reported[]> {
  const given = JSON.stringify(rows.map((it, place) => ({ line: place + 2, ...it })));
  return valueOf(tx`select office.import_customers(${given}::text::jsonb, false, ${invite})`);
}

const emailOf = (id: string) => `${id}@test.example`;
const invitations = (tx: Tx, email: string) =>
  valueOf<number>(
    tx`select count(*)::int from mail_outbox where kind = 'account_invitation' and recipient = ${email}`,
  );

test('an imported account is as the auth server needs it, and waits for a password', async ({
  tx,
}) => {
  const administrator = await actAsAdministrator(tx);
  const email = emailOf(randomUUID());
  await take(tx, [{ email, firstname: 'Mara', country: 'ie', note: 'Likes wool' }]);
  await actAsOwner(tx);
  const made = await rowOf(tx`
    select u.instance_id, u.confirmation_token, u.encrypted_password, u.email_confirmed_at is not null as confirmed,
      i.provider_id = u.id::text as identified, p.country, n.author_id
    from auth.users u join profiles p using (id) join customer_notes n on n.user_id = u.id
    join auth.identities i on i.user_id = u.id where u.email = ${email}`);
  expect(made).toEqual({
    ...{ instance_id: '00000000-0000-0000-0000-000000000000', confirmation_token: '' },
    ...{ encrypted_password: null, confirmed: true, identified: true, country: 'Ireland' },
    author_id: administrator,
  });
  const id = await valueOf<string>(tx`select id from profiles where email = ${email}`);
  expect(await valueOf(tx`select invited_account(${id})`)).toBe(email);
  await tx`update auth.users set encrypted_password = 'hash' where id = ${id}`;
  expect(await valueOf(tx`select invited_account(${id})`)).toBe(null);
});

test('invited are those who are new, and later those who still wait; nobody who registered', async ({
  tx,
}) => {
  const registered = await addCustomer(tx);
  await actAsAdministrator(tx);
  const [first, second] = [emailOf(randomUUID()), emailOf(randomUUID())];
  await take(tx, [{ email: first }]);
  await take(tx, [{ email: first }, { email: second }, { email: emailOf(registered) }], true);
  const of = async () =>
    Promise.all([first, second, emailOf(registered)].map((it) => invitations(tx, it)));
  expect(await of()).toEqual([0, 1, 0]);
  const all =
    await tx`select id from profiles where email in (${first}, ${second}) or id = ${registered}`;
  const ids = all.map((it) => String(it['id']));
  expect(await valueOf(tx`select office.invite_customers(${ids}::uuid[])`)).toBe(2);
  expect(await of()).toEqual([1, 1, 0]);
});

test('of an account with a password an address is filled in as a whole or not at all', async ({
  tx,
}) => {
  const [none, some] = [await addCustomer(tx), await addCustomer(tx)];
  await tx`update profiles set city = 'Cork', address = '' where id = ${none}`;
  await tx`update profiles set city = '', address = '1 Quay' where id = ${some}`;
  await actAsAdministrator(tx);
  const sent = { firstname: 'Other', address: '2 Lane', city: 'Bath', country: '' };
  const [filled, kept] = await take(tx, [
    { email: emailOf(none), ...sent },
    { email: emailOf(some), ...sent },
  ]);
  expect(filled?.changes.map((it) => [it.field, it.before, it.after])).toEqual([
    ['address', '', '2 Lane'],
    ['city', 'Cork', 'Bath'],
  ]);
  expect(kept).toMatchObject({ action: 'same', changes: [] });
  await actAs(tx, none);
  expect(await rowOf(tx`select firstname, city from profiles where id = ${none}`)).toEqual({
    ...{ firstname: 'Ida', city: 'Bath' },
  });
});
