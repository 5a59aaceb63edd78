import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body } from './body.ts';
import { adminToken, counted, good, newCustomer, newProduct, offer } from './client.ts';
import { startServer, type Running } from '../support/listen.ts';
import { appHere } from './in-process.ts';

/** A provider that is reached but in a bad way; `reply` says which. */
let provider: Running;
let reply: 'hangs' | 'breaks' | 'refuses' = 'breaks';

beforeAll(async () => {
  provider = await startServer((_, response) => {
    if (reply === 'hangs') return;
    response.statusCode = reply === 'breaks' ? 502 : 400;
    response.end(reply === 'breaks' ? '<html>' : '{"status":false,"message":"No"}');
  });
  return offer('stripe');
});

afterAll(() => provider.stop());

/** The API with that provider instead of the sandbox. */
const appWith = (providerUrl: string) =>
  appHere({
    PAYSTACK_BASE_URL: providerUrl,
    PAYSTACK_SECRET_KEY: 'unused',
    PAYSTACK_TIMEOUT_MS: '500',
    STRIPE_BASE_URL: providerUrl,
    STRIPE_SECRET_KEY: 'sk_test_unused',
    STRIPE_TIMEOUT_MS: '500',
  });

test.each(['paystack', 'stripe'])(
  '%s in whatever trouble keeps the order, which can be paid later',
  async (payWith) => {
    const coat = await newProduct(await adminToken(), { price: '19.95' });
    const { token, email } = await newCustomer();
    const closed = 'http://127.0.0.1:9';
    const bad = provider.url;
    for (const [address, kind] of [
      [closed, 'breaks'],
      [bad, 'hangs'],
      [bad, 'breaks'],
      [bad, 'refuses'],
    ] as const) {
      reply = kind;
      const products = [{ product: coat._id, quantity: 1 }];
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `${address}-${kind}`,
      };
      const body = JSON.stringify({ email, amount: 19.95, products, payWith });
      const init = { method: 'POST', headers, body };
      const answer = await appWith(address).request('/api/v1/orders/place-order', init);
      const said = (await answer.json()) as Body;
      expect([kind, answer.status, said.code]).toEqual([kind, 409, 'payment_unavailable']);
      expect(said.order.status).toBe('Pending');

      // The provider is well again: both the same click and another try lead to a card page.
      const json = JSON.parse(body) as unknown;
      const key = { 'idempotency-key': headers['idempotency-key'] };
      const repeat = await good('POST', '/orders/place-order', { token, json, headers: key });
      expect(repeat.order._id).toBe(said.order._id);
      const again = await good('POST', `/orders/${said.order._id}/pay`, { token });
      expect(again.paymentInfo).toEqual(repeat.paymentInfo);
    }
  },
);

test('new tries to pay are counted, thirty a minute', async () => {
  reply = 'refuses';
  const app = appWith(provider.url);
  const coat = await newProduct(await adminToken(), { price: '19.95' });
  const { id, token, email } = await newCustomer();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, json: object = {}) =>
    app.request(`/api/v1/orders${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
  const products = [{ product: coat._id, quantity: 1 }];
  const placed = await post('/place-order', { email, amount: 19.95, products });
  const { order } = (await placed.json()) as Body;
  await counted(`payment:account:${id}`, 29);
  expect((await post(`/${order._id}/pay`)).status).toBe(409);
  const refused = await post(`/${order._id}/pay`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_tries' });
});
