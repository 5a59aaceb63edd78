import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderLink } from '../../supabase/functions/_shared/mail/order-link.ts';
import type { Product } from '#shared/schemas/products.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  payByCard,
  placeOrder,
  runTask,
  send,
  type Person,
} from './client.ts';
import { answerTo, deliver, signature } from './paystack-messages.ts';
import { stack } from '../support/stack.ts';

let coat: Product;
/** The payment sandbox's own books. */
const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });

afterAll(() => provider.end());

beforeAll(async () => {
  coat = await newProduct(await adminToken(), { price: '19.95' });
});

type Placed = Awaited<ReturnType<typeof placed>>;

/** An order of two coats that are in the cart as well. */
async function placed(given?: Person) {
  const by = given ?? (await newCustomer());
  const line = { productId: coat._id, quantity: 2, size: 'M', color: 'navy' };
  await good('POST', '/cart/add-to-cart', { token: by.token, json: line });
  return placeOrder(coat, { quantity: 2, by });
}

function success({ reference }: Placed, changes: Record<string, unknown> = {}) {
  const data = { id: Math.floor(Math.random() * 1e12), status: 'success', reference };
  return JSON.stringify({
    event: 'charge.success',
    data: { ...data, amount: 3990, currency: 'USD', ...changes },
  });
}

async function ordersOf({ token }: Placed) {
  return (await good('GET', '/orders/user-orders', { token })).orders;
}

async function cartOf({ token }: Placed) {
  return (await good('GET', '/cart/get-cart', { token })).cart.products;
}

describe('the webhook', () => {
  test('settles once, however often it comes', async () => {
    const it = await placed();
    const body = success(it);
    expect(await deliver(body)).toBe(200);
    const [paid] = await ordersOf(it);
    expect(paid).toMatchObject({ status: 'Paid', paymentReference: it.reference });
    expect(await cartOf(it)).toEqual([]);

    const again = { productId: coat._id, quantity: 1 };
    await good('POST', '/cart/add-to-cart', { token: it.token, json: again });
    const repeats = await Promise.all(Array.from({ length: 5 }, () => deliver(body)));
    expect(new Set(repeats)).toEqual(new Set([200]));
    expect(await ordersOf(it)).toEqual([paid]);
    expect(await cartOf(it)).toHaveLength(1);
  });

  test('believes nobody without the right signature over these very bytes', async () => {
    const it = await placed();
    const body = success(it);
    const forgeries = ['', 'x', signature(body, 'another key'), signature(`${body} `)];
    for (const forged of [...forgeries, signature(body).slice(0, -1)]) {
      expect([forged, await deliver(body, forged)]).toEqual([forged, 401]);
    }
    expect((await ordersOf(it))[0]?.status).toBe('Pending');
  });

  test.each([
    ['too little money', { amount: 3989 }],
    ['too much money', { amount: 3991 }],
    ['another currency', { currency: 'NGN' }],
    ['an amount that is none', { amount: 'lots' }],
  ])('holds an order for which came %s', async (_, changes) => {
    const it = await placed();
    expect(await deliver(success(it, changes))).toBe(200);
    const [order] = await ordersOf(it);
    expect(order).toMatchObject({ status: 'Held', paymentReference: it.reference });
    expect(await cartOf(it)).toHaveLength(1);
  });

  test('takes everything that is validly signed, and changes nothing it does not know', async () => {
    const it = await placed();
    const unknown = success(it, { reference: randomUUID() });
    const otherEvent = success(it).replace('charge.success', 'charge.dispute.create');
    for (const body of [unknown, otherEvent, '{}', 'null', 'no json', '']) {
      expect([body, await deliver(body)]).toEqual([body, 200]);
    }
    expect((await ordersOf(it))[0]?.status).toBe('Pending');
  });
});

describe('a message with what Postgres cannot hold is refused by its name', () => {
  const refund = { transaction_reference: 'r', refund_reference: '1', amount: 1 };
  const changes: [event: string, field: string, data: Record<string, unknown>][] = [
    ['charge.success', 'reference', { reference: 'a\0b' }],
    ['charge.success', 'currency', { currency: 'USD\0' }],
    ['charge.success', 'name', { customer: { name: ['Ada', { name: '\ud800' }] } }],
    ['charge.success', 'pa', { metadata: { 'p\0a': 1 } }],
    ['refund.processed', 'transaction_reference', { ...refund, transaction_reference: '\0' }],
    ['refund.processed', 'note', { ...refund, note: '\0' }],
    ['charge.dispute.create', 'reason', { reason: '\0' }],
  ];

  test('and changes nothing', async () => {
    const it = await placed();
    for (const [event, field, data] of changes) {
      const body = success(it, data).replace('charge.success', event);
      expect(await answerTo(body), field).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', issues: [{ path: field }] },
      });
    }
    expect((await ordersOf(it))[0]?.status).toBe('Pending');
  });

  test('and one that is merely odd is noted', async () => {
    const it = await placed();
    const nested = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    for (const body of [
      success(it, { id: 'x'.repeat(5000) }),
      success(it, { note: '\\u0000 in words, and \u0001' }),
      success(it).replace(/}}$/, `,"x":${nested}}}`),
    ]) {
      expect([body.slice(0, 60), await deliver(body)]).toEqual([body.slice(0, 60), 200]);
    }
  });
});

