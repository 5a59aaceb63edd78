import type { Stripe } from 'stripe';
import { z } from 'zod';
import {
  PaymentProviderError,
  type FoundPayment,
  type PageProvider,
  type RefundState,
} from '../provider.ts';
import { fromStripeAmount, minimumCharges, toStripeAmount } from './amounts.ts';
import { attempts, callStripe, nullIfMissing, nullIfTooLate } from './client.ts';
import { modeOf, readWebhook } from './webhook.ts';

/**
 * When a page ends: at least the half hour that Stripe requires. The same for ten minutes, since a repeated request has to have
 * the same body.
 */
function expiryOf(now: number): number {
  const tenMinutes = 600;
  return (Math.floor(now / 1000 / tenMinutes) + 4) * tenMinutes + 60;
}

function returnAddress(returnUrl: string, reference: string): string {
  const address = new URL(returnUrl);
  address.searchParams.set('reference', reference);
  return address.href;
}

/** Failed payments of a bank leave a session that is complete and unpaid for good. */
function statusOf(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Pick<FoundPayment, 'status' | 'detail'> {
  const charge = intent?.latest_charge;
  if (payment_status === 'paid') {
    const isRefunded = typeof charge === 'object' && charge?.refunded === true;
    return isRefunded
      ? { status: 'reversed', detail: 'refunded' }
      : { status: 'paid', detail: 'paid' };
  }
  if (status === 'open') return { status: 'abandoned', detail: 'open' };
  if (status === 'complete' && intent?.status === 'processing') {
    return { status: 'open', detail: 'processing' };
  }
  return { status: 'ended', detail: status === 'expired' ? 'expired' : 'failed' };
}

const refundStates: Readonly<Record<string, RefundState>> = {
  pending: 'processing',
  requires_action: 'processing',
  succeeded: 'processed',
  failed: 'failed',
  canceled: 'failed',
};

const refundState = (status: string | null): RefundState => refundStates[status ?? ''] ?? 'pending';

/** More refunds of one payment than a person makes. */
const mostRefunds = 2000;

const ours = z.guid().optional().catch(undefined);

/** @throws PaymentProviderError for a payment that nobody has made */
function intentOf({ paymentId }: FoundPayment): string {
  if (paymentId === null) throw new PaymentProviderError('There is no payment to refund', true);
  return paymentId;
}

/** Stripe, by pages of Checkout: https://docs.stripe.com/payments/checkout */
export const stripe: PageProvider = {
  name: 'stripe',
  title: 'Stripe',
  action: 'Pay by card or wallet',

  kind: 'page',

  facts: ({ STRIPE_SECRET_KEY }) => ({
    mode: modeOf(STRIPE_SECRET_KEY),
    currencies: null,
    minimums: minimumCharges,
    countries: null,
  }),

  timeout: ({ STRIPE_TIMEOUT_MS }) => attempts * STRIPE_TIMEOUT_MS,

  async check(variables) {
    try {
      // Needs no more rights than payments do.
      await callStripe(variables, (it) => it.checkout.sessions.list({ limit: 1 }));
      return null;
    } catch (error) {
      if (error instanceof PaymentProviderError) {
        return error.reached ? `Stripe refused: ${error.message}` : 'Stripe did not answer.';
      }
      throw error;
    }
  },

  async open(variables, { reference, orderNumber, email, amount, currency, returnUrl }) {
    const name = `Order ${orderNumber}`;
    const back = returnAddress(returnUrl, reference);
    const price = {
      currency: currency.toLowerCase(),
      unit_amount: toStripeAmount(amount, currency),
      product_data: { name },
    };
    // Without payment_method_types, Stripe offers all methods that are turned on in the account.
    const session = await callStripe(variables, (it) =>
      it.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [{ price_data: price, quantity: 1 }],
          client_reference_id: reference,
          customer_email: email,
          payment_intent_data: { description: name, metadata: { reference } },
          // Otherwise Stripe may charge in the currency of the shopper's country.
          adaptive_pricing: { enabled: false },
          success_url: back,
          cancel_url: back,
          expires_at: expiryOf(Date.now()),
        },
        { idempotencyKey: reference },
      ),
    );
    if (!session.url) throw new PaymentProviderError('The session has no page', true);
    return { url: session.url, providerId: session.id };
  },

  async lookUp(variables, { providerId }) {
    if (providerId === null) return null;
    const session = await callStripe(variables, (it) =>
      it.checkout.sessions
        .retrieve(providerId, { expand: ['payment_intent.latest_charge'] })
        .catch(nullIfMissing),
    );
    if (!session) return null;
    const { id, payment_intent, payment_status, status, amount_total, currency } = session;
    const intent = typeof payment_intent === 'string' ? null : payment_intent;
    return {
      ...statusOf(session, intent),
      ...fromStripeAmount(amount_total ?? -1, currency ?? ''),
      paymentId: intent?.id ?? null,
      payload: { id, status, payment_status, amount_total, currency },
    };
  },

  async close(variables, { providerId }) {
    if (providerId === null) return;
    await callStripe(variables, (it) =>
      it.checkout.sessions.expire(providerId).catch(nullIfTooLate),
    );
  },

  async listRefunds(variables, found) {
    if (found.paymentId === null) return [];
    const payment_intent = found.paymentId;
    const refunds = await callStripe(variables, (it) =>
      it.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: mostRefunds }),
    );
    return refunds.map(({ id, metadata, amount, currency, status }) => ({
      providerId: id,
      id: ours.parse(metadata?.['refund']),
      amount: fromStripeAmount(amount, currency).amount,
      status: refundState(status),
    }));
  },

  async refund(variables, { id, reference, found, amount, currency }) {
    // Stripe repeats the answer to a key for a day. A new try after a rejection has another id, so it is not answered like the first.
    const refund = await callStripe(variables, (it) =>
      it.refunds.create(
        {
          payment_intent: intentOf(found),
          amount: toStripeAmount(amount, currency),
          metadata: { refund: id, reference },
        },
        { idempotencyKey: `refund.${id}` },
      ),
    );
    return { status: refundState(refund.status), providerId: refund.id };
  },

  readWebhook,
};
