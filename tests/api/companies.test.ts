import { beforeAll, expect, test } from 'vitest';
import { companyMessages, officeCompanyMessages } from '#shared/company-messages.ts';
import { ownDataReply } from '#shared/schemas/own-data.ts';
import { mailsTo } from '../support/mailbox.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  refusal,
  registeredCustomer,
  send,
} from './client.ts';

let admin = '';

beforeAll(async () => {
  admin = await adminToken();
});

const mills = (given: object = {}) => ({
  ...{ name: `Mills ${crypto.randomUUID().slice(0, 8)}`, vatId: ' ie 6433435-F', country: 'IE' },
  ...{ address: '1 Quay', postcode: 'T12', city: 'Cork', phone: 123, about: 'Shirts', ...given },
});

const ask = (token: string, given?: object) =>
  good('POST', '/wholesale/company', { token, json: mills(given) });
const answer = (id: string, status: string) =>
  send('PUT', `/companies/admin/${id}/status`, { token: admin, json: { status } });

async function approved(given?: { token: string; email: string }) {
  const manager = given ?? (await newCustomer());
  const { company } = await ask(manager.token);
  await answer(company._id, 'approved');
  return { manager, company };
}

const invite = (token: string, email: string, role = 'buyer') =>
  send('POST', '/wholesale/company/invitations', { token, json: { email, role } });

/** The path that accepts the invitation in the newest mail. */
async function invitationTo(email: string): Promise<string> {
  await expect.poll(() => mailsTo(email)).not.toEqual([]);
  const [mail] = await mailsTo(email);
  const [, token = ''] = /\/wholesale\/join\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  return `/wholesale/invitations/${token}`;
}

test('a customer asks, the office approves by mail, and sets what the company has', async () => {
  const { token, email } = await newCustomer();
  expect((await good('GET', '/wholesale/company', { token })).company).toBeNull();
  const { message, company } = await ask(token);
  expect(message).toBe(companyMessages.requested);
  expect(company).toMatchObject({
    ...{ vatId: 'IE6433435F', status: 'requested', role: 'manager', countryName: 'Ireland' },
    members: [{ email, role: 'manager' }],
  });
  const again = await send('POST', '/wholesale/company', { token, json: mills() });
  expect([again.status, again.body.code]).toEqual([409, 'has_company']);

  const { companiesToAnswer } = await good('GET', '/dashboard/tasks', { token: admin });
  expect(companiesToAnswer).toBeGreaterThan(0);
  const list = `/companies/admin/list?q=${company.name.slice(6)}&status=requested,refused&sort=name-asc`;
  const { companies, total } = await good('GET', list, { token: admin });
  expect([total, companies]).toMatchObject([1, [{ _id: company._id, members: 1, orders: 0 }]]);
  const done = await answer(company._id, 'approved');
  expect([done.status, done.body.message]).toEqual([200, officeCompanyMessages.approved]);
  const moved = await answer(company._id, 'refused');
  expect([moved.status, moved.body.code]).toEqual([409, 'company_moved']);
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  const [mail] = await mailsTo(email);
  for (const words of [`${company.name} is approved for wholesale`, '/user/company']) {
    expect(mail?.text).toContain(words);
  }

  const terms = { termsDays: '30', creditLimit: '5000', orderMinimum: 200.5, taxFree: 'true' };
  const changed = await good('PUT', `/companies/admin/${company._id}`, {
    token: admin,
    json: { ...mills({ name: company.name }), ...terms, priceList: '' },
  });
  expect(changed.company).toMatchObject({
    ...{ termsDays: 30, creditLimit: 5000, orderMinimum: 200.5, taxFree: true, priceListId: null },
    status: 'approved',
  });
  const seen = await good('GET', '/wholesale/company', { token });
  expect(seen.company).toMatchObject({ status: 'approved', termsDays: 30 });
});

test('an error names the field; without a VAT number no company is tax free', async () => {
  const { token } = await newCustomer();
  for (const [field, given] of [
    ['name', { name: ' ' }],
    ['vatId', { vatId: 'IE6433436F' }],
    ['country', { country: 'Ireland' }],
    ['country', { country: 'QQ' }],
    ['city', { city: '' }],
    ['about', { about: '' }],
  ] as const) {
    const answer = await send('POST', '/wholesale/company', { token, json: mills(given) });
    expect(refusal(answer)).toEqual([400, 'validation_failed', field]);
  }
  const { company } = await approved();
  const json = mills({ vatId: '', taxFree: true });
  const taxFree = await send('PUT', `/companies/admin/${company._id}`, { token: admin, json });
  expect(refusal(taxFree)).toEqual([400, 'validation_failed', 'vatId']);
});

