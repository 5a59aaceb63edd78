import { beforeAll, expect, test } from 'vitest';
import { customerMessages } from '#shared/customer-messages.ts';
import { importReply, type ImportReport } from '#shared/schemas/product-files.ts';
import { mailedText, mailsTo } from '../support/mailbox.ts';
import { adminToken, good, refusal, registeredCustomer, send, signsIn, sql } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const take = async (csv: string, more: object = {}): Promise<ImportReport> => {
  const json = { csv, dry: false, ...more };
  return importReply.parse(await good('POST', '/users/admin/import', { token, json }));
};
const found = async (q: string) =>
  (await good('GET', `/users/admin/list?q=${encodeURIComponent(q)}`, { token })).users;
const newMark = () => crypto.randomUUID().slice(0, 13);

const shopify = (mark: string, first = 'Mara') =>
  [
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
    `'1,${first},Lind ${mark},Mara.${mark}@example.com,yes,Lind AB,1 Quay,Floor 2,Cork,,IE,T12,,'+353 21 123,no,10.00,1,Likes wool,no,vip`,
  ].join('\n');

test('an export of Shopify makes accounts without a password, once', async () => {
  const mark = newMark();
  const email = `mara.${mark}@example.com`;
  const csv = shopify(mark);
  const columns = await good('POST', '/users/admin/import-columns', { token, json: { csv } });
  expect(columns).toMatchObject({ format: 'Shopify', foreign: true });
  const dry = await take(csv, { dry: true });
  expect(dry).toMatchObject({ done: false, counts: { create: 1, wrong: 0 } });
  expect(Object.fromEntries(dry.rows[0]?.changes.map((it) => [it.field, it.after]) ?? [])).toEqual({
    ...{ firstname: 'Mara', lastname: `Lind ${mark}`, address: '1 Quay, Floor 2', city: 'Cork' },
    ...{ country: 'Ireland', postcode: 'T12', phone: '+353 21 123' },
    note: 'Company: Lind AB\nLikes wool',
  });
  expect(await found(email)).toEqual([]);

  expect(await take(csv)).toMatchObject({ done: true, counts: { create: 1 } });
  const [customer, ...others] = await found(email);
  expect(others).toEqual([]);
  expect(customer).toMatchObject({
    firstname: 'Mara',
    country: 'Ireland',
    address: '1 Quay, Floor 2',
  });
  const read = () => good('GET', `/users/admin/customer/${customer?._id}`, { token });
  expect(await read()).toMatchObject({
    invitation: { invitedAt: null },
    notes: [{ note: 'Company: Lind AB\nLikes wool' }],
  });
  expect((await take(csv, { dry: true })).counts).toMatchObject({ create: 0, update: 0, same: 1 });
  const renamed = await take(shopify(mark, 'Maria'));
  expect(renamed.rows[0]?.changes).toEqual([
    { field: 'firstname', before: 'Mara', after: 'Maria' },
  ]);
  expect(await signsIn(email, '')).toBe(false);
  expect(await mailsTo(email)).toEqual([]);
  const taken = await send('POST', '/auth/register', {
    json: { firstname: 'A', lastname: 'B', email, password: 'another-one-1' },
  });
  expect(refusal(taken)).toEqual([409, 'email_taken', 'email']);
});

test('the link of an invitation sets the first password, once; then only what is empty is filled in', async () => {
  const mark = newMark();
  const email = `mara.${mark}@example.com`;
  await take(shopify(mark), { invite: true });
  const text = await mailedText(email, 'Your account at');
  const [, link = ''] = /#invitation=(\S+)/.exec(text) ?? [];
  const accept = (given: string, newPassword = 'a-first-one-1') =>
    send('POST', '/auth/accept-invitation', { json: { token: given, newPassword } });
  expect(refusal(await accept(link, 'short'))).toEqual([400, 'validation_failed', 'newPassword']);
  expect(refusal(await accept(`${link}x`))).toEqual([404, 'link_ended']);
  expect(await accept(link)).toMatchObject({ status: 200, body: { email } });
  expect(await signsIn(email, 'a-first-one-1')).toBe(true);
  expect(refusal(await accept(link, 'another-one-1'))).toEqual([404, 'link_ended']);
  expect(await signsIn(email, 'another-one-1')).toBe(false);

  const [customer] = await found(email);
  const json = { ids: [customer?._id] };
  const again = await good('POST', '/users/admin/invite', { token, json });
  expect(again).toMatchObject({ invited: 0, message: customerMessages.invited(0) });
  expect((await good('GET', `/users/admin/customer/${customer?._id}`, { token })).invitation).toBe(
    null,
  );
  expect((await take(shopify(mark, 'Maria'), { dry: true })).counts.same).toBe(1);
});

