import type postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import type { PaymentMethod } from '#shared/schemas/payment-methods.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import {
  adminToken,
  fromSite,
  good,
  newCustomer,
  newProduct,
  payByCard,
  payOrder,
  placeOrder,
  send,
  sql,
} from './client.ts';
import { appHere } from './in-process.ts';
import { tell } from './paystack-messages.ts';
import { stack } from '../support/stack.ts';

let token = '';
let coat: DetailedProduct;

let facts: postgres.JSONValue;

beforeAll(async () => {
  token = await adminToken();
  coat = await newProduct(token, { price: '19.95' });
  // The functions tell the database what they have before their first order.
  await placeOrder(coat);
  const [saved] = await sql<{ value: postgres.JSONValue }[]>`
    select value from private.function_settings where name = 'PAYMENT_PROVIDERS'`;
  facts = saved?.value ?? {};
});

afterEach(async () => {
  await sql`delete from payment_methods where provider <> 'paystack'`;
  await sql`update payment_methods set position = 1, is_on = true, countries = '{}', days = 7`;
  // One without a key has told the database so.
  await sql`update private.function_settings set value = ${sql.json(facts)} where name = 'PAYMENT_PROVIDERS'`;
});

const list = async () => (await good('GET', '/payments/methods', { token })).methods;
const chosenOf = ({ name, isOn, countries, days }: PaymentMethod) => ({
  ...{ name, isOn, countries, days },
});
type Choice = ReturnType<typeof chosenOf>;

/** Those that are named come first and are on, with these changes. */
async function choose(chosen: Record<string, Partial<Choice>>) {
  const names = Object.keys(chosen);
  const rank = ({ name }: Choice) => (names.includes(name) ? names.indexOf(name) : names.length);
  return (await list())
    .map(chosenOf)
    .map((it) => ({ ...it, isOn: it.name in chosen, ...chosen[it.name] }))
    .toSorted((a, b) => rank(a) - rank(b));
}

const save = (methods: unknown) => send('PUT', '/payments/methods', { token, json: { methods } });