test('a manager invites by mail, and who accepts orders for the company', async () => {
  const { manager, company } = await approved();
  const { token } = manager;
  const [buyer, stranger] = [await newCustomer(), await newCustomer()];
  const sent = await invite(token, ` ${buyer.email.toUpperCase()} `);
  expect([sent.status, sent.body.message]).toEqual([201, companyMessages.invited]);
  expect(sent.body.company.invitations).toMatchObject([{ email: buyer.email, role: 'buyer' }]);

  const path = await invitationTo(buyer.email);
  const { invitation } = await good('GET', path);
  expect(invitation).toEqual({ company: company.name, email: buyer.email, role: 'buyer' });
  const other = await send('POST', path, { token: stranger.token });
  expect([other.status, other.body.code, other.body.message]).toEqual([
    403,
    'other_address',
    `This invitation is for ${buyer.email}. Please sign in with that address.`,
  ]);
  const joined = await good('POST', path, { token: buyer.token });
  expect(joined.company).toMatchObject({ _id: company._id, role: 'buyer', invitations: [] });
  for (const method of ['GET', 'POST']) {
    const ended = await send(method, path, { token: stranger.token });
    expect([ended.status, ended.body.code]).toEqual([404, 'invitation_ended']);
  }
  expect((await invite(buyer.token, 'new@example.com')).body.code).toBe('not_a_manager');
  expect((await invite(token, buyer.email)).body.code).toBe('is_member');

  const product = await newProduct(admin, { price: '10' });
  const lines = [{ product: product._id, quantity: 1, size: 'M' }];
  const json = { email: buyer.email, amount: 10, products: lines, poNumber: 'PO-7' };
  const { order } = await good('POST', '/orders/place-order', { token: buyer.token, json });
  const found = await good('GET', `/orders/admin/list?q=PO-7 ${company.name}`, { token: admin });
  expect(found.orders.map((it) => it._id)).toEqual([order._id]);
  for (const who of [manager, buyer]) {
    const { orders } = await good('GET', '/wholesale/company/orders', { token: who.token });
    expect(orders).toMatchObject([{ _id: order._id, poNumber: 'PO-7' }]);
  }
  const data = await send('GET', '/users/profile/data', { token: buyer.token });
  expect(ownDataReply.parse(data.body).company).toMatchObject({
    ...{ name: company.name, status: 'approved', role: 'buyer' },
  });
});

test('roles are changed, members leave, and a company keeps a manager', async () => {
  const manager = await registeredCustomer();
  const { company } = await approved(manager);
  const buyer = await newCustomer();
  await invite(manager.token, buyer.email, 'manager');
  const { company: joined } = await good('POST', await invitationTo(buyer.email), {
    token: buyer.token,
  });
  const [first, second] = joined.members.map((it) => it._id);
  const change = (who: string, id = '') =>
    send('PUT', `/wholesale/company/members/${id}`, { token: who, json: { role: 'buyer' } });
  const demoted = await change(manager.token, second);
  expect(demoted.body.company.members).toMatchObject([{ role: 'manager' }, { role: 'buyer' }]);
  expect((await change(manager.token, first)).body.code).toBe('last_manager');
  await good('DELETE', `/wholesale/company/members/${second}`, { token: buyer.token });
  expect((await good('GET', '/wholesale/company', { token: buyer.token })).company).toBeNull();

  const withdrawn = await invite(manager.token, 'late@example.com');
  const [{ _id } = { _id: '' }] = withdrawn.body.company.invitations;
  const left = await good('DELETE', `/wholesale/company/invitations/${_id}`, {
    token: manager.token,
  });
  expect(left.company.invitations).toEqual([]);
  await good('DELETE', '/users/profile', {
    token: manager.token,
    json: { password: manager.password },
  });
  const kept = await good('GET', `/companies/admin/${company._id}`, { token: admin });
  expect(kept.company).toMatchObject({ status: 'approved', members: [] });
});

test('the office changes members too, and finds the company of a customer', async () => {
  const { company } = await approved();
  const { members } = (await good('GET', `/companies/admin/${company._id}`, { token: admin }))
    .company;
  const path = `/companies/admin/${company._id}/members/${members[0]?._id}`;
  const refused = await send('DELETE', path, { token: admin });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_manager']);
  const customer = await good('GET', `/users/admin/customer/${members[0]?._id}`, { token: admin });
  expect(customer.company).toEqual({ _id: company._id, name: company.name });
});

test('the company of the demo shop has the two members whom README names, a list of prices and a quote that waits', async () => {
  const tokens = await Promise.all(
    ['manager', 'buyer'].map(async (role) => {
      const json = { email: `${role}@northwind.example`, password: `${role}-demo-1` };
      const { UserauthToken: token } = await good('POST', '/auth/user-login', { json });
      const { company } = await good('GET', '/wholesale/company', { token });
      expect(company).toMatchObject({ role, status: 'approved', priceList: 'Retail partners' });
      expect(company?.members.map((it) => it.role).toSorted()).toEqual(['buyer', 'manager']);
      return token;
    }),
  );
  const asked = { status: 'requested', goods: 60 * 52 };
  for (const token of tokens) {
    expect((await good('GET', '/quotes', { token })).quotes).toMatchObject([asked]);
  }
  const { priceLists } = await good('GET', '/price-lists/admin/list?q=Boutiques', {
    token: admin,
  });
  expect(priceLists).toMatchObject([{ name: 'Boutiques', percent: 20 }]);
});
