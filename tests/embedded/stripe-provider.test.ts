import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stripe } from '#shared/payments/stripe/provider.ts';
import { PaymentProviderError, type OpenedPayment } from '#shared/payments/provider.ts';
import type { PaymentVariables } from '#shared/payments/variables.ts';
import { openStripeAccount, siteUrl, type Delivery, type StripeAccount } from './stripe-account.ts';

let account: StripeAccount;
let variables: PaymentVariables;

beforeAll(async () => {
  account = await openStripeAccount();
  ({ variables } = account);
});
afterAll(() => account.close());

const newPayment = () => ({
  reference: `${crypto.randomUUID()}.1`,
  ...{ orderNumber: '1001', email: 'ada@hemline.example', amount: 12_345, currency: 'USD' },
  returnUrl: `${siteUrl}/checkout/complete`,
});

async function open() {
  const payment = newPayment();
  const { url, providerId } = await stripe.open(variables, payment);
  return { ...payment, providerId, url };
}

async function look(payment: OpenedPayment) {
  const found = await stripe.lookUp(variables, payment);
  if (!found) throw new Error('Unknown');
  return found;
}

async function paid(card?: string) {
  const payment = await open();
  await account.pay(payment.url, card);
  return { payment, found: await look(payment) };
}

async function read({ body, signature }: Pick<Delivery, 'body' | 'signature'>, more = {}) {
  const header = (name: string) => (name === 'stripe-signature' ? signature : undefined);
  return stripe.readWebhook({ ...variables, ...more }, { body, header });
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error;
      return { reached: error.reached, message: error.message };
    },
  );

describe('a payment', () => {
  test('is opened once for its reference, and paid', async () => {
    const payment = newPayment();
    const first = await stripe.open(variables, payment);
    expect(await stripe.open(variables, payment)).toEqual(first);
    const opened = { ...payment, providerId: first.providerId };
    expect(await look(opened)).toMatchObject({ status: 'abandoned', paymentId: null });
    const answer = await account.pay(first.url);
    expect(answer.headers.get('location')).toBe(
      `${siteUrl}/checkout/complete?reference=${payment.reference}`,
    );
    expect(await look(opened)).toMatchObject({
      ...{ status: 'paid', amount: 12_345, currency: 'USD' },
      paymentId: expect.stringMatching(/^pi_/) as string,
    });
    const { event } = await account.event('checkout.session.completed', payment.reference);
    expect(
      await read(await account.event('checkout.session.completed', payment.reference)),
    ).toEqual({
      result: 'read',
      event: {
        kind: 'paid',
        ...{ amount: 12_345, currency: 'USD', reference: payment.reference },
        ...{ key: event.id, event: event.type, payload: expect.anything() as unknown },
      },
    });
  });

  test.each([
    ['yes', 'checkout.session.async_payment_succeeded', 'paid', 'paid'],
    ['no', 'checkout.session.async_payment_failed', 'ended', 'ended'],
  ] as const)('by a bank that says %s is open until then', async (choice, type, status, kind) => {
    const payment = await open();
    await account.press(payment.url, { choice: 'bank' });
    const waiting = await look(payment);
    expect(waiting).toMatchObject({ status: 'open', detail: 'processing' });
    const completed = await account.event('checkout.session.completed', payment.reference);
    expect((await read(completed)).result).toBe('read');
    expect(await read(completed)).toMatchObject({ event: { kind: 'other' } });
    await account.press(`/stripe/bank/${waiting.paymentId}`, { choice });
    expect((await look(payment)).status).toBe(status);
    const { reference } = payment;
    const told = await read(await account.event(type, reference));
    expect(told).toMatchObject({ result: 'read', event: { kind, reference } });
  });

  test('that is closed has ended; one that was paid stays so', async () => {
    const payment = await open();
    await stripe.close(variables, payment);
    expect(await look(payment)).toMatchObject({ status: 'ended', detail: 'expired' });
    const { reference } = payment;
    expect(await read(await account.event('checkout.session.expired', reference))).toMatchObject({
      event: { kind: 'ended', detail: 'expired', reference },
    });
    const other = await paid();
    await stripe.close(variables, other.payment);
    expect((await look(other.payment)).status).toBe('paid');
  });

  test('that Stripe does not know is null', async () => {
    const payment = { ...newPayment(), providerId: 'cs_test_0' };
    expect(await stripe.lookUp(variables, payment)).toBeNull();
    expect(await stripe.lookUp(variables, { ...payment, providerId: null })).toBeNull();
    await stripe.close(variables, payment);
    await stripe.close(variables, { ...payment, providerId: null });
  });
});

