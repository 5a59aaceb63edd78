import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { providers } from '#shared/payments/providers.ts';
import { mailedText } from '../support/mailbox.ts';
import { stack } from '../support/stack.ts';
import {
  adminToken,
  good,
  newProduct,
  offer,
  placeOrder,
  refusal,
  send,
  sql,
  submitPage,
} from './client.ts';
import { paymentsHere } from './in-process.ts';
import { signature } from './paystack-messages.ts';

/* The part of the payment test kit that needs a shop: whole orders, paid with each provider. See docs/payments.md. */

const card = { expiry: '12/34', cvv: '408' };

/** How a shopper pays on the page of a provider; the office records the money of those without a page. */
const forms: Record<string, Record<string, string>> = {
  paystack: { ...card, cardNumber: '4084 0840 8408 4081', choice: 'pay' },
  stripe: { ...card, cardNumber: '4242 4242 4242 4242', choice: 'card' },
};

let admin = '';
let coat: Product;
beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  return offer(...providers.map(({ name }) => name).filter((name) => name !== 'paystack'));
});

describe.each(providers)('an order paid with $title', ({ name, title, action, kind }) => {
  const place = () => placeOrder(coat, { quantity: 2, payWith: name });
  const office = async (id: string) =>
    (await good('GET', `/orders/admin/${id}`, { token: admin })).order;

  test('is offered, begun once, paid once and refunded', async () => {
    const { token, email, id, order, paymentInfo, reference } = await place();
    const way = { name, action, kind };
    expect(order.payment).toMatchObject({ provider: name, kind });
    if (order.status === 'Pending') expect(order.payment.ways).toContainEqual(way);
    const settle = async () =>
      (await good('POST', '/orders/settle', { token, json: { reference } })).outcome;
    expect(await settle()).toBe(kind === 'page' ? 'failed' : 'pending');
    const pay = () => send('POST', `/orders/${id}/pay`, { token, json: { payWith: name } });
    const again = await pay();
    // What is paid on delivery is not paid at the shop.
    if (kind === 'on_delivery') expect(refusal(again)).toEqual([409, 'not_pending']);
    else expect(again.body.paymentInfo.data.reference).toBe(reference);

    const form = forms[name];
    if (kind === 'page') {
      expect(form).toBeDefined();
      await submitPage(paymentInfo.data.authorization_url, form ?? {});
    } else {
      expect(paymentInfo.data.authorization_url).toContain(stack().siteUrl);
      const json = { amount: 39.9, due: 39.9 };
      await good('POST', `/orders/admin/${id}/mark-paid`, { token: admin, json });
    }
    expect(await settle()).toBe('paid');
    const attempt = { provider: title, status: 'paid', paid: 39.9, reference };
    expect(await office(id)).toMatchObject({ status: 'Paid', attempts: [attempt] });
    await mailedText(email, kind === 'on_delivery' ? 'Your payment for order' : 'Thank you');
    expect(refusal(await pay())).toEqual([409, 'not_pending']);

    const refund = (json: object) =>
      send('POST', `/orders/admin/${id}/refund`, { token: admin, json: { reference, ...json } });
    const tooMuch = await refund({ amount: 40 });
    expect(refusal(tooMuch)).toEqual([400, 'validation_failed', 'amount']);
    // A provider may take its time.
    const refunded = async () => {
      const { status, refunded: sum } = await office(id);
      return [status, sum];
    };
    await refund({ amount: 9.9 });
    await expect.poll(refunded).toEqual(['Paid', 9.9]);
    await refund({});
    await expect.poll(refunded).toEqual(['Refunded', 39.9]);
  });

  test('is kept when the provider is off or does not deliver there', async () => {
    const { token, email } = await place();
    const products = [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }];
    const json = { email, amount: 19.95, products, payWith: name };
    for (const [reason, change, back] of [
      ['off', sql`is_on = false`, sql`is_on = true`],
      ['country', sql`countries = '{IS}'`, sql`countries = '{}'`],
    ] as const) {
      await sql`update payment_methods set ${change} where provider = ${name}`;
      const { status, body } = await send('POST', '/orders/place-order', { token, json });
      expect([status, body.code, body.reason]).toEqual([409, 'way_refused', reason]);
      const names = body.order.payment.ways.map((it) => it.name);
      expect([body.order.status, names.includes(name)]).toEqual(['Pending', false]);
      await sql`update payment_methods set ${back} where provider = ${name}`;
      const path = `/orders/${body.order._id}/pay`;
      const paid = await send('POST', path, { token, json: { payWith: name } });
      expect(paid.status).toBe(200);
    }
  });
});

test('an unknown provider is refused with a reason, and the order kept', async () => {
  const { token, email } = await placeOrder(coat);
  const products = [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }];
  const json = { email, amount: 19.95, products, payWith: 'nobody' };
  const { status, body } = await send('POST', '/orders/place-order', { token, json });
  expect([status, body.code, body.reason]).toEqual([409, 'way_refused', 'unknown']);
  expect(body.order.status).toBe('Pending');
});

const webhookSecret = 'whsec_of_this_file';

/** The message of each provider, signed, that an order for $39.90 was paid in this mode. */
const messages = {
  paystack: (reference: string, mode: string, key: string) => {
    const data = { id: randomUUID(), domain: mode, status: 'success', reference };
    const body = JSON.stringify({
      ...{ event: 'charge.success', data: { ...data, amount: 3990, currency: 'USD' } },
    });
    return { body, headers: { 'x-paystack-signature': signature(body, key) } };
  },
  stripe: (reference: string, mode: string) => {
    const session = { id: 'cs_1', object: 'checkout.session', client_reference_id: reference };
    const object = { ...session, payment_status: 'paid', amount_total: 3990, currency: 'usd' };
    const event = { id: `evt_${randomUUID()}`, type: 'checkout.session.completed' };
    const payload = JSON.stringify({ ...event, livemode: mode === 'live', data: { object } });
    const signed = { payload, secret: webhookSecret };
    const header = Stripe.webhooks.generateTestHeaderString(signed);
    return { body: payload, headers: { 'stripe-signature': header } };
  },
};

test.each([
  ['paystack', 'live', 'test'],
  ['paystack', 'test', 'live'],
  ['stripe', 'live', 'test'],
  ['stripe', 'test', 'live'],
] as const)(
  'in a shop with the %s key of %s mode, a message of %s mode is kept and pays nothing',
  async (payWith, mode, otherMode) => {
    const key = `sk_${mode}_of_this_file`;
    const keys = { PAYSTACK_SECRET_KEY: key, STRIPE_SECRET_KEY: key };
    const app = paymentsHere({ ...keys, STRIPE_WEBHOOK_SECRET: webhookSecret });
    const { id, reference } = await placeOrder(coat, { quantity: 2, payWith });
    const tell = async (its: string) => {
      const init = { method: 'POST', ...messages[payWith](reference, its, key) };
      return (await app.request(`/payments/webhook/${payWith}`, init)).status;
    };
    const order = async () => {
      const { order: found, events } = await good('GET', `/orders/admin/${id}`, { token: admin });
      return [found.status, events.length];
    };
    expect([await tell(otherMode), ...(await order())]).toEqual([200, 'Pending', 1]);
    expect([await tell(mode), ...(await order())]).toEqual([200, 'Paid', 2]);
  },
);
