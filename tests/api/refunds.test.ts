import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  payByCard,
  payOrder,
  placeOrder,
  refusal,
  send,
  sql,
} from './client.ts';
import { startServer } from '../support/listen.ts';
import { appHere } from './in-process.ts';
import { later } from '../support/clock.ts';
import { tell } from './paystack-messages.ts';
import { stack } from '../support/stack.ts';

let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
});

/** A paid order of so many coats for $19.95 each. */
const paid = (quantity = 1) => payOrder(coat, { quantity });

const details = async (id: string) => {
  const { order, events } = await good('GET', `/orders/admin/${id}`, { token: admin });
  return { order: order as AdminOrder, events };
};
const check = (id: string) => good('POST', `/orders/admin/${id}/check-payment`, { token: admin });
const refund = (id: string, reference: string, part: object = {}) =>
  send('POST', `/orders/admin/${id}/refund`, { token: admin, json: { reference, ...part } });

/** What the sandbox gave back of a payment, in cents. */
async function givenBack(reference: string): Promise<number[]> {
  const { url, paystackSecretKey } = stack();
  const headers = { authorization: `Bearer ${paystackSecretKey}` };
  const answer = await fetch(`${url}/paystack/refund?transaction=${reference}`, { headers });
  const { data } = (await answer.json()) as { data: { amount: number }[] };
  return data.map(({ amount }) => amount);
}

