import { createHmac, randomUUID } from 'node:crypto';
import type { Placed } from './shopper.ts';
import { providerOf, type World } from './world.ts';

/** A provider with pages: the books of its sandbox, and the messages that it sends. */
export interface PageProvider {
  /** As `payWith` names it. */
  name: 'paystack' | 'stripe';
  title: string;
  /** Its header with the signature of a message. */
  header: string;
  /** Its name of the event that a payment was made. */
  event: string;
  /** The key that signs its messages; empty where the proof has none. */
  keyOf(world: World): string;
  sign(body: string, key: string, time?: number): string;
  /** Paid in its books, and nobody is told. */
  payUntold(world: World, placed: Placed, paid?: Partial<Money>): Promise<void>;
  /** A message of it, as of test or live mode. */
  inMode(message: string, mode: 'test' | 'live'): string;
  /** Its message about a payment. */
  charged(payment: Pick<Placed, 'reference'>, money: Money): string;
}

export interface Money {
  cents: number;
  currency: string;
}

const hmac = (algorithm: string, body: string, key: string): string =>
  createHmac(algorithm, key).update(body).digest('hex');

export const paystack: PageProvider = {
  name: 'paystack',
  title: 'Paystack',
  header: 'x-paystack-signature',
  event: 'charge.success',
  keyOf: ({ supabase }) => supabase?.paystackSecretKey ?? '',
  sign: (body, key) => hmac('sha512', body, key),
  async payUntold(world, { reference }, { cents = null, currency = null } = {}) {
    await providerOf(world)`
      update transactions set status = 'success', paid_at = now(),
        amount = coalesce(${cents}, amount), currency = coalesce(${currency}, currency)
      where reference = ${reference}`;
  },
  inMode: (message, mode) => message.replace('"data":{', `"data":{"domain":"${mode}",`),
  charged({ reference }, { cents, currency }) {
    const data = { id: reference, status: 'success', reference, amount: cents, currency };
    return JSON.stringify({ event: this.event, data });
  },
};

/** A message of Stripe: https://docs.stripe.com/api/events/object */
export const stripeMessage = (type: string, object: object, more: object = {}): string =>
  JSON.stringify({ id: `evt_${randomUUID()}`, type, livemode: false, data: { object }, ...more });

export const stripe: PageProvider = {
  name: 'stripe',
  title: 'Stripe',
  header: 'stripe-signature',
  event: 'checkout.session.completed',
  keyOf: ({ supabase }) => supabase?.stripeWebhookSecret ?? '',
  sign(body, key, time = Date.now()) {
    const seconds = Math.floor(time / 1000);
    return `t=${seconds},v1=${hmac('sha256', `${seconds}.${body}`, key)}`;
  },
  async payUntold(world, { reference }, { cents = null, currency = null } = {}) {
    await providerOf(world)`
      update stripe_payments set status = 'complete', intent_status = 'succeeded',
        intent = coalesce(intent, 'pi_' || md5(session)), charge = 'ch_' || md5(session),
        method = '{"type": "card", "last4": "4242", "brand": "visa", "expiry": {"month": 12, "year": 2039}}',
        amount = coalesce(${cents}, amount), currency = coalesce(lower(${currency}::text), currency)
      where reference = ${reference}`;
  },
  inMode: (message, mode) =>
    message.replace('"livemode":false', `"livemode":${String(mode === 'live')}`),
  charged({ reference }, { cents, currency }) {
    const session = {
      ...{ id: `cs_${reference}`, client_reference_id: reference, payment_status: 'paid' },
      ...{ amount_total: cents, currency: currency.toLowerCase() },
    };
    return stripeMessage(this.event, session, { id: `evt_${reference}.${cents}.${currency}` });
  },
};

export const pageProviders = [paystack, stripe] as const;
