import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, letPass, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

const ask = (tx: Tx, name = 'Brook & Sons') =>
  valueOf<string>(tx`
      select request_company(${name}, '', '1 Quay', '1', 'Cork', 'IE', '', 'Shirts')`);

interface Own {
  status: string;
  role: string;
  members: { id: string; role: string }[];
  invitations: { id: string }[];
}
const own = async (tx: Tx, person: string) => {
  await actAs(tx, person);
  return valueOf<Own | null>(tx`select read_own_company()`);
};

async function answer(tx: Tx, company: string, status: string): Promise<void> {
  await actAsAdministrator(tx);
  await tx`select office.answer_company(${company}, ${status})`;
  await actAsOwner(tx);
}

const mailsOf = (tx: Tx, person: string) =>
  valuesOf<string>(tx`select kind from mail_outbox
    where recipient = ${`${person}@test.example`} and kind::text like 'company%' order by kind`);

/** An approved company with a manager and a buyer. */
async function company(tx: Tx) {
  const [manager, buyer] = [await addCustomer(tx), await addCustomer(tx)];
  await actAs(tx, manager);
  const id = await ask(tx);
  await answer(tx, id, 'approved');
  await tx`insert into company_members (user_id, company_id) values (${buyer}, ${id})`;
  return { id, manager, buyer };
}

async function invite(tx: Tx, manager: string, email: string, role = 'buyer'): Promise<string> {
  await actAs(tx, manager);
  return valueOf<string>(tx`select invite_member(${email}, ${role})`);
}

async function accept(tx: Tx, invitation: string, person: string): Promise<void> {
  await actAsService(tx);
  await tx`select accept_invitation(${invitation}, ${person})`;
}

test('who asks is the manager, hears by mail, and may ask again once refused', async ({ tx }) => {
  const person = await actAsCustomer(tx);
  const id = await ask(tx);
  expect(await own(tx, person)).toMatchObject({ status: 'requested', role: 'manager' });
  await expectRefusal(tx, 'has_company', ask);
  await answer(tx, id, 'refused');
  await actAs(tx, person);
  expect(await ask(tx, 'Brook & Daughters')).toBe(id);
  await answer(tx, id, 'approved');
  expect(await mailsOf(tx, person)).toEqual(['company_approved', 'company_refused']);
  await actAs(tx, person);
  await expectRefusal(tx, 'has_company', ask);
});

test('a number that was changed is not tax free until it is checked again', async ({ tx }) => {
  const { id, manager } = await company(tx);
  await tx`update companies set vat_id = 'IE6388047V', tax_free = true, status = 'refused' where id = ${id}`;
  await actAs(tx, manager);
  await ask(tx);
  const [{ tax_free: free } = { tax_free: null }] =
    await tx`select tax_free from companies where id = ${id}`;
  expect(free).toBe(false);
});

test('an answer is given once, and each one is a mail of its own', async ({ tx }) => {
  const { id, manager } = await company(tx);
  await expectRefusal(tx, 'company_moved', () => answer(tx, id, 'refused'));
  await tx`update mail_outbox set state = 'sent' where record_id = ${id}`;
  await answer(tx, id, 'suspended');
  await answer(tx, id, 'approved');
  const queued = await tx`
      select 1 from mail_outbox where record_id = ${id} and state = 'queued' and kind = 'company_approved'`;
  expect(queued).toHaveLength(1);
  expect(await mailsOf(tx, manager)).toEqual(['company_approved']);
});

describe('an invitation', () => {
  test('makes the owner of its address a member, once', async ({ tx }) => {
    const { id, manager } = await company(tx);
    const [first, second] = [await addCustomer(tx), await addCustomer(tx)];
    const invitation = await invite(tx, manager, `${first}@test.example`, 'manager');
    await expectRefusal(tx, 'other_address', (t) => accept(t, invitation, second));
    await accept(tx, invitation, first);
    expect(await own(tx, first)).toMatchObject({ id, role: 'manager', invitations: [] });
    await actAsOwner(tx);
    expect(await mailsOf(tx, first)).toEqual(['company_invitation']);
    await expectRefusal(tx, 'invitation_ended', (t) => accept(t, invitation, second));
  });

  test('replaces the one before, ends after its time, and stays in its company', async ({ tx }) => {
    const { manager, buyer } = await company(tx);
    const other = await company(tx);
    const before = await invite(tx, manager, ' New@Test.example ');
    const now = await invite(tx, manager, 'new@test.example');
    expect((await own(tx, manager))?.invitations.map((it) => it.id)).toEqual([now]);
    expect((await own(tx, buyer))?.invitations).toEqual([]);
    const person = await actAsOwner(tx).then(() => addCustomer(tx));
    await expectRefusal(tx, 'invitation_ended', (t) => accept(t, before, person));
    const elsewhere = await invite(tx, manager, `${other.buyer}@test.example`);
    await expectRefusal(tx, 'has_company', (t) => accept(t, elsewhere, other.buyer));
    await letPass(tx, '14 days');
    await expectRefusal(tx, 'invitation_ended', (t) => accept(t, now, person));
    await actAsOwner(tx);
    await tx`select purge_mails()`;
    expect(await tx`select 1 from company_invitations where id = ${now}`).toHaveLength(0);
  });

  test('is for managers of approved companies to give, and not to members', async ({ tx }) => {
    const { id, manager, buyer } = await company(tx);
    const invites = (who: string, email: string) =>
      refusalOf(tx, (t) => invite(t as Tx, who, email));
    expect(await invites(buyer, 'x@test.example')).toEqual(raised('not_a_manager'));
    expect(await invites(manager, `${buyer}@TEST.example`)).toEqual(raised('is_member'));
    await actAsOwner(tx);
    await tx`update companies set status = 'suspended' where id = ${id}`;
    expect(await invites(manager, 'x@test.example')).toEqual(raised('not_approved'));
  });
});

