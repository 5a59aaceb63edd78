import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderLink } from '../../supabase/functions/_shared/mail/order-link.ts';
import { guestOrdersLink } from '../../supabase/functions/_shared/mail/invitation-link.ts';
import type { Product } from '#shared/schemas/products.ts';
import { later } from '../support/clock.ts';
import { stack } from '../support/stack.ts';
import { mailsTo } from '../support/mailbox.ts';
import {
  adminToken,
  counted,
  good,
  newCustomer,
  newProduct,
  payByCard,
  refusal,
  registeredCustomer,
  runTask,
  send,
  sql,
} from './client.ts';

let admin: string;
let coat: Product;

const setOrders = (whoMayOrder: 'everybody' | 'customers') =>
  good('PUT', '/shop/checkout', { token: admin, json: { whoMayOrder } });

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '20' });
  await setOrders('everybody');
});
afterAll(() => setOrders('customers'));

const visit = async () => (await good('POST', '/auth/visit')).visitorToken;
const add = (token: string, more: object = {}) =>
  send('POST', '/cart/add-to-cart', {
    token,
    json: { productId: coat._id, size: 'M', color: 'navy', ...more },
  });
const cartOf = async (token: string) =>
  (await good('GET', '/cart/get-cart', { token })).cart.products;
const idIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

const details = () => ({
  ...{ firstname: 'Grace', lastname: 'Guest', email: `grace.${randomUUID()}@example.com` },
  ...{ country: 'Ireland', address: '4 Mill Lane', city: 'Dublin' },
});

/** A visitor who has placed an order of one coat. */
async function guestOrder(more: object = {}) {
  const token = await visit();
  await add(token);
  const given = { ...details(), ...more };
  await good('PUT', '/checkout/visitor', { token, json: given });
  const { price } = await good('GET', '/cart/price', { token });
  const json = {
    ...{ email: given.email, amount: price?.totalPrice, checkout: true },
    products: [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }],
  };
  const placed = await good('POST', '/orders/place-order', { token, json });
  return { token, ...given, ...placed };
}

async function linkOf({ order }: { order: { _id: string; createdAt: string } }) {
  const link = await orderLink({ id: order._id, created_at: order.createdAt }, stack());
  return `/orders/by-link/${link.split('/').at(-1)}`;
}

async function paidGuestOrder() {
  const guest = await guestOrder();
  await payByCard(guest.paymentInfo);
  const json = { reference: guest.paymentInfo.data.reference };
  const { outcome } = await good('POST', '/orders/settle', { token: guest.token, json });
  expect(outcome).toBe('paid');
  return guest;
}

test('in a shop for customers, nobody gets a visit, and an earlier one opens nothing', async () => {
  const token = await visit();
  await add(token);
  await setOrders('customers');
  try {
    expect(refusal(await send('POST', '/auth/visit'))).toEqual([403, 'account_needed']);
    expect(refusal(await add(token))).toEqual([401, 'session_over']);
  } finally {
    await setOrders('everybody');
  }
  expect(await cartOf(token)).toHaveLength(1);
});

test('a visitor orders and pays without an account, and comes back to the same order', async () => {
  const { token, order, email } = await paidGuestOrder();
  expect(order.user).toMatchObject({ firstname: 'Grace', email, country: 'Ireland' });
  expect(await cartOf(token)).toEqual([]);
  const again = await good('GET', `/orders/user-orders/${order._id}`, { token });
  expect(again.order.status).toBe('Paid');
  const other = await visit();
  const refused = await send('GET', `/orders/user-orders/${order._id}`, { token: other });
  expect(refused.status).toBe(404);
});

test('an order needs an address and an email address, and bad ones name their field', async () => {
  const token = await visit();
  await add(token);
  const wrong = { email: 'nobody', firstname: '' };
  expect(refusal(await send('PUT', '/checkout/visitor', { token, json: wrong }))).toEqual([
    400,
    'validation_failed',
    'firstname',
    'email',
  ]);
  const { price } = await good('GET', '/cart/price', { token });
  const json = {
    ...{ email: 'grace@example.com', amount: price?.totalPrice, checkout: true },
    products: [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }],
  };
  expect(refusal(await send('POST', '/orders/place-order', { token, json }))).toEqual([
    409,
    'no_address',
  ]);
});