/** In a shop that never had a bank account, whose triggers keep it. */
async function withoutAccount(work: () => Promise<void>): Promise<void> {
  const set = (value: postgres.JSONValue) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update shop_settings set value = ${tx.json(value)} where name = 'bank_account'`;
    });
  const [before] = await sql<{ value: postgres.JSONValue }[]>`
    select value from shop_settings where name = 'bank_account'`;
  await set('');
  await work().finally(() => set(before?.value ?? ''));
}

async function waysFor(country: string, person: { token: string }) {
  await good('POST', '/cart/add-to-cart', {
    token: person.token,
    json: { productId: coat._id, quantity: 1, size: 'M', color: 'navy' },
  });
  const path = `/cart/price?country=${country}`;
  return (await good('GET', path, { token: person.token })).price?.ways.map((it) => it.name);
}

test('the shop chooses ways to pay, their order and their countries, and the checkout offers these', async () => {
  const all = await list();
  expect(all[0]).toMatchObject({
    ...{ name: 'paystack', title: 'Paystack', kind: 'page', isOn: true, mode: 'test' },
    ...{ minimum: 2, secrets: ['PAYSTACK_SECRET_KEY'], countries: [] },
    webhook: `${stack().url}/functions/v1/payments/webhook/paystack`,
  });
  expect(all.filter((it) => it.isOn)).toHaveLength(1);

  const wanted = await choose({
    cash: { countries: ['DE', 'DE'] },
    transfer: { days: 3 },
    paystack: {},
  });
  const { status, body } = await save(wanted);
  expect([status, body.message]).toEqual([200, texts.saved]);
  expect(body.methods).toEqual(await list());
  expect(body.methods.map((it) => it.name).slice(0, 3)).toEqual(['cash', 'transfer', 'paystack']);
  expect(body.methods[0]).toMatchObject({ countries: ['DE'], isOn: true, webhook: null });
  expect(body.methods[1]).toMatchObject({ days: 3, kind: 'transfer', mode: 'live' });

  const customer = await newCustomer();
  expect(await waysFor('Germany', customer)).toEqual(['cash', 'transfer', 'paystack']);
  expect(await waysFor('France', customer)).toEqual(['transfer', 'paystack']);
});

test.each<[string, (methods: Choice[]) => unknown, string]>([
  ['without a list', () => undefined, 'methods'],
  ['with a provider too few', (all) => all.slice(1), 'methods'],
  ['with a provider twice', (all) => [...all.slice(1), all[1]], 'methods'],
  ['with an unknown one', ([first, ...all]) => [{ ...first, name: 'nobody' }, ...all], 'methods'],
  ['with no days', ([first, ...all]) => [{ ...first, days: 0 }, ...all], 'methods.0.days'],
  ['with 91 days', ([first, ...all]) => [{ ...first, days: 91 }, ...all], 'methods.0.days'],
  [
    'with what is no country',
    ([first, ...all]) => [first, { ...all[0], countries: ['QQ'] }, ...all.slice(1)],
    'methods.1.countries',
  ],
  ['with a further field', ([first, ...all]) => [{ ...first, key: 'x' }, ...all], 'methods.0'],
])('a list %s is refused at its field, and nothing is saved', async (_, change, path) => {
  const before = await list();
  const { status, body } = await save(change(await choose({ cash: {} })));
  expect([status, body.code, body.issues?.[0]?.path]).toEqual([400, 'validation_failed', path]);
  expect(await list()).toEqual(before);
});

test('a provider without its key is not switched on, and says which secret it needs', async () => {
  const api = appHere({ PAYSTACK_SECRET_KEY: '', STRIPE_SECRET_KEY: '' });
  const call = async (method: string, path: string, json?: object) => {
    const response = await api.request(`/api/v1${path}`, {
      method,
      headers: {
        ...fromSite(),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const methods = (await choose({ paystack: {} })).map((it) =>
    it.name === 'stripe' ? { ...it, isOn: true } : it,
  );
  const place = methods.findIndex((it) => it.name === 'stripe');
  expect(await call('PUT', '/payments/methods', { methods })).toMatchObject({
    ...{ status: 409, body: { code: 'no_key', issues: [{ path: `methods.${place}.isOn` }] } },
  });
  // One that is on already does not keep the others from being changed.
  const others = await choose({ cash: {}, paystack: {} });
  expect((await call('PUT', '/payments/methods', { methods: others })).status).toBe(200);
  expect(await call('POST', '/payments/methods/paystack/check')).toEqual({
    status: 200,
    body: { works: false, message: texts.noKey(['PAYSTACK_SECRET_KEY']) },
  });
});

test('a check asks the provider, or says what is missing', async () => {
  const check = (name: string) => good('POST', `/payments/methods/${name}/check`, { token });
  expect(await check('paystack')).toEqual({ works: true, message: texts.answers('Paystack') });
  expect(await check('cash')).toEqual({ works: true, message: texts.onDelivery });
  expect(await check('transfer')).toEqual({ works: true, message: texts.hasAccount });
  await withoutAccount(async () => {
    expect(await check('transfer')).toEqual({ works: false, message: texts.noAccount });
  });
  const wrongKey = await appHere({ PAYSTACK_SECRET_KEY: 'sk_test_of_somebody_else' }).request(
    '/api/v1/payments/methods/paystack/check',
    { method: 'POST', headers: { ...fromSite(), authorization: `Bearer ${token}` } },
  );
  expect(await wrongKey.json()).toMatchObject({ works: false });
  expect((await send('POST', '/payments/methods/nobody/check', { token })).status).toBe(404);
});

test('an order that was refused one way to pay is kept and paid in another; without any, the shop says so', async () => {
  const { token: shopper, email } = await newCustomer();
  const order = (more: object) =>
    send('POST', '/orders/place-order', {
      token: shopper,
      json: {
        ...{ email, amount: coat.price, ...more },
        products: [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }],
      },
    });
  const { status, body } = await order({ payWith: 'cash' });
  expect([status, body.code, body.order.status]).toEqual([409, 'way_refused', 'Pending']);
  expect(body.order.payment.ways).toEqual([
    { name: 'paystack', action: 'Pay with Paystack', kind: 'page' },
  ]);
  const pay = `/orders/${body.order._id}/pay`;
  const { paymentInfo } = await good('POST', pay, {
    token: shopper,
    json: { payWith: 'paystack' },
  });
  await payByCard(paymentInfo);
  const own = async () =>
    (await good('GET', `/orders/user-orders/${body.order._id}`, { token: shopper })).order;
  await expect.poll(async () => (await own()).status).toBe('Paid');

  await sql`update payment_methods set is_on = false`;
  const none = await order({});
  expect([none.status, none.body.code]).toEqual([409, 'way_refused']);
  expect(none.body.message).toMatch(/^None of our ways to pay takes your order now\./);
});

describe('a disputed payment', () => {
  test('stops packing and sending until the shop has won', async () => {
    const { id, reference } = await payOrder(coat);
    const { disputed: before } = await good('GET', '/dashboard/tasks', { token });
    const data = {
      id: Math.floor(Math.random() * 1e9),
      transaction: { reference, amount: 1995 },
      ...{ refund_amount: 1995, currency: 'USD', category: 'chargeback' },
      dueAt: '2026-12-03T10:00:00.000Z',
    };
    await tell('charge.dispute.create', data);
    const details = async () => (await good('GET', `/orders/admin/${id}`, { token })).order;
    const expected = {
      ...{ provider: 'Paystack', status: 'open', reason: 'chargeback', amount: 19.95 },
      ...{ currency: 'USD', respondBy: '2026-12-03T10:00:00.000Z', closedAt: null },
    };
    expect(await details()).toMatchObject({ disputes: [expected] });
    expect((await good('GET', '/dashboard/tasks', { token })).disputed).toBe(before + 1);
    const ids = async (value: string) =>
      (await good('GET', `/orders/admin/ids?disputed=${value}`, { token })).ids;
    expect([(await ids('open')).includes(id), (await ids('no')).includes(id)]).toEqual([
      true,
      false,
    ]);
    expect((await send('GET', '/orders/admin/ids?disputed=yes', { token })).status).toBe(400);

    const pack = () => send('POST', `/orders/admin/${id}/parcels`, { token, json: {} });
    const refused = await pack();
    expect([refused.status, refused.body.code]).toEqual([409, 'disputed']);
    const bulk = { action: 'send', ids: [id] };
    expect(await good('POST', '/orders/admin/fulfil', { token, json: bulk })).toMatchObject({
      ...{ count: 0, left: 1, message: expect.stringContaining('disputed') },
    });

    await tell('charge.dispute.resolve', { ...data, resolution: 'declined' });
    expect(await details()).toMatchObject({ disputes: [{ status: 'won' }] });
    expect([(await ids('won')).includes(id), (await ids('no')).includes(id)]).toEqual([true, true]);
    expect((await pack()).status).toBe(200);
  });

  test('that was lost is not sent', async () => {
    const { id, reference } = await payOrder(coat);
    const data = { id: Math.floor(Math.random() * 1e9), transaction: { reference, amount: 1995 } };
    await good('POST', `/orders/admin/${id}/parcels`, { token, json: {} });
    await tell('charge.dispute.create', data);
    await tell('charge.dispute.resolve', { ...data, resolution: 'merchant-accepted' });
    const { order } = await good('GET', `/orders/admin/${id}`, { token });
    expect(order).toMatchObject({ disputes: [{ status: 'lost' }] });
    const path = `/orders/admin/parcels/${order.parcels[0]?._id}`;
    const refused = await send('PUT', path, { token, json: { status: 'sent' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'disputed']);
  });
});