describe('a refund', () => {
  test('gives the money back exactly once, however many ask at the same moment', async () => {
    const it = await paid();
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(it.id, it.reference)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'already_refunded')).toHaveLength(3);
    await expect.poll(async () => (await details(it.id)).order.status).toBe('Refunded');
    expect(await givenBack(it.reference)).toEqual([1995]);
    const { order, events } = await details(it.id);
    expect(order.attempts[0]?.refunds[0]).toMatchObject({ status: 'processed', amount: 19.95 });
    expect(events.map((event) => event.event)).toContain('refund.processed');
    // A late payment message does not make it Paid again, nor a late failure anything else.
    const { reference } = it;
    await tell('charge.success', { id: 1, reference, amount: 1995, currency: 'USD' });
    await tell('refund.failed', { transaction_reference: reference, amount: '1995' });
    expect((await details(it.id)).order.status).toBe('Refunded');
    const settled = await good('POST', '/orders/settle', { token: it.token, json: { reference } });
    expect(settled).toMatchObject({ outcome: 'paid', order: { status: 'Refunded' } });
    expect(
      (await good('GET', `/orders/user-orders/${it.id}`, { token: it.token })).order.status,
    ).toBe('Refunded');
  });

  test('made in the provider’s own dashboard arrives by its message', async () => {
    const it = await paid();
    const data = { transaction_reference: it.reference, refund_reference: null, currency: 'USD' };
    await tell('refund.processing', { ...data, amount: '1995' });
    expect((await details(it.id)).order).toMatchObject({
      status: 'Paid',
      attempts: [{ refunds: [{ status: 'processing' }] }],
    });
    await tell('refund.processed', { ...data, amount: 1995 });
    expect((await details(it.id)).order.status).toBe('Refunded');
  });

  test('is refused for what was not paid, is unknown, or belongs to another order', async () => {
    const [open, other] = [await placeOrder(coat), await paid()];
    const refusals = await Promise.all([
      refund(open.id, open.reference),
      refund(open.id, other.reference),
      refund(open.id, 'no such/reference'),
      refund(crypto.randomUUID(), other.reference),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'not_refundable'],
      [404, 'not_found'],
      [400, 'validation_failed'],
      [404, 'not_found'],
    ]);
    expect((await details(other.id)).order.status).toBe('Paid');
  });

  test('of parts leaves the rest; what is too much is said at its field', async () => {
    const it = await paid(3);
    const pieces = (quantity: number) => ({ lines: [{ line: it.line, quantity }] });
    const expectWrong = async (field: string, ...parts: object[]) => {
      for (const part of parts) {
        const refused = [400, 'validation_failed', field];
        expect(refusal(await refund(it.id, it.reference, part))).toEqual(refused);
      }
    };
    await expectWrong('amount', { amount: 59.86 }, { amount: 0 }, { amount: 0.001 }, pieces(0));
    const unknown = { lines: [{ line: crypto.randomUUID(), quantity: 1 }] };
    await expectWrong('lines.0.quantity', pieces(4), unknown);
    expect((await refund(it.id, it.reference, { amount: 5 })).status).toBe(200);
    expect((await refund(it.id, it.reference, pieces(2))).status).toBe(200);
    await expectWrong('lines.0.quantity', pieces(2));
    await expectWrong('amount', { amount: 14.96 });
    await expect.poll(async () => (await details(it.id)).order.refunded).toBe(44.9);
    expect((await details(it.id)).order).toMatchObject({
      status: 'Paid',
      products: [{ quantity: 3, refunded: 2, notToSend: 2 }],
      attempts: [
        {
          paid: 59.85,
          refunded: 44.9,
          refunds: [
            { amount: 39.9, lines: [{ line: it.line, quantity: 2 }] },
            { amount: 5, lines: [] },
          ],
        },
      ],
    });
    const own = await good('GET', `/orders/user-orders/${it.id}`, { token: it.token });
    expect(own.order).toMatchObject({ status: 'Paid', refunded: 44.9 });
    expect((await refund(it.id, it.reference)).status).toBe(200);
    expect(await givenBack(it.reference)).toEqual([1495, 3990, 500]);
    await expect.poll(async () => (await details(it.id)).order.status).toBe('Refunded');
  });

  test('made in the provider’s dashboard without a message is found when the next one is asked for', async () => {
    const it = await paid();
    const { url, paystackSecretKey } = stack();
    const headers = {
      authorization: `Bearer ${paystackSecretKey}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ transaction: it.reference, amount: 1500 });
    await fetch(`${url}/paystack/refund`, { method: 'POST', headers, body });
    await sql`delete from refunds where reference = ${it.reference}`;
    const { status, body: answer } = await refund(it.id, it.reference, { amount: 5 });
    expect([status, answer.issues?.[0]?.path]).toEqual([400, 'amount']);
    expect((await details(it.id)).order.attempts[0]?.refunds).toMatchObject([{ amount: 15 }]);
  });

  test('that was asked for but not answered is found out by asking the provider', async () => {
    const it = await paid();
    await sql`insert into refunds (reference, order_id, amount_minor, currency)
      values (${it.reference}, ${it.id}, 1995, 'USD')`;
    // The provider knows of none: it may be asked for again.
    await later(sql, '2 minutes', () => check(it.id));
    expect((await details(it.id)).order.attempts[0]?.refunds[0]?.status).toBe('failed');
    expect((await refund(it.id, it.reference)).status).toBe(200);
    expect(await givenBack(it.reference)).toEqual([1995]);
    // As if its answer and its message had both been lost.
    await sql.begin(async (tx) => {
      await tx`update refunds set status = 'requested', processed_at = null, provider_id = null,
        provider_reference = null where reference = ${it.reference} and status <> 'failed'`;
      await tx`update orders set status = 'Paid' where id = ${it.id}`;
    });
    expect(await later(sql, '2 minutes', () => check(it.id))).toMatchObject({
      message: messages.orders.refunded,
      order: { status: 'Refunded' },
    });
    expect(await givenBack(it.reference)).toEqual([1995]);
  });

  test.each(['question', 'answer'] as const)(
    'whose %s is lost on the way is not sent twice under its key',
    async (lost) => {
      const it = await paid();
      const key = crypto.randomUUID();
      const provider = await providerThatLoses(lost);
      const { url, paystackSecretKey } = stack();
      const sandboxed = () =>
        appHere({ PAYSTACK_BASE_URL: `${url}/paystack`, PAYSTACK_SECRET_KEY: paystackSecretKey });
      const ask = async (app: ReturnType<typeof appHere>) => {
        const response = await app.request(`/api/v1/orders/admin/${it.id}/refund`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${admin}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ reference: it.reference, amount: 5 }),
        });
        const { code = 'done' } = (await response.json()) as { code?: string };
        return code;
      };
      expect(await ask(appHere({ PAYSTACK_BASE_URL: provider.url }))).toBe('provider_unreachable');
      await provider.stop();
      await expect
        .poll(async () => givenBack(it.reference))
        .toEqual(lost === 'answer' ? [500] : []);
      if (lost === 'answer') {
        await expect.poll(async () => (await details(it.id)).order.refunded).toBe(5);
      }
      expect(await ask(sandboxed())).toBe('already_refunded');
      // As if its message had been lost too.
      await sql`update refunds set status = 'requested', processed_at = null, provider_id = null,
        provider_reference = null where id = ${key}`;
      expect(await later(sql, '2 minutes', () => ask(sandboxed()))).toBe(
        lost === 'answer' ? 'already_refunded' : 'done',
      );
      expect(await givenBack(it.reference)).toEqual([500]);
      const { order } = await details(it.id);
      expect(order.attempts[0]?.refunds).toMatchObject([{ _id: key, amount: 5 }]);
    },
  );
});

test('what cost nothing in a paid order is refunded without the provider', async () => {
  const by = await newCustomer();
  const gift = await newProduct(admin, { price: '0' });
  const { order, paymentInfo } = await good('POST', '/orders/place-order', {
    ...by,
    json: {
      ...{ email: by.email, amount: 19.95 },
      products: [coat, gift].map(({ _id: product }) => ({ product, quantity: 1 })),
    },
  });
  await payByCard(paymentInfo);
  const { reference } = paymentInfo.data;
  await good('POST', '/orders/settle', { ...by, json: { reference } });
  const provider = await providerThatLoses('question');
  const response = await appHere({ PAYSTACK_BASE_URL: provider.url }).request(
    `/api/v1/orders/admin/${order._id}/refund`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reference, lines: [{ line: order.products[1]?._id, quantity: 1 }] }),
    },
  );
  await provider.stop();
  expect(await response.json()).toMatchObject({
    message: messages.orders.wasFree,
    order: { status: 'Paid', products: [{ refunded: 0 }, { refunded: 1 }] },
  });
});

/** The sandbox behind a line that breaks before, or after, a refund gets through. */
async function providerThatLoses(lost: 'question' | 'answer') {
  const { url, paystackSecretKey } = stack();
  const headers = {
    authorization: `Bearer ${paystackSecretKey}`,
    'content-type': 'application/json',
  };
  return startServer(async (request, response) => {
    const body = await text(request);
    const isRefund = request.method === 'POST';
    if (isRefund && lost === 'question') return response.destroy();
    const init = isRefund ? { method: 'POST', headers, body } : { headers };
    const answer = await fetch(`${url}/paystack${request.url}`, init);
    if (isRefund) return response.destroy();
    response.statusCode = answer.status;
    return response.end(await answer.text());
  });
}
