import { Stripe } from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import {
  adminToken,
  good,
  newProduct,
  offer,
  placeOrder,
  refusal,
  runTask,
  send,
  sql,
  submitPage,
} from './client.ts';
import { stack } from '../support/stack.ts';

let admin = '';
let coat: Product;
let stripe: Stripe;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  const { hostname: host, port } = new URL(stack().url);
  stripe = new Stripe(stack().stripeSecretKey, { host, port, protocol: 'http' });
  return offer('stripe');
});

type Placed = Awaited<ReturnType<typeof placed>>;

const placed = (quantity = 1) => placeOrder(coat, { quantity, payWith: 'stripe' });

const payBy = ({ paymentInfo }: Placed, cardNumber = '4242424242424242') =>
  submitPage(paymentInfo.data.authorization_url, {
    ...{ cardNumber, expiry: '12/39', cvv: '123', choice: 'card' },
  });

async function statusOf({ token, id }: Placed) {
  const { orders } = await good('GET', '/orders/user-orders', { token });
  return orders.find((it) => it._id === id)?.status;
}

/** The id of its payment at Stripe. */
async function intentOf({ reference }: Placed): Promise<string> {
  const [attempt] = await sql<{ provider_id: string }[]>`
    select provider_id from payment_attempts where reference = ${reference}`;
  const { payment_intent } = await stripe.checkout.sessions.retrieve(attempt?.provider_id ?? '');
  return String(payment_intent);
}

test('an order is paid by Stripe’s message, and refunded in parts', async () => {
  const it = await placed(2);
  await payBy(it);
  await expect.poll(() => statusOf(it)).toBe('Paid');
  const { reference } = it;
  const json = { reference, amount: 5 };
  await good('POST', `/orders/admin/${it.id}/refund`, { token: admin, json });
  const payment_intent = await intentOf(it);
  const { data } = await stripe.refunds.list({ payment_intent });
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[500, 'succeeded']]);
  // The rest, in Stripe's Dashboard.
  await stripe.refunds.create({ payment_intent });
  await expect.poll(() => statusOf(it)).toBe('Refunded');
  const again = await send('POST', `/orders/admin/${it.id}/refund`, { token: admin, json });
  expect(refusal(again)[1]).toBe('already_refunded');
});

test('a whole refund counts when the bank has it, days later', async () => {
  const it = await placed();
  await payBy(it, '4000000000007726');
  await expect.poll(() => statusOf(it)).toBe('Paid');
  const { reference } = it;
  await good('POST', `/orders/admin/${it.id}/refund`, { token: admin, json: { reference } });
  await runTask();
  const refunds = () => sql`select status::text from refunds where reference = ${reference}`;
  expect(await refunds()).toEqual([{ status: 'processing' }]);
  expect(await statusOf(it)).toBe('Paid');
  const { data } = await stripe.refunds.list({ payment_intent: await intentOf(it) });
  await submitPage(`/stripe/bank/${data[0]?.id}`, { choice: 'yes' });
  await expect.poll(() => statusOf(it)).toBe('Refunded');
});

test('an order waits for a bank, and cannot be paid twice meanwhile', async () => {
  const it = await placed();
  const { authorization_url: page } = it.paymentInfo.data;
  await submitPage(page, { choice: 'bank' });
  const { token, reference } = it;
  const { outcome } = await good('POST', '/orders/settle', { token, json: { reference } });
  expect(outcome).toBe('pending');
  const again = await good('POST', `/orders/${it.id}/pay`, { token });
  expect(again.paymentInfo.data.authorization_url).toBe(page);
  await submitPage(`/stripe/bank/${await intentOf(it)}`, { choice: 'yes' });
  await expect.poll(() => statusOf(it)).toBe('Paid');
});

test('an order whose page has expired is paid on another', async () => {
  const it = await placed();
  const { token } = it;
  const { authorization_url: page } = it.paymentInfo.data;
  await stripe.checkout.sessions.expire(page.slice(page.lastIndexOf('/') + 1));
  const { paymentInfo } = await good('POST', `/orders/${it.id}/pay`, {
    ...{ token, json: { payWith: 'stripe' } },
  });
  expect(paymentInfo.data.authorization_url).not.toBe(page);
  await payBy({ ...it, paymentInfo });
  await expect.poll(() => statusOf(it)).toBe('Paid');
});

test('a dispute is kept until it is decided', async () => {
  const it = await placed();
  await payBy(it, '4000000000000259');
  const disputes = () => sql`
    select status, amount_minor::int as amount from payment_disputes where reference = ${it.reference}`;
  await expect.poll(disputes).toEqual([{ status: 'open', amount: 1995 }]);
  const { data } = await stripe.disputes.list({ payment_intent: await intentOf(it) });
  await stripe.disputes.close(data[0]?.id ?? '');
  await expect.poll(disputes).toEqual([{ status: 'lost', amount: 1995 }]);
});