test('at the login the cart joins that of the account, once, and the visit ends', async () => {
  const { email, password, token: customer } = await registeredCustomer();
  await add(customer, { quantity: 2 });
  const token = await visit();
  await add(token, { quantity: 3 });
  await add(token, { size: 'L' });
  await sql`update products set availability = 'OutofStock' where id = ${coat._id}`;
  const json = { email, password };
  const logins = await Promise.all(
    [1, 2].map(() => good('POST', '/auth/user-login', { token, json })),
  );
  await sql`update products set availability = 'InStock' where id = ${coat._id}`;
  expect(logins.map((it) => it.joined)).toEqual([true, true]);
  expect((await cartOf(customer)).map((it) => [it.size, it.quantity])).toEqual([
    ['M', 5],
    ['L', 1],
  ]);
  expect(refusal(await send('GET', '/cart/get-cart', { token }))).toEqual([401, 'session_over']);
});

test('what does not fit into the cart of the account is kept as a draft', async () => {
  const { email, password, token: customer } = await registeredCustomer();
  const id = idIn(customer);
  await sql`insert into cart_items (user_id, product_id, quantity, size)
    select ${id}, ${coat._id}, 1, n from generate_series(1, 198) n`;
  await add(customer, { quantity: 990 });
  const token = await visit();
  await add(token, { quantity: 10 });
  await add(token, { size: 'L' });
  await sql`insert into cart_items (user_id, product_id, quantity, size)
    values (${idIn(token)}, ${coat._id}, 2, 'XL')`;
  await good('POST', '/auth/user-login', { token, json: { email, password } });
  const lines = await cartOf(customer);
  expect(lines).toHaveLength(200);
  expect(lines.find((it) => it.size === 'M')?.quantity).toBe(999);
  const { drafts } = await good('GET', '/cart/drafts', { token: customer });
  expect(drafts.map((it) => it.name)).toEqual([expect.stringMatching(/^Did not fit, /)]);
  const [kept] = await sql`select lines from cart_drafts where user_id = ${id}`;
  expect(
    kept?.['lines'].map((it: Record<string, unknown>) => [it['size'], it['quantity']]),
  ).toEqual([
    ['M', 1],
    ['XL', 2],
  ]);
});

test('a token of somebody else, or none, joins nothing at the login', async () => {
  const { email, password, token: customer } = await registeredCustomer();
  const other = await newCustomer();
  await add(other.token);
  const json = { email, password };
  for (const token of [other.token, 'x.y.z']) {
    expect((await good('POST', '/auth/user-login', { token, json })).joined).toBe(false);
  }
  expect(await cartOf(customer)).toEqual([]);
  expect(await cartOf(other.token)).toHaveLength(1);
});

test('a password makes the visitor a customer, who keeps the order and the cart', async () => {
  const { token, order, email } = await guestOrder();
  const json = { password: `linen-${randomUUID()}` };
  expect(
    refusal(await send('POST', '/auth/keep-account', { token, json: { password: '1' } })),
  ).toEqual([400, 'validation_failed', 'password']);
  const kept = await good('POST', '/auth/keep-account', { token, json });
  expect(kept.confirmed).toBe(true);
  // The order is paid with the session from before.
  await payByCard((await good('POST', `/orders/${order._id}/pay`, { token })).paymentInfo);
  const login = await good('POST', '/auth/user-login', { token, json: { email, ...json } });
  const customer = login.UserauthToken;
  const { orders } = await good('GET', '/orders/user-orders', { token: customer });
  expect(orders.map((it) => it._id)).toEqual([order._id]);
  const { user } = await good('GET', '/users/profile', { token: customer });
  expect(user).toMatchObject({ firstname: 'Grace', email, city: 'Dublin' });
  const link = await linkOf({ order });
  expect(refusal(await send('POST', `${link}/cancel`))).toEqual([403, 'sign_in']);
});

