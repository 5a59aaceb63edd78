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

const sessionOf = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });

/** The intent of a session that was paid, or that somebody tried to pay. */
async function intentOf(id: string): Promise<Stripe.PaymentIntent> {
  const { payment_intent: intent } = await sessionOf(id);
  if (intent === null || typeof intent === 'string') throw new Error('Not expanded');
  return intent;
}

async function paid(card?: string) {
  const opened = await account.open();
  expect((await account.pay(opened.page, card)).status).toBe(303);
  return { ...opened, intent: (await intentOf(opened.id)).id };
}

describe('a session', () => {
  test('has a page, which shows the amount, labelled inputs and nothing from elsewhere', async () => {
    const { page, id } = await account.open();
    const answer = await account.get(page);
    const html = await answer.text();
    expect(html).toContain('$123.45');
    for (const label of ['Card number', 'Expiry', 'CVV'])
      expect(html).toContain(`>${label}</label>`);
    for (const name of ['Apple Pay', 'Google Pay', 'Link', 'Bank debit'])
      expect(html).toContain(`>${name}</button>`);
    expect(html).not.toMatch(/<script|src="https?:/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await sessionOf(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  });

  test('is paid by card, once, and reported in a signed event', async () => {
    const { page, id, reference } = await account.open();
    const presses = await Promise.all([account.pay(page), account.pay(page), account.pay(page)]);
    expect(presses.map((it) => [it.status, it.headers.get('location')])).toEqual(
      presses.map(() => [303, `${siteUrl}/checkout/complete?reference=${reference}`]),
    );
    const { body, signature } = await account.event('checkout.session.completed', reference);
    const event = await stripe.webhooks.constructEventAsync(
      ...([new TextDecoder().decode(body), signature] as const),
      account.variables.STRIPE_WEBHOOK_SECRET,
    );
    expect(event.data.object).toMatchObject({ id, payment_status: 'paid', amount_total: 12_345 });
    const about = account.deliveries.filter((it) => JSON.stringify(it.event).includes(reference));
    expect(about).toHaveLength(1);
    expect(await intentOf(id)).toMatchObject({ status: 'succeeded', metadata: { reference } });
    expect((await account.get(page)).status).toBe(410);
  });

  test.each([
    ['4000 0000 0000 0002', 'generic_decline', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4111 1111 1111 1111', 'test_mode_live_card', 'Only test cards work in this sandbox.'],
  ])('stays open when the bank declines %s', async (card, decline_code, message) => {
    const { page, id } = await account.open();
    const declined = await account.pay(page, card);
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining(message),
    ]);
    const { last_payment_error } = await intentOf(id);
    expect(last_payment_error).toMatchObject({ code: 'card_declined', decline_code });
    expect((await account.pay(page)).status).toBe(303);
    expect((await sessionOf(id)).payment_status).toBe('paid');
  });

  test('names the fields of the card that are wrong', async () => {
    const { page, id } = await account.open();
    const fields = { cardNumber: '4242 4242 4242 4241', expiry: '01/20', cvv: '', choice: 'card' };
    const wrong = await account.press(page, fields);
    const html = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(html).toContain('This is not a valid card number.');
    expect(html).toContain('aria-describedby="cvv-error"');
    expect((await sessionOf(id)).payment_intent).toBeNull();
  });

  test('is paid after 3-D Secure only', async () => {
    const { page, id } = await account.open();
    const asked = await account.pay(page, '4000 0025 0000 3155');
    const bank = asked.headers.get('location') ?? '';
    expect(await (await account.get(bank)).text()).toContain('Complete authentication');
    expect((await intentOf(id)).status).toBe('requires_action');
    const failed = await account.press(bank, { choice: 'fail' });
    expect(await (await account.get(failed.headers.get('location') ?? '')).text()).toContain(
      'unable to authenticate',
    );
    await account.pay(page, '4000 0025 0000 3155');
    await account.press(bank, { choice: 'complete' });
    expect((await sessionOf(id)).payment_status).toBe('paid');
  });

  test.each([
    ['apple_pay', { type: 'card', card: { wallet: { type: 'apple_pay' } } }],
    ['google_pay', { type: 'card', card: { wallet: { type: 'google_pay' } } }],
    ['link', { type: 'link' }],
  ])('is paid by a press on %s', async (choice, details) => {
    const { page, id } = await account.open();
    expect((await account.press(page, { choice })).status).toBe(303);
    const { latest_charge } = await intentOf(id);
    expect(latest_charge).toMatchObject({ paid: true, payment_method_details: details });
  });

  test.each([
    ['yes', 'checkout.session.async_payment_succeeded', 'paid', 'succeeded'],
    ['no', 'checkout.session.async_payment_failed', 'unpaid', 'requires_payment_method'],
  ] as const)('waits for a bank, which says %s', async (choice, type, payment_status, status) => {
    const { page, id, reference } = await account.open();
    await account.press(page, { choice: 'bank' });
    const waiting = await account.event('checkout.session.completed', reference);
    expect(waiting.event.data.object).toMatchObject({ payment_status: 'unpaid' });
    const { id: intent, status: before } = await intentOf(id);
    expect(before).toBe('processing');
    expect(await (await account.get(page)).text()).toContain('has still to confirm');
    await account.press(`/stripe/bank/${intent}`, { choice });
    await account.event(type, reference);
    expect(await sessionOf(id)).toMatchObject({ status: 'complete', payment_status });
    expect((await intentOf(id)).status).toBe(status);
  });

  test('expires by its time and by a request, but not once it is paid', async () => {
    const late = await account.open();
    await account.sql`
      update stripe_payments set expires_at = now() - interval '1 second' where session = ${late.id}`;
    expect((await account.get(late.page)).status).toBe(410);
    await account.event('checkout.session.expired', late.reference);
    const closed = await account.open();
    expect((await stripe.checkout.sessions.expire(closed.id)).status).toBe('expired');
    expect((await account.pay(closed.page)).status).toBe(410);
    const { id } = await paid();
    const refusal = await failure(stripe.checkout.sessions.expire(id));
    expect(refusal).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' });
    expect(refusal.message).toContain('Only Checkout Sessions with a status in ["open"]');
  });
});

describe('a refund', () => {
  test('is made in parts, never of more than was paid, and listed by pages', async () => {
    const { intent: payment_intent, reference } = await paid();
    const metadata = { refund: 'r1' };
    const first = await stripe.refunds.create({ payment_intent, amount: 12_000, metadata });
    expect(first).toMatchObject({ status: 'succeeded', amount: 12_000, metadata });
    await account.event('refund.created', first.id);
    const refunded = await account.event('charge.refunded', reference);
    expect(refunded.event.data.object).toMatchObject({ amount_refunded: 12_000, refunded: false });
    expect(await failure(stripe.refunds.create({ payment_intent, amount: 400 }))).toMatchObject({
      ...{ statusCode: 400, param: 'amount' },
    });
    const rest = await stripe.refunds.create({ payment_intent });
    expect(rest.amount).toBe(345);
    expect(await failure(stripe.refunds.create({ payment_intent }))).toMatchObject({
      ...{ statusCode: 400, code: 'charge_already_refunded' },
    });
    const all = await stripe.refunds
      .list({ payment_intent, limit: 1 })
      .autoPagingToArray({ limit: 9 });
    expect(all.map((it) => it.id)).toEqual([rest.id, first.id]);
  });

  test('can be waiting for the bank, and fail there', async () => {
    const { intent: payment_intent } = await paid('4000 0000 0000 7726');
    const { id, status } = await stripe.refunds.create({ payment_intent });
    expect(status).toBe('pending');
    await account.press(`/stripe/bank/${id}`, { choice: 'no' });
    await account.event('refund.failed', id);
    expect((await stripe.refunds.retrieve(id)).status).toBe('failed');
    const again = await stripe.refunds.create({ payment_intent });
    await account.press(`/stripe/bank/${again.id}`, { choice: 'yes' });
    expect((await stripe.refunds.retrieve(again.id)).status).toBe('succeeded');
  });

  test('can fail after it was made', async () => {
    const { intent: payment_intent } = await paid('4000 0000 0000 5126');
    const { id, status } = await stripe.refunds.create({ payment_intent });
    expect(status).toBe('succeeded');
    await account.event('refund.failed', id);
  });
});

describe('a dispute', () => {
  test.each([
    ['winning_evidence', 'won', 'charge.dispute.funds_reinstated'],
    ['losing_evidence', 'lost', 'charge.dispute.closed'],
    ['a letter', 'under_review', 'charge.dispute.updated'],
  ] as const)('with %s is %s', async (uncategorized_text, status, type) => {
    const { intent: payment_intent } = await paid('4000 0000 0000 0259');
    const { data } = await stripe.disputes.list({ payment_intent });
    const [{ id } = { id: '' }] = data;
    await account.event('charge.dispute.created', id);
    await account.event('charge.dispute.funds_withdrawn', id);
    expect(await failure(stripe.refunds.create({ payment_intent }))).toMatchObject({
      ...{ statusCode: 400, code: 'charge_disputed' },
    });
    const decided = await stripe.disputes.update(id, { evidence: { uncategorized_text } });
    expect(decided.status).toBe(status);
    await account.event(type, id);
  });

  test('can be opened for any paid charge, and accepted', async () => {
    const { intent: payment_intent } = await paid();
    await account.press(`/stripe/bank/${payment_intent}`, { choice: 'yes' });
    const { data } = await stripe.disputes.list({ payment_intent });
    expect((await stripe.disputes.close(data[0]?.id ?? '')).status).toBe('lost');
    expect((await stripe.disputes.retrieve(data[0]?.id ?? '')).status).toBe('lost');
    expect(await failure(stripe.disputes.close(data[0]?.id ?? ''))).toMatchObject({
      statusCode: 400,
    });
  });
});
