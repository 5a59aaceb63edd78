import { fromPaystackAmount, toPaystackAmount } from './amounts.ts';
import {
  type PageProvider,
  type FoundPayment,
  PaymentProviderError,
  type RefundState,
} from '../provider.ts';
import type { PaymentVariables } from '../variables.ts';
import * as client from './client.ts';
import { readWebhook } from './webhook.ts';

/** `USD=2.00, NGN=100` */
function amountsIn(list: string): Record<string, number> {
  const entries = list.matchAll(/([A-Z]{3})=([\d.]+)/g);
  return Object.fromEntries(
    [...entries].map(([, currency = '', amount]) => [currency, Number(amount)]),
  );
}

/** Live and test keys differ by their prefix. */
function modeOf({ PAYSTACK_SECRET_KEY: key }: PaymentVariables): 'live' | 'test' | 'off' {
  if (key === '') return 'off';
  return key.startsWith('sk_live_') ? 'live' : 'test';
}

const openStatuses = ['ongoing', 'pending', 'processing', 'queued'];

function statusOf(status: string): FoundPayment['status'] {
  if (status === 'success') return 'paid';
  if (status === 'reversed' || status === 'abandoned') return status;
  return openStatuses.includes(status) ? 'open' : 'ended';
}

/** An unknown status counts as pending. */
function toRefundState(status: string): RefundState {
  if (status === 'processed' || status === 'failed' || status === 'processing') return status;
  return 'pending';
}

/** Paystack: cards, bank accounts and mobile money in Africa. */
export const paystack: PageProvider = {
  name: 'paystack',
  title: 'Paystack',
  action: 'Pay with Paystack',
  kind: 'page',
  secrets: ['PAYSTACK_SECRET_KEY'],

  facts(variables) {
    const minimums = amountsIn(variables.PAYMENT_MINIMUMS);
    return { mode: modeOf(variables), currencies: null, minimums, countries: null };
  },

  timeout: (variables) => variables.PAYSTACK_TIMEOUT_MS,

  async check(variables) {
    try {
      const status = await client.ping(variables);
      if (status === 200) return null;
      return status === 401
        ? 'Paystack does not accept the key.'
        : `Paystack answered with status ${status}.`;
    } catch (error) {
      if (error instanceof PaymentProviderError) return 'Paystack did not answer.';
      throw error;
    }
  },

  async open(variables, { email, amount, currency, reference, returnUrl }) {
    const body = {
      ...{ email, currency, reference, callback_url: returnUrl },
      amount: toPaystackAmount(amount, currency),
    };
    return { url: await client.initialise(variables, body), providerId: null };
  },

  async lookUp(variables, { reference }) {
    const found = await client.verify(variables, reference);
    if (!found) return null;
    const { id, status, currency } = found;
    const amount = fromPaystackAmount(found.amount, currency);
    const paymentId = id === undefined ? null : String(id);
    return {
      ...{ status: statusOf(status), detail: status, amount, currency, paymentId },
      payload: found,
    };
  },

  /** Paystack cannot close a page. */
  close: () => Promise.resolve(),

  async listRefunds(variables, { paymentId, currency }) {
    if (paymentId === null) return [];
    const found = await client.listRefunds(variables, paymentId);
    return found.map(({ id, status, amount, merchant_note }) => ({
      ...{ providerId: id, id: merchant_note, amount: fromPaystackAmount(amount, currency) },
      status: toRefundState(status),
    }));
  },

  async refund(variables, { id, reference, amount, currency }) {
    const paid = toPaystackAmount(amount, currency);
    const body = { transaction: reference, amount: paid, merchant_note: id };
    const { status, id: providerId } = await client.requestRefund(variables, body);
    return { status: toRefundState(status), providerId };
  },

  readWebhook,
};