/** Shoppers who pay so many orders, of each of which webhook and callback tell at the same moment. */
async function payTwice(shoppers: number, rounds: number): Promise<void> {
  const shop = async (): Promise<void> => {
    const person = await newCustomer();
    for (let round = 1; round <= rounds; round += 1) {
      const it = await placed(person);
      const { reference } = it;
      // Paid in the provider's books, of which nobody was told yet.
      await provider`update transactions set status = 'success' where reference = ${reference}`;
      const settle = () => good('POST', '/orders/settle', { token: it.token, json: { reference } });
      const [first, status, second] = await Promise.all([settle(), deliver(success(it)), settle()]);
      expect([first.outcome, status, second.outcome]).toEqual(['paid', 200, 'paid']);
      expect(await cartOf(it)).toEqual([]);
      const [paid] = await ordersOf(it);
      expect(paid).toMatchObject({ status: 'Paid', paymentReference: reference });
    }
    const { orders } = await good('GET', '/orders/user-orders', { token: person.token });
    expect(orders.map((order) => order.status)).toEqual(Array(rounds).fill('Paid'));
    expect(new Set(orders.map((order) => order.paymentReference)).size).toBe(rounds);
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
}

test('webhook and callback at the same moment settle an order exactly once', () => payTwice(2, 2));

test.each(['webhook', 'return page', 'link in the mail'])(
  'an order that was deleted while its card page was open comes back Held when it is paid: by the %s',
  async (way) => {
    const token = await adminToken();
    const it = await placed();
    const { reference } = it;
    const settle = (as: string) =>
      send('POST', '/orders/settle', { token: as, json: { reference } });
    const link = (
      await orderLink({ ...it.order, id: it.id, created_at: it.order.createdAt }, stack())
    )
      .split('/')
      .at(-1);
    await good('DELETE', `/orders/delete-order/${it.id}`, { token });
    const other = await newCustomer();
    expect((await settle(it.token)).status).toBe(404);
    // Paid in the provider's books, and nobody is told.
    await provider`update transactions set status = 'success' where reference = ${reference}`;
    expect((await settle(other.token)).status).toBe(404);
    if (way === 'webhook') expect(await deliver(success(it))).toBe(200);
    if (way === 'return page') {
      expect((await settle(it.token)).body).toMatchObject({
        outcome: 'held',
        order: { status: 'Held' },
      });
    }
    if (way === 'link in the mail') {
      const path = `/orders/by-link/${link}/settle`;
      expect(await good('POST', path, { json: { reference } })).toEqual({ outcome: 'held' });
    }
    const { order } = await good('GET', `/orders/admin/${it.id}`, { token });
    expect(order).toMatchObject({ status: 'Held', attempts: [{ status: 'held', paid: 39.9 }] });
    const refund = `/orders/admin/${it.id}/refund`;
    await good('POST', refund, { token, json: { reference } });
    await expect.poll(async () => (await ordersOf(it))[0]?.status).toBe('Refunded');
  },
);

const often = 'webhook and callback at the same moment, a hundred times: each settles exactly once';
test(often, { tags: ['more'] }, () => payTwice(4, 25));

test('a payment settles by the sandbox’s own webhook, without the shopper coming back', async () => {
  const it = await placed();
  await payByCard(it.paymentInfo);
  await expect.poll(async () => (await ordersOf(it))[0]?.status).toBe('Paid');
});

test('reconciliation is for the scheduler only, and asks about payments that went quiet', async () => {
  const [declined, paid] = [await placed(), await placed()];
  await payByCard(declined.paymentInfo, 'decline');
  // Paid in the provider's books, and nobody is told.
  await provider`update transactions set status = 'success' where reference = ${paid.reference}`;
  for (const key of ['guess', declined.token]) expect((await runTask(key)).status).toBe(401);
  const { status, body } = await runTask();
  expect(status).toBe(200);
  for (const outcome of ['failed', 'paid']) expect(body[outcome]).toBeGreaterThanOrEqual(1);
  expect((await ordersOf(declined))[0]?.status).toBe('Pending');
  expect((await ordersOf(paid))[0]?.status).toBe('Paid');
});
