import { beforeAll, expect, test } from 'vitest';
import { timeWithZone } from '#shared/domain/shop-time.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { orderLink } from '../../supabase/functions/_shared/mail/order-link.ts';
import { joinCompany } from '../support/company.ts';
import { mailedText } from '../support/mailbox.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  payByCard,
  placeOrder,
  refusal,
  send,
} from './client.ts';
import { stack } from '../support/stack.ts';

let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
});

async function newMember(terms?: Parameters<typeof joinCompany>[1]) {
  const person = await newCustomer();
  return { ...person, ...(await joinCompany(person.email, terms)) };
}

async function requested(terms?: Parameters<typeof joinCompany>[1]) {
  const member = await newMember(terms);
  const { token } = member;
  const line = { productId: coat._id, quantity: 2, size: 'M', color: 'navy' };
  await good('POST', '/cart/add-to-cart', { token, json: line });
  const { quote } = await good('POST', '/quotes', { token, json: { message: 'And for 20?' } });
  return { ...member, quote };
}

const line = (fields: object = {}) => ({
  product: coat._id,
  ...{ size: 'M', color: 'navy', quantity: 20, unitPrice: 12.5 },
  ...fields,
});
const offer = (id: string, fields: object = {}) =>
  send('PUT', `/quotes/admin/${id}`, {
    token: admin,
    json: { lines: [line()], endsAt: new Date(Date.now() + 86_400_000).toISOString(), ...fields },
  });

test('a quote is requested, answered, offered, accepted and paid, and its member is notified', async () => {
  const { email, token, name, quote } = await requested();
  const sku = expect.stringMatching(/^HM\d+-NAVY-M/);
  const asked = { quantity: 2, unitPrice: 19.95, sku };
  expect(quote).toMatchObject({ status: 'requested', lines: [asked] });
  const path = `/quotes/${quote._id}`;
  const { quotes } = await good('GET', `/quotes/admin/list?q=${encodeURIComponent(name)}`, {
    token: admin,
  });
  expect(quotes).toMatchObject([{ company: name, toAnswer: true, goods: 39.9 }]);
  const { quotesToAnswer } = await good('GET', '/dashboard/tasks', { token: admin });
  expect(quotesToAnswer).toBeGreaterThan(0);

  const answer = { token: admin, json: { text: 'From 20 on it is less.' } };
  expect((await good('POST', `/quotes/admin/${quote._id}/answer`, answer)).message).toBe(
    quoteMessages.answered,
  );
  expect(await mailedText(email, 'A message about your quote')).toContain('From 20 on it is less.');
  const offered = await offer(quote._id, { note: 'Within a week' });
  expect(offered.body).toMatchObject({
    message: quoteMessages.offered,
    quote: { status: 'offered' },
  });
  const mail = await mailedText(email, 'Your quote');
  expect(mail).toContain('$250.00');
  const { endsAt } = offered.body.quote;
  expect(mail).toContain(timeWithZone('UTC', new Date(endsAt ?? '')));
  const again = await offer(quote._id, { note: 'Within a week', endsAt: undefined });
  expect(again.body.quote.endsAt).toBe(endsAt);
  expect(mail).toContain(`/user/quotes/${quote._id}`);

  const own = (await good('GET', path, { token })).quote;
  expect(own).toMatchObject({ status: 'offered', note: 'Within a week', price: { goods: 250 } });
  expect(own.messages.map(({ fromOffice, text }) => [fromOffice, text])).toEqual([
    [false, 'And for 20?'],
    [true, 'From 20 on it is less.'],
  ]);
  expect((await good('GET', '/quotes', { token })).quotes).toMatchObject([
    { number: quote.number },
  ]);
  const written = { token, json: { text: 'Very good' } };
  expect((await good('POST', `${path}/messages`, written)).quote.toAnswer).toBe(true);

  const accept = (amount: number) => send('POST', `${path}/accept`, { token, json: { amount } });
  const wrong = await accept(1);
  expect([wrong.status, wrong.body.code]).toEqual([409, 'amount_differs']);
  const total = own.price?.total ?? 0;
  const answers = await Promise.all([accept(total), accept(total), accept(total)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.order._id)).size).toBe(1);
  const { order } = answers[0]?.body ?? (await accept(total)).body;
  expect(order).toMatchObject({ status: 'Pending', company: { name } });
  const { paymentInfo } = await good('POST', `/orders/${order._id}/pay`, { token });
  await payByCard(paymentInfo);
  const { reference } = paymentInfo.data;
  const settled = await good('POST', '/orders/settle', { token, json: { reference } });
  expect(settled).toMatchObject({ outcome: 'paid', order: { totalPrice: total } });
});

