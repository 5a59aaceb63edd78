import { z } from 'zod';
import { fromPaystackAmount } from './amounts.ts';
import { parseStorableJson, UnstorableText } from '../../storable-json.ts';
import type { Dispute, PaymentEvent, PageProvider } from '../provider.ts';
import { transaction } from './client.ts';
import { isSigned } from './signature.ts';

/** Tolerant: a success with an unreadable amount is held for review. */
const chargeSuccess = z.object({
  event: z.literal('charge.success'),
  data: z.looseObject({
    id: transaction.shape.id,
    reference: z.string().min(1).max(100),
    amount: transaction.shape.amount.catch(-1),
    currency: z.string().catch(''),
  }),
});

const refundStatuses = ['pending', 'processing', 'processed', 'failed'] as const;

/** Amounts are text or a number, in the smallest unit. */
const refundEvent = z.object({
  event: z.enum(refundStatuses.map((status) => `refund.${status}` as const)),
  data: z.looseObject({
    transaction_reference: z.string().min(1).max(100),
    refund_reference: z
      .union([z.string().max(100), z.number()])
      .nullish()
      .catch(null),
    amount: transaction.shape.amount.catch(-1),
    currency: z.string().catch(''),
  }),
});

const disputeEvent = z.object({
  event: z.enum(['charge.dispute.create', 'charge.dispute.remind', 'charge.dispute.resolve']),
  data: z.looseObject({
    id: z.union([z.int(), z.string().min(1).max(100)]).transform(String),
    transaction: z.looseObject({
      reference: z.string().min(1).max(100),
      amount: transaction.shape.amount.catch(0),
    }),
    refund_amount: transaction.shape.amount.catch(0),
    currency: z.string().max(20).nullish().catch(null),
    resolution: z.string().nullish().catch(null),
    category: z.string().nullish().catch(null),
    dueAt: z.iso.datetime().nullish().catch(null),
  }),
});

/** The merchant accepted the dispute, so that the customer has the money, or the bank declined it. */
function disputeStatus(event: string, resolution: string): Dispute['status'] {
  if (event !== 'charge.dispute.resolve') return 'open';
  return resolution.startsWith('declined') ? 'won' : 'lost';
}

function toEvent(webhook: unknown): PaymentEvent {
  const charge = chargeSuccess.safeParse(webhook);
  if (charge.success) {
    const { event, data } = charge.data;
    const { reference, currency } = data;
    const amount = fromPaystackAmount(data.amount, currency);
    const key = `${event}:${data.id ?? reference}`;
    return { kind: 'paid', key, event, reference, amount, currency, payload: charge.data };
  }
  const refund = refundEvent.safeParse(webhook);
  if (refund.success) {
    const { event, data } = refund.data;
    const { transaction_reference: reference, refund_reference } = data;
    const amount = fromPaystackAmount(data.amount, data.currency);
    return {
      kind: 'refund',
      ...{ event, reference, amount, payload: refund.data },
      key: `${event}:${reference}:${refund_reference ?? amount}`,
      status: refundStatuses.find((status) => event === `refund.${status}`) ?? 'pending',
      refundReference: refund_reference?.toString() || undefined,
    };
  }
  const disputed = disputeEvent.safeParse(webhook);
  if (disputed.success) {
    const { event, data } = disputed.data;
    return {
      kind: 'dispute',
      key: `${event}:${data.id}`,
      ...{ event, reference: data.transaction.reference, payload: disputed.data },
      dispute: {
        providerId: data.id,
        status: disputeStatus(event, data.resolution ?? ''),
        reason: data.category ?? '',
        amount: fromPaystackAmount(
          data.refund_amount || data.transaction.amount,
          data.currency ?? '',
        ),
        currency: data.currency ?? '',
        respondBy: data.dueAt ?? null,
      },
    };
  }
  return { kind: 'other' };
}

/** Null for invalid JSON. @throws UnstorableText */
function readJson(bytes: Uint8Array): unknown {
  try {
    return parseStorableJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof UnstorableText) throw error;
    return null;
  }
}

/** Which kind of key a message belongs to: `test` or `live`. */
const withDomain = z.object({ data: z.object({ domain: z.enum(['test', 'live']) }) });

export const readWebhook: PageProvider['readWebhook'] = async (variables, { body, header }) => {
  const { PAYSTACK_SECRET_KEY: key } = variables;
  if (!(await isSigned(body, header('x-paystack-signature') ?? '', key))) {
    return { result: 'refused', reason: 'not_signed' };
  }
  const webhook = readJson(body);
  const event = toEvent(webhook);
  const domain = withDomain.safeParse(webhook).data?.data.domain;
  const isOther = domain !== undefined && (domain === 'live') !== key.startsWith('sk_live_');
  return { result: isOther ? 'otherMode' : 'read', event };
};