test('who registered is not changed but where nothing was entered, and not invited', async () => {
  const { email } = await registeredCustomer();
  await sql`update profiles set city = '', phone = '' where email = ${email}`;
  const [before] = await found(email);
  const csv = `E-mail;Vorname;Telefon;Ort\n${email.toUpperCase()};Eva;030 12 x 3;Berlin`;
  const { rows } = await take(csv, { invite: true });
  expect(rows[0]?.changes).toEqual([{ field: 'phone', before: '', after: '030 12   3' }]);
  expect((await found(email))[0]).toMatchObject({ firstname: before?.firstname, city: '' });
  const { invitation } = await good('GET', `/users/admin/customer/${before?._id}`, { token });
  expect(invitation).toBe(null);
  expect((await mailsTo(email)).filter((it) => it.subject.startsWith('Your account at'))).toEqual(
    [],
  );
});

test('one wrong row keeps all of them out, and each says why', async () => {
  const mark = newMark();
  const csv = `Email,Name\na.${mark}@example.com,Ada May Weaver\nnone,Bo\na.${mark}@example.com,Ada\n,Cy`;
  const refused = await take(csv);
  expect(refused).toMatchObject({ done: false, counts: { wrong: 4 } });
  expect(refused.rows.map((it) => [it.row, it.problems[0]?.message])).toEqual([
    [2, 'This address stands in the file more than once'],
    [3, 'Not a valid email address'],
    [4, 'This address stands in the file more than once'],
    [5, 'Not a valid email address'],
  ]);
  expect(await found(mark)).toEqual([]);
  const { rows } = await take(`Email,Name\na.${mark}@example.com,Ada May Weaver`);
  expect(rows[0]?.changes).toEqual([
    { field: 'firstname', before: null, after: 'Ada May' },
    { field: 'lastname', before: null, after: 'Weaver' },
  ]);
  const none = await send('POST', '/users/admin/import', {
    ...{ token, json: { csv: 'First name\nAda', dry: true } },
  });
  expect(refusal(none)).toEqual([400, 'validation_failed', 'csv']);
});

test('what this shop exports comes in again and changes nothing; its custom fields are written, and wrong ones named', async () => {
  const mark = newMark();
  await take(shopify(mark));
  const [customer] = await found(mark);
  const field = { resource: 'customer', kind: 'choice', choices: ['Gold', 'Silver'] };
  const { customField } = await good('POST', '/custom-fields/create', {
    token,
    json: { ...field, key: `tier_${mark.slice(0, 8)}`, name: `Tier ${mark}` },
  });
  const { key } = customField;
  const path = `/custom-fields/customer/${customer?._id}`;
  const tier = async () =>
    (await good('GET', path, { token })).customFields.find((it: { key: string }) => it.key === key)
      ?.value;
  await good('PUT', path, { token, json: { values: { [key]: 'Gold' } } });

  const csv = (await good('GET', `/users/admin/export?q=${mark}`, { token })).message;
  expect(await take(csv, { dry: true })).toMatchObject({ counts: { same: 1, wrong: 0 } });
  const changed = await take(csv.replace('Gold', 'Silver'));
  expect(changed.rows[0]?.changes).toEqual([
    { field: `custom.${key}`, before: 'Gold', after: 'Silver' },
  ]);
  expect(await tier()).toBe('Silver');
  const wrong = await take(csv.replace('Gold', 'Bronze'));
  expect(wrong.rows[0]?.problems).toEqual([
    { field: `Tier ${mark}`, message: 'Not one of the choices' },
  ]);
  const email = `new.${mark}@example.com`;
  await take(`Email,Tier ${mark}\n${email},Gold`);
  const [made] = await found(email);
  const { customFields } = await good('GET', `/custom-fields/customer/${made?._id}`, { token });
  expect(customFields).toContainEqual(expect.objectContaining({ key, value: 'Gold' }));
});