describe('members', () => {
  const change = (tx: Tx, who: string, member: string, role: string | null) =>
    actAs(tx, who).then(() => tx`select change_member(${member}, ${role}) as done`);

  test('are changed and removed by managers of their company alone', async ({ tx }) => {
    const { manager, buyer } = await company(tx);
    const other = await company(tx);
    const refusal = (who: string, member: string) =>
      refusalOf(tx, (t) => change(t as Tx, who, member, null));
    expect(await refusal(buyer, manager)).toEqual(raised('not_a_manager'));
    expect(await rowOf(change(tx, other.manager, buyer, null))).toEqual({ done: false });
    await change(tx, manager, buyer, 'manager');
    expect(await own(tx, buyer)).toMatchObject({ role: 'manager' });
    await change(tx, buyer, manager, null);
    expect(await own(tx, manager)).toBeNull();
    expect(await refusal(buyer, buyer)).toEqual(raised('last_manager'));
  });

  test('leave by themselves, but for the last manager', async ({ tx }) => {
    const { manager, buyer } = await company(tx);
    await change(tx, buyer, buyer, null);
    expect(await own(tx, buyer)).toBeNull();
    await expectRefusal(tx, 'last_manager', (t) => change(t as Tx, manager, manager, 'buyer'));
  });

  test('go with their account; the company stays and gets another manager', async ({ tx }) => {
    const { id, manager, buyer } = await company(tx);
    await actAsService(tx);
    await tx`select delete_account(${manager})`;
    expect(await own(tx, buyer)).toMatchObject({ status: 'approved', role: 'buyer' });
    await actAsAdministrator(tx);
    await tx`select office.change_member(${id}, ${buyer}, 'manager')`;
    expect(await own(tx, buyer)).toMatchObject({ role: 'manager' });
  });

  test('see their own orders, managers those of all, and others none', async ({ tx }) => {
    const { manager, buyer } = await company(tx);
    const stranger = await company(tx);
    const product = await addProduct(tx, { price: '20.00' });
    for (const who of [manager, buyer]) {
      await actAs(tx, who);
      await placeOrder(tx, [{ product, quantity: 1 }], '20.00');
    }
    const seen = async (who: string) => {
      await actAs(tx, who);
      return valueOf<number>(tx`select (company_orders() ->> 'total')::int`);
    };
    expect([await seen(manager), await seen(buyer), await seen(stranger.manager)]).toEqual([
      2, 1, 0,
    ]);
  });
});

test('the office finds companies by name and place, in any order', async ({ tx }) => {
  const person = await actAsCustomer(tx);
  const id = await ask(tx, 'Zebra Quilts');
  await actAs(tx, await actAsOwner(tx).then(() => addAdministrator(tx)));
  const found = (q: string, statuses = '', sort = 'name-desc') =>
    tx`select id, total::int, members from office.list_companies(${q}, ${statuses}, ${sort}, 1)`;
  expect(await found('quilts ireland', 'requested,refused')).toMatchObject([
    { id, total: 1, members: 1 },
  ]);
  expect(await found('quilts', 'approved')).toHaveLength(0);
  expect(await found('')).toMatchObject([{ id }]);
  const tasks = await valueOf<{ companiesToAnswer: number }>(tx`select office.open_tasks()`);
  expect(tasks.companiesToAnswer).toBeGreaterThan(0);
  const read = await valueOf<{ company: unknown }>(tx`select office.read_customer(${person})`);
  expect(read.company).toEqual({ id, name: 'Zebra Quilts', role: 'manager' });
});
