import { beforeAll, expect, test } from 'vitest';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { sql } from '../api/client.ts';
import { adminToken, good, send, type Options } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const asAdmin = (json?: object): Options => (json ? { token, json } : { token });
const newCode = () => `T-${crypto.randomUUID().slice(0, 8)}`;
const plain = (given: object = {}) =>
  asAdmin({ code: newCode(), kind: 'percent', value: 10, ...given });
const find = async (code: string) =>
  (await good('GET', `/vouchers/admin/list?q=${code}`, { token })).vouchers;

test('an administrator adds, changes, finds, deletes and restores a voucher', async () => {
  const code = newCode();
  const { voucher } = await good('POST', '/vouchers/create', plain({ code: ` ${code} ` }));
  expect(voucher).toMatchObject({
    ...{ code: code.toUpperCase(), kind: 'percent', value: 10, minimum: 0, categories: [] },
    ...{ startsAt: null, endsAt: null, oncePerCustomer: false, maxUses: null, uses: 0 },
  });
  const { categories } = await good('GET', '/categories/all');
  const [category] = categories;
  const fields = {
    ...{ kind: 'amount', value: 7.5, minimum: 30, oncePerCustomer: true, maxUses: 3 },
    ...{ startsAt: '2030-01-01T00:00:00.000Z', endsAt: '2030-02-01T00:00:00.000Z' },
    categories: category ? [category._id] : [],
  };
  const path = `/vouchers/update/${voucher._id}`;
  const changed = await good('PUT', path, plain({ code, ...fields }));
  expect(changed).toMatchObject({ message: voucherMessages.updated, voucher: fields });
  expect(await find(code.slice(2))).toMatchObject([
    { ...fields, _id: voucher._id, state: 'planned', categoryNames: [category?.name] },
  ]);
  const { undo } = await good('DELETE', `/vouchers/delete/${voucher._id}`, { token });
  expect(await find(code)).toEqual([]);
  await good('POST', '/trash/restore', asAdmin({ ids: undo }));
  expect(await find(code)).toMatchObject([fields]);
});

test('what is not sent stays, to the second, and the fields are checked with those that stay', async () => {
  const given = {
    startsAt: '2027-11-01T00:00:00.000Z',
    endsAt: '2027-11-07T06:30:59.000Z',
    maxUses: 3,
  };
  const { voucher } = await good('POST', '/vouchers/create', plain(given));
  const change = (json: object) => send('PUT', `/vouchers/update/${voucher._id}`, asAdmin(json));
  const { body } = await change({ minimum: 20 });
  expect(body.voucher).toEqual({ ...voucher, minimum: 20 });
  for (const [field, wrong] of [
    ['value', { value: 101 }],
    ['endsAt', { startsAt: '2027-11-08T00:00:00Z' }],
  ] as const) {
    const refused = await change(wrong);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, field]);
  }
  expect((await change({ endsAt: null })).body.voucher.endsAt).toBeNull();
});

test.each([
  ['code', { code: 'A B' }],
  ['code', { code: 'ab' }],
  ['kind', { kind: 'gift' }],
  ['value', { value: 100.01 }],
  ['value', { value: 0 }],
  ['endsAt', { startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }],
  ['startsAt', { startsAt: 'soon' }],
  ['minimum', { minimum: -1 }],
  ['maxUses', { maxUses: 0 }],
  ['maxUses', { maxUses: 1.5 }],
  ['categories', { categories: ['coats'] }],
])('an error names the field %s of %j', async (field, given) => {
  const { status, body } = await send('POST', '/vouchers/create', plain(given));
  expect([status, body.code, body.issues?.map((it) => it.path.split('.')[0])]).toEqual([
    400,
    'validation_failed',
    [field],
  ]);
});

test('an amount may be over 100, a code is there once, and no bound is below the uses', async () => {
  const code = newCode();
  const create = (given: object) => send('POST', '/vouchers/create', plain(given));
  const { body } = await create({ code, kind: 'amount', value: 250 });
  const again = await create({ code: code.toLowerCase() });
  expect([again.status, again.body.code, again.body.issues?.[0]?.path]).toEqual([
    409,
    'code_taken',
    'code',
  ]);
  const { _id } = body.voucher;
  await sql`with ordered as (
      insert into orders (total_price, voucher_code) values (1, ${code}), (1, ${code}) returning id)
    insert into voucher_uses (order_id, voucher_id, once) select id, ${_id}, false from ordered`;
  const change = (given: object) => send('PUT', `/vouchers/update/${_id}`, plain(given));
  const below = await change({ code, maxUses: 1 });
  expect([below.status, below.body.issues?.[0]?.path]).toEqual([400, 'maxUses']);
  expect((await change({ code, maxUses: 2 })).status).toBe(200);
  expect(await find(code)).toMatchObject([{ uses: 2, maxUses: 2, state: 'used up' }]);
  const found = await good('GET', `/orders/admin/list?q=${code}`, { token });
  expect(found.orders).toHaveLength(2);
  await sql`delete from orders where voucher_code = ${code}`;
});