test('a visitor cannot take the address of an account', async () => {
  const { email } = await registeredCustomer();
  const { token } = await guestOrder({ email });
  const json = { password: `linen-${randomUUID()}` };
  expect(refusal(await send('POST', '/auth/keep-account', { token, json }))).toEqual([
    409,
    'email_taken',
    'email',
  ]);
});

test('the link in the mail pays and cancels the order of a guest, and that order alone', async () => {
  const first = await guestOrder();
  const link = await linkOf(first);
  expect((await good('GET', link)).order).toMatchObject({ payable: true, cancellable: true });
  const { paymentInfo } = await good('POST', `${link}/pay`);
  await payByCard(paymentInfo);
  await good('POST', `${link}/settle`, { json: { reference: paymentInfo.data.reference } });
  expect((await good('GET', link)).order.status).toBe('Paid');
  await good('POST', `${link}/cancel`);
  await expect
    .poll(async () => (await good('GET', link)).order.status, { timeout: 20_000 })
    .toBe('Refunded');
  const { order, invoices } = await good('GET', `${link}/invoices`);
  expect([order.user.email, invoices.map((it) => it.kind)]).toEqual([
    first.email,
    ['invoice', 'credit_note'],
  ]);
  const seen = await good('GET', `/orders/admin/${order._id}`, { token: admin });
  expect(seen.order).toMatchObject({ byGuest: true });

  const second = await paidGuestOrder();
  const line = second.order.products[0]?._id;
  const json = { lines: [{ line, quantity: 1 }], reason: 'too wide' };
  const refused = await send('POST', `${link}/returns`, { json });
  expect(refusal(refused).slice(0, 2)).toEqual([409, 'not_returnable']);
});

test('earlier orders without an account join it by the link in a mail to its address', async () => {
  const customer = await newCustomer();
  const guest = await paidGuestOrder();
  await sql`update orders set email = ${customer.email.toUpperCase()} where id = ${guest.order._id}`;
  const { token } = customer;
  const own = async () => (await good('GET', '/orders/user-orders', { token })).orders.length;
  expect(await own()).toBe(0);
  await good('POST', '/orders/guest-orders/ask', { token });
  await expect.poll(() => mailsTo(customer.email), { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await mailsTo(customer.email);
  const [, sent = ''] = /all-orders\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  const stranger = await newCustomer();
  const claim = (as: string, json: object) =>
    send('POST', '/orders/guest-orders', { token: as, json });
  expect((await claim(stranger.token, { token: sent })).body.orders).toBe(0);
  const forged = await guestOrdersLink(randomUUID(), {
    siteUrl: '',
    siteSecret: 'a secret of nobody, long enough',
  });
  expect(refusal(await claim(token, { token: forged.split('=')[1] }))).toEqual([404, 'link_ended']);
  expect((await claim(token, { token: sent })).body.orders).toBe(1);
  expect(await own()).toBe(1);
});

test('one address gets so many visits a minute, and others none the less', async () => {
  const address = `10.9.${Math.floor(Math.random() * 256)}.7`;
  await counted(`visit:address:${address}`, 1000);
  const from = (it: string) => send('POST', '/auth/visit', { headers: { 'x-client-address': it } });
  expect((await from(address)).status).toBe(429);
  expect((await from('10.9.300.8')).status).toBe(201);
});

test('the scheduled task removes visitors who have not come for 30 days; their orders stay', async () => {
  const old = await guestOrder();
  const young = await later(sql, '3 days', () => visit());
  await later(sql, '32 days', () => runTask());
  expect(refusal(await send('GET', '/cart/get-cart', { token: old.token }))).toEqual([
    401,
    'session_over',
  ]);
  expect(await cartOf(young)).toEqual([]);
  expect((await good('GET', await linkOf(old))).order).toMatchObject({ byGuest: true });
});
