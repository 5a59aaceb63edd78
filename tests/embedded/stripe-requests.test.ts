import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failure, openStripeAccount, siteUrl, type StripeAccount } from './stripe-account.ts';

let account: StripeAccount;
let stripe: Stripe;

beforeAll(async () => {
  account = await openStripeAccount();
  stripe = account.sdk();
});
afterAll(() => account.close());

async function paid() {
  const { page, id } = await account.open();
  await account.pay(page);
  return {
    id,
    payment_intent: String((await stripe.checkout.sessions.retrieve(id)).payment_intent),
  };
}

describe('a request', () => {
  test('with an idempotency key is answered as the first time, also with an error', async () => {
    const { payment_intent } = await paid();
    const idempotencyKey = crypto.randomUUID();
    const refund = (amount: number) =>
      stripe.refunds.create({ payment_intent, amount }, { idempotencyKey });
    const [first, second] = [await refund(100), await refund(100)];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await failure(refund(200))).toMatchObject({
      ...{ statusCode: 400, rawType: 'idempotency_error' },
    });
    const { id, page } = await account.open();
    await account.pay(page, '4000 0000 0000 0002');
    const unpaid = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
    const key = { idempotencyKey: crypto.randomUUID() };
    const tooEarly = () => stripe.refunds.create({ payment_intent: unpaid }, key);
    const refusal = await failure(tooEarly());
    await account.pay(page);
    expect(await failure(tooEarly())).toEqual(refusal);
    expect((await stripe.refunds.create({ payment_intent: unpaid })).status).toBe('succeeded');
  });

  test('with the key of a request that is not finished is a conflict', async () => {
    const idempotencyKey = crypto.randomUUID();
    const create = (name: string) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          success_url: siteUrl,
          line_items: [
            {
              price_data: { currency: 'usd', unit_amount: 100, product_data: { name } },
              quantity: 1,
            },
          ],
        },
        { idempotencyKey },
      );
    const conflict = { statusCode: 409, code: 'idempotency_key_in_use' };
    let asked: Promise<unknown>[] = [];
    await account.sql.begin(async (sql) => {
      // The first request waits for this transaction, so that the second one finds it unfinished.
      await sql`lock table stripe_payments in exclusive mode`;
      asked = [create('Hat'), create('Hat')];
      expect(await failure(Promise.race(asked))).toMatchObject(conflict);
    });
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['an unknown parameter', { locales: 'de' }, 'parameter_unknown', 'locales'],
    ['no page to return to', { success_url: undefined }, 'parameter_missing', 'success_url'],
    ['an address that is none', { success_url: 'shop' }, 'url_invalid', 'success_url'],
    ['an end too soon', { expires_at: 1 }, undefined, 'expires_at'],
    ['an email that is none', { customer_email: 'nobody' }, undefined, 'customer_email'],
  ])('with %s is refused by name', async (_what, wrong, code, param) => {
    const refusal = await failure(account.open(wrong as object));
    expect(refusal).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', param });
    expect(refusal.code).toBe(code);
  });

  test('for too little, by another key, or for what does not exist is refused', async () => {
    const price_data = { currency: 'usd', unit_amount: 49, product_data: { name: 'Pin' } };
    const little = await failure(account.open({ line_items: [{ price_data, quantity: 1 }] }));
    expect(little).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
    const stranger = account.sdk('sk_test_other').checkout.sessions.list();
    expect(await failure(stranger)).toMatchObject({ statusCode: 401 });
    for (const [resource, id] of [
      [stripe.checkout.sessions, 'cs_test_0'],
      [stripe.paymentIntents, 'pi_0'],
      [stripe.refunds, 're_0'],
      [stripe.disputes, 'du_0'],
      [stripe.charges, 'ch_0'],
    ] as const) {
      const unknown = { statusCode: 404, code: 'resource_missing' };
      expect(await failure(resource.retrieve(id))).toMatchObject(unknown);
    }
    expect((await failure(stripe.customers.list())).message).toContain('Unrecognized request URL');
    expect((await account.get('/stripe/pay/cs_test_0')).status).toBe(404);
  });

  test('for sessions lists them by pages, newest first', async () => {
    const { payment_intent, id } = await paid();
    const { data } = await stripe.checkout.sessions.list({ payment_intent });
    expect(data.map((it) => it.id)).toEqual([id]);
    const newest = await stripe.checkout.sessions.list({ limit: 1 });
    expect(newest).toMatchObject({ has_more: true, data: [{ id }] });
  });
});