describe('a refund', () => {
  test('is made once for its id, listed, and told of', async () => {
    const { payment, found } = await paid();
    const { reference } = payment;
    const [id, amount, currency] = [crypto.randomUUID(), 2_345, 'USD'];
    const part = { id, reference, found, amount, currency };
    const made = await stripe.refund(variables, part);
    expect(await stripe.refund(variables, part)).toEqual(made);
    expect(made.status).toBe('processed');
    expect(await stripe.listRefunds(variables, found)).toEqual([
      { id, providerId: made.providerId, amount, status: 'processed' },
    ]);
    expect((await look(payment)).status).toBe('paid');
    for (const type of ['refund.created', 'charge.refunded'] as const) {
      const about = type === 'refund.created' ? (made.providerId ?? '') : reference;
      expect(await read(await account.event(type, about))).toMatchObject({
        event: { kind: 'refunds', reference },
      });
    }
    const rest = { ...part, id: crypto.randomUUID(), amount: 10_000 };
    await stripe.refund(variables, rest);
    expect((await look(payment)).status).toBe('reversed');
    const more = stripe.refund(variables, { ...rest, id: crypto.randomUUID() });
    expect(await failure(more)).toMatchObject({ reached: true });
  });

  test('from Stripe’s Dashboard is told of by the reference of its payment', async () => {
    const { payment, found } = await paid('4000 0000 0000 7726');
    const payment_intent = found.paymentId ?? '';
    const { id } = await account.sdk().refunds.create({ payment_intent, amount: 100 });
    expect(await stripe.listRefunds(variables, found)).toEqual([
      { id: undefined, providerId: id, amount: 100, status: 'processing' },
    ]);
    const { reference } = payment;
    const created = await account.event('refund.created', id);
    expect(await read(created)).toMatchObject({ event: { kind: 'refunds', reference } });
    await account.press(`/stripe/bank/${id}`, { choice: 'no' });
    expect(await stripe.listRefunds(variables, found)).toMatchObject([
      { id: undefined, status: 'failed' },
    ]);
    // Stripe does not answer: the message has to be repeated.
    const away = { STRIPE_BASE_URL: 'http://127.0.0.1:9' };
    expect(await failure(read(created, away))).toMatchObject({ reached: false });
  });

  test('of nothing paid is rejected', async () => {
    const payment = await open();
    const wanted = { ...payment, id: crypto.randomUUID(), found: await look(payment) };
    expect(await failure(stripe.refund(variables, wanted))).toMatchObject({ reached: true });
    expect(await stripe.listRefunds(variables, wanted.found)).toEqual([]);
  });
});

test('a dispute is told of, with its end', async () => {
  const { payment, found } = await paid('4000 0000 0000 0259');
  const { reference } = payment;
  const { data } = await account.sdk().disputes.list({ payment_intent: found.paymentId ?? '' });
  const id = data[0]?.id ?? '';
  const told = { providerId: id, reason: 'fraudulent', amount: 12_345, currency: 'USD' };
  expect(await read(await account.event('charge.dispute.created', id))).toMatchObject({
    event: {
      ...{ kind: 'dispute', reference },
      dispute: { ...told, status: 'open', respondBy: expect.stringMatching(/Z$/) as string },
    },
  });
  const evidence = { uncategorized_text: 'winning_evidence' };
  await account.sdk().disputes.update(id, { evidence });
  expect(await read(await account.event('charge.dispute.closed', id))).toMatchObject({
    event: { kind: 'dispute', reference, dispute: { ...told, status: 'won', respondBy: null } },
  });
});