test('a quote is accepted on terms by a company that has them, as far as its credit goes', async () => {
  const { token, quote } = await requested({ terms_days: 30, credit_limit: 300 });
  const card = await requested();
  const path = `/quotes/${quote._id}`;
  const accept = (at: string, caller: string) =>
    send('POST', `${at}/accept`, { token: caller, json: { amount: 250, terms: true } });
  await offer(quote._id);
  await offer(card.quote._id);
  const own = (await good('GET', path, { token })).quote;
  expect(own).toMatchObject({ price: { total: 250 }, terms: { days: 30, creditLeft: 300 } });
  const { order } = (await accept(path, token)).body;
  expect(order).toMatchObject({ status: 'OnTerms', totalPrice: 250 });
  expect(Date.parse(order.dueAt ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect((await good('GET', path, { token })).quote).toMatchObject({
    order: { status: 'OnTerms' },
    terms: { creditLeft: 50 },
  });
  const line = { productId: coat._id, quantity: 1, size: 'M', color: 'navy' };
  await good('POST', '/cart/add-to-cart', { token, json: line });
  const next = (await good('POST', '/quotes', { token, json: {} })).quote;
  await offer(next._id);
  const dear = await accept(`/quotes/${next._id}`, token);
  expect([dear.status, dear.body.code]).toEqual([409, 'credit_exceeded']);
  const without = await accept(`/quotes/${card.quote._id}`, card.token);
  expect([without.status, without.body.code]).toEqual([409, 'no_terms']);
});

test('a quote is closed to others, and declined by either side', async () => {
  const { token, company, quote } = await requested();
  const other = await newMember();
  const path = `/quotes/${quote._id}`;
  const tries = [
    send('GET', path, { token: other.token }),
    send('POST', `${path}/messages`, { token: other.token, json: { text: 'Mine' } }),
    send('POST', `${path}/accept`, { token: other.token, json: { amount: 39.9 } }),
    send('POST', `${path}/decline`, { token: other.token }),
  ];
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const declined = await good('POST', `${path}/decline`, { token });
  expect(declined).toMatchObject({
    message: quoteMessages.declined,
    quote: { status: 'declined' },
  });

  const made = (await good('POST', '/quotes/admin/create', { token: admin, json: { company } }))
    .quote;
  expect(made).toMatchObject({ lines: [], price: null, company: { _id: company } });
  const refusal = { token: admin, json: { text: 'Sorry', decline: true } };
  const answer = `/quotes/admin/${made._id}/answer`;
  expect((await good('POST', answer, refusal)).quote.status).toBe('declined');
  expect((await send('POST', answer, refusal)).body.code).toBe('quote_moved');
});

test('an offer is refused with the name of the field', async () => {
  const { quote } = await requested();
  for (const [path, fields] of [
    ['lines', { lines: [] }],
    ['lines.1.product', { lines: [line(), line()] }],
    ['lines.0.product', { lines: [line({ product: crypto.randomUUID() })] }],
    ['lines.0.unitPrice', { lines: [line({ unitPrice: -1 })] }],
    ['endsAt', { endsAt: undefined }],
    ['endsAt', { endsAt: null }],
    ['endsAt', { endsAt: '2020-01-01T00:00:00Z' }],
  ] as const) {
    expect(refusal(await offer(quote._id, fields))).toEqual([400, 'validation_failed', path]);
  }
});

test('the mail of an order of the office has a link that pays it without signing in', async () => {
  const { email, token } = await newCustomer();
  const { user } = await good('GET', '/users/profile', { token });
  const json = {
    customer: user._id,
    lines: [line({ quantity: 2, unitPrice: 7 })],
    poNumber: 'PO 1',
  };
  const placed = await good('POST', '/orders/admin/create', { token: admin, json });
  expect(placed).toMatchObject({
    message: quoteMessages.orderPlaced,
    order: { status: 'Pending', user: { email }, poNumber: 'PO 1', products: [{ unitPrice: 7 }] },
  });
  const mail = await mailedText(email, 'Please pay for your order');
  const [, link = ''] = /\/order\/([\w.-]+)/.exec(mail) ?? [];
  const path = `/orders/by-link/${link}`;
  expect((await good('GET', path)).order).toMatchObject({ payable: true });
  const paid = await send('POST', `${path}/pay`);
  expect(paid.status).toBe(200);
  const said = JSON.stringify(paid.body);
  expect([email, user.lastname, user.address].filter((it) => said.includes(it))).toEqual([]);
  await payByCard(paid.body.paymentInfo);
  const { reference } = paid.body.paymentInfo.data;
  const settle = (it: string) => send('POST', `${path}/settle`, { json: { reference: it } });
  expect((await settle('another')).status).toBe(404);
  expect((await settle(reference)).body).toEqual({ outcome: 'paid' });
  expect((await good('GET', path)).order).toMatchObject({ status: 'Paid', payable: false });
  expect((await send('POST', `${path}/pay`)).body.code).toBe('not_pending');
});

test('a link pays no order that its customer placed', async () => {
  const { order } = await placeOrder(coat);
  const { siteUrl, siteSecret } = stack();
  const link = await orderLink(
    { id: order._id, created_at: order.createdAt },
    { siteUrl, siteSecret },
  );
  const answer = await send('POST', `/orders/by-link/${link.split('/').at(-1)}/pay`);
  expect([answer.status, answer.body.code]).toEqual([409, 'not_pending']);
});
