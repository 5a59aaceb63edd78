import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, counted, good, newCustomer, newProduct, send, sql } from './client.ts';
import { appHere } from './in-process.ts';
import { stack } from '../support/stack.ts';

/** The payment sandbox's own books. */
const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
});

afterAll(() => provider.end());

const orderOf = ({ _id: product, price }: Product, quantity = 1) => ({
  email: 'parcel@example.com',
  amount: Math.round(price * quantity * 100) / 100,
  products: [{ product, quantity }],
});

const place = (token: string, product: Product, headers = {}) =>
  send('POST', '/orders/place-order', { token, json: orderOf(product), headers });

const countOf = async (token: string) =>
  (await good('GET', '/orders/order-count', { token })).orderCount;

/** Past the API, with the public key and a customer's token. */
function placeInSql(token: string, product: Product): Promise<Response> {
  const { url, anonKey } = stack();
  const { email, amount, products } = orderOf(product);
  return fetch(`${url}/rest/v1/rpc/place_order_to_pay`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_products: products, p_amount: amount, p_email: email }),
  });
}

test('thirty orders a minute pass, then one has to wait, whichever way one comes', async () => {
  const { id, token } = await newCustomer();
  await counted(`order:account:${id}`, 29);
  expect((await place(token, coat)).status).toBe(201);
  const refused = await place(token, coat);
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { code: 'too_many_tries', message: 'Too many tries. Please wait a moment!' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const through = await appHere().request('/api/v1/orders/place-order', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(orderOf(coat)),
  });
  expect(through.status).toBe(429);
  expect(Number(through.headers.get('retry-after'))).toBeGreaterThan(0);
  const direct = await placeInSql(token, coat);
  expect([direct.status, await direct.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'PT429', details: 'too_many_tries' }),
  ]);
  expect(await countOf(token)).toBe(1);
});

test('SQL has the settings before the first order of an instance', async () => {
  const { token } = await newCustomer();
  const tellAndRead = async () => {
    const app = appHere({ PAYMENT_MINIMUMS: 'USD=2.00, XOF=100' });
    const answer = await app.request('/api/v1/orders/place-order', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...orderOf(coat), products: [], amount: 0 }),
    });
    expect(answer.status).toBe(400);
    const [row] = await sql<{ minimums: Record<string, number> }[]>`
      select value #> '{paystack,minimums}' as minimums
      from private.function_settings where name = 'PAYMENT_PROVIDERS'`;
    return row?.minimums;
  };
  // Another test may be the first of an instance at the same moment.
  await expect.poll(tellAndRead).toEqual({ USD: 2, XOF: 100 });
});

describe('a total that the provider does not take', () => {
  const tooLittle = 'The smallest amount that can be paid by card is $2.00.';

  test('is refused with its reason, and nothing is kept', async () => {
    const { token } = await newCustomer();
    const button = await newProduct(admin, { price: '1.99' });
    const { status, body } = await place(token, button);
    expect([status, body]).toEqual([409, { code: 'below_minimum', message: tooLittle }]);
    const past = await placeInSql(token, button);
    expect([past.status, await past.json()]).toEqual([
      400,
      expect.objectContaining({ details: 'below_minimum', message: tooLittle }),
    ]);
    expect(await countOf(token)).toBe(0);
    const ribbon = await newProduct(admin, { price: '2.00' });
    expect((await place(token, ribbon)).status).toBe(201);
  });
});

describe('an order that costs nothing', () => {
  test('is Paid at once, and goes on to the page after paying; the provider hears nothing of it', async () => {
    const { token } = await newCustomer();
    const sample = await newProduct(admin, { price: '0' });
    await good('POST', '/cart/add-to-cart', { token, json: { productId: sample._id } });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { status, body } = await place(token, sample, headers);
    expect([status, body.order.status, body.order.totalPrice]).toEqual([201, 'Paid', 0]);
    const { authorization_url: address, reference } = body.paymentInfo.data;
    const { siteUrl } = stack();
    expect(address).toBe(`${siteUrl}/checkout/complete?reference=${reference}`);
    expect(body.order).toMatchObject({ paymentReference: reference });
    expect(body.order.paidAt).not.toBeNull();
    expect((await place(token, sample, headers)).body).toEqual(body);
    expect((await good('GET', '/cart/get-cart', { token })).cart.products).toEqual([]);

    const settled = await good('POST', '/orders/settle', { token, json: { reference } });
    expect(settled).toEqual({ order: body.order, outcome: 'paid' });
    const pay = await send('POST', `/orders/${body.order._id}/pay`, { token });
    expect([pay.status, pay.body.code]).toEqual([409, 'not_pending']);
    expect(await provider`select from transactions where reference = ${reference}`).toEqual([]);
  });

  /** A new one, and the ways to undo it. */
  async function free() {
    const { token } = await newCustomer();
    const { order } = (await place(token, await newProduct(admin, { price: '0' }))).body;
    const path = `/orders/admin/${order._id}`;
    const inOffice = (what: string, json?: object) =>
      send('POST', `/orders/admin/${what}`, { token: admin, json });
    return {
      check: () => good('POST', `${path}/check-payment`, { token: admin }),
      refund: (part: object) =>
        inOffice(`${order._id}/refund`, { reference: order.paymentReference, ...part }),
      cancel: () => send('POST', `/orders/${order._id}/cancel`, { token }),
      cancelInOffice: () => inOffice('cancel', { ids: [order._id] }),
      send: () => inOffice('fulfil', { action: 'send', ids: [order._id] }),
      status: async () =>
        (await good('GET', `/orders/user-orders/${order._id}`, { token })).order.status,
    };
  }

  test('is called paid in the back office, and refunded there without the provider', async () => {
    const it = await free();
    const { paid } = messages.orders.checked;
    expect(await it.check()).toMatchObject({ outcome: 'paid', message: paid });
    const { status, body } = await it.refund({});
    const { wasFree } = messages.orders;
    expect([status, body.message, await it.status()]).toEqual([200, wasFree, 'Refunded']);
    expect((await it.refund({})).body.code).toBe('already_refunded');
  });

  test.each(['cancel', 'cancelInOffice', 'refund'] as const)(
    'is cancelled like one that is not paid, until it is sent: %s',
    async (way) => {
      const it = await free();
      expect((await it[way]({ cancel: true })).status).toBe(200);
      expect(await it.status()).toBe('Cancelled');
      const sent = await free();
      await sent.send();
      const { status, body } = await sent[way]({ cancel: true });
      expect([status, body.code, body.count]).toEqual(
        {
          cancel: [409, 'not_pending', undefined],
          cancelInOffice: [200, undefined, 0],
          refund: [409, 'sent_already', undefined],
        }[way],
      );
      expect(await sent.status()).toBe('Paid');
    },
  );
});

test('the back office shows and finds the payment of an order that waits, in its file too', async () => {
  const { token } = await newCustomer();
  const { order, paymentInfo } = (await place(token, coat)).body;
  const { reference } = paymentInfo.data;
  expect(order.paymentReference).toBe(reference);
  const query = `q=${reference}`;
  const found = await good('GET', `/orders/admin/list?${query}`, { token: admin });
  expect(found.orders).toMatchObject([{ _id: order._id, paymentReference: reference }]);
  const file = await send('GET', `/orders/admin/export?${query}`, { token: admin });
  expect(file.body.message).toContain(`,${reference},`);
});