describe('a message', () => {
  const sign = async (payload: string, timestamp = Math.floor(Date.now() / 1000)) => {
    const secret = variables.STRIPE_WEBHOOK_SECRET;
    const body = new TextEncoder().encode(payload);
    return {
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    };
  };

  test('that Stripe did not sign, or signed long ago, is refused', async () => {
    const { reference, url } = await open();
    await account.pay(url);
    const { body, signature } = await account.event('checkout.session.completed', reference);
    const text = new TextDecoder().decode(body);
    const notSigned = { result: 'refused', reason: 'not_signed' };
    const changed = new TextEncoder().encode(text.replace('12345', '12344'));
    expect(await read({ body: changed, signature })).toEqual(notSigned);
    expect(await read({ body, signature: '' })).toEqual(notSigned);
    expect(await read({ body, signature }, { STRIPE_WEBHOOK_SECRET: 'whsec_other' })).toEqual(
      notSigned,
    );
    expect(await read({ body, signature }, { STRIPE_WEBHOOK_SECRET: '' })).toEqual(notSigned);
    const old = await sign(text, Math.floor(Date.now() / 1000) - 301);
    expect(await read(old)).toEqual({ result: 'refused', reason: 'too_old' });
    const live = { STRIPE_SECRET_KEY: 'rk_live_of_this_file' };
    expect(await read({ body, signature }, live)).toMatchObject({
      ...{ result: 'otherMode', event: { kind: 'paid', reference } },
    });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'Hello'],
    ['no event', '{"object":"event"}'],
    ['of a customer', { type: 'customer.created', data: { object: { id: 'cus_1' } } }],
    [
      'of a session of somebody else',
      { type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } },
    ],
    [
      'of a payment of somebody else',
      { type: 'refund.created', data: { object: { id: 're_1', payment_intent: 'pi_1' } } },
    ],
    [
      'of a charge without a payment',
      { type: 'charge.dispute.created', data: { object: { id: 'du_1', status: 'lost' } } },
    ],
  ])('%s is of no interest', async (_what, body) => {
    const event = { id: 'evt_1', livemode: false };
    const text = typeof body === 'string' ? body : JSON.stringify({ ...event, ...body });
    expect(await read(await sign(text))).toEqual({ result: 'read', event: { kind: 'other' } });
  });

  test('with another amount tells it as it is, also one that cannot be read', async () => {
    const session = {
      id: 'cs_1',
      client_reference_id: 'r.1',
      payment_status: 'paid',
      currency: 'jpy',
    };
    const tell = async (amount_total: unknown) => {
      const data = { object: { ...session, amount_total } };
      const type = 'checkout.session.completed';
      return read(await sign(JSON.stringify({ id: 'evt_1', livemode: false, type, data })));
    };
    expect(await tell(1)).toMatchObject({ event: { kind: 'paid', amount: 1, currency: 'JPY' } });
    expect(await tell('much')).toMatchObject({ event: { kind: 'paid', amount: -1 } });
  });
});

test('the key is checked, and tells the mode', async () => {
  expect(await stripe.check(variables)).toBeNull();
  const wrong = { ...variables, STRIPE_SECRET_KEY: 'sk_test_wrong' };
  expect(await stripe.check(wrong)).toContain('Invalid API Key');
  const away = { ...variables, STRIPE_BASE_URL: 'http://127.0.0.1:9' };
  expect(await stripe.check(away)).toBe('Stripe did not answer.');
  const modes = ['sk_live_1', 'rk_live_1', 'sk_test_1', 'rk_test_1', ''].map(
    (STRIPE_SECRET_KEY) => stripe.facts({ ...variables, STRIPE_SECRET_KEY }).mode,
  );
  expect(modes).toEqual(['live', 'live', 'test', 'test', 'off']);
  expect(await stripe.check({ ...variables, STRIPE_SECRET_KEY: '' })).toBe(
    'Stripe refused: There is no key',
  );
});
