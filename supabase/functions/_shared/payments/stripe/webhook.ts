import { z } from 'zod';
import { parseStorableJson } from '../../storable-json.ts';
import type {
  Dispute,
  PaymentEvent,
  PaymentFacts,
  WebhookReading,
  WebhookRequest,
} from '../provider.ts';
import type { PaymentVariables } from '../variables.ts';
import { fromStripeAmount } from './amounts.ts';
import { callStripe, loadSdk, nullIfMissing } from './client.ts';

/** Secret keys are sk_live_… and sk_test_…, restricted ones rk_live_… and rk_test_…. */
export function modeOf(key: string): PaymentFacts['mode'] {
  if (key === '') return 'off';
  return /^[sr]k_live_/.test(key) ? 'live' : 'test';
}

/** Tolerant of all that the shop does not use: new versions of the API add fields and values. */
const text = z.string().max(255);
const amount = z.int().catch(-1);
const currency = z.string().max(10).catch('');

const message = z.object({
  id: text,
  type: text,
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

const session = z.object({
  id: text,
  client_reference_id: z.string().min(1).max(100).nullish(),
  payment_status: text,
  amount_total: amount,
  currency,
});

/** A charge, refund or dispute: what it belongs to. */
const related = z.object({
  id: text,
  payment_intent: text.nullish(),
  metadata: z
    .object({ reference: z.string().min(1).max(100).optional() })
    .nullish()
    .catch(null),
});

const dispute = related.extend({
  amount,
  currency,
  reason: z.string().max(200).catch(''),
  status: text,
  evidence_details: z.object({ due_by: z.int().nullish().catch(null) }).nullish(),
});

/** `prevented`: Stripe or the bank ended it before it became one. */
const closed: Readonly<Record<string, Dispute['status']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

const other: PaymentEvent = { kind: 'other' };

/** Refunds and disputes that were made at Stripe lack the reference; their payment has it. */
async function referenceOf(
  variables: PaymentVariables,
  { metadata, payment_intent: id }: z.output<typeof related>,
): Promise<string | undefined> {
  if (metadata?.reference !== undefined) return metadata.reference;
  if (!id) return undefined;
  const intent = await callStripe(variables, (it) =>
    it.paymentIntents.retrieve(id).catch(nullIfMissing),
  );
  return intent?.metadata['reference'];
}

function readSession(event: z.output<typeof message>): PaymentEvent {
  const parsed = session.safeParse(event.data.object);
  if (!parsed.success || !parsed.data.client_reference_id) return other;
  const { client_reference_id: reference, payment_status, amount_total } = parsed.data;
  const about = { key: event.id, event: event.type, reference, payload: parsed.data };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      // Completed and unpaid: a bank has still to confirm it.
      return payment_status === 'paid'
        ? { kind: 'paid', ...about, ...fromStripeAmount(amount_total, parsed.data.currency) }
        : other;
    case 'checkout.session.async_payment_failed':
      return { kind: 'ended', detail: 'failed', ...about };
    case 'checkout.session.expired':
      return { kind: 'ended', detail: 'expired', ...about };
    default:
      return other;
  }
}

async function readRefund(
  variables: PaymentVariables,
  event: z.output<typeof message>,
): Promise<PaymentEvent> {
  const parsed = related.safeParse(event.data.object);
  const reference = parsed.success && (await referenceOf(variables, parsed.data));
  if (!reference) return other;
  return {
    kind: 'refunds',
    ...{ key: event.id, event: event.type, reference, payload: parsed.data },
  };
}

async function readDispute(
  variables: PaymentVariables,
  event: z.output<typeof message>,
): Promise<PaymentEvent> {
  const parsed = dispute.safeParse(event.data.object);
  const reference = parsed.success && (await referenceOf(variables, parsed.data));
  if (!reference) return other;
  const { id, status, reason, evidence_details } = parsed.data;
  const dueBy = status.endsWith('needs_response') ? evidence_details?.due_by : null;
  return {
    kind: 'dispute',
    ...{ key: event.id, event: event.type, reference, payload: parsed.data },
    dispute: {
      providerId: id,
      status: closed[status] ?? 'open',
      reason,
      ...fromStripeAmount(parsed.data.amount, parsed.data.currency),
      respondBy: dueBy ? new Date(dueBy * 1000).toISOString() : null,
    },
  };
}

function readEvent(
  variables: PaymentVariables,
  event: z.output<typeof message>,
): PaymentEvent | Promise<PaymentEvent> {
  if (event.type.startsWith('checkout.session.')) return readSession(event);
  if (event.type.startsWith('charge.dispute.')) return readDispute(variables, event);
  const isRefund = event.type.startsWith('refund.') || event.type.startsWith('charge.refund');
  return isRefund ? readRefund(variables, event) : other;
}

/** Why a message is refused; null for one that Stripe signed in the last five minutes. */
async function refusalOf(
  { STRIPE_WEBHOOK_SECRET: secret }: PaymentVariables,
  { body, header }: WebhookRequest,
): Promise<'not_signed' | 'too_old' | null> {
  if (secret === '') return 'not_signed';
  const { webhooks, errors, createSubtleCryptoProvider } = await loadSdk();
  const isSigned = async (tolerance?: number): Promise<boolean> => {
    try {
      const signature = header('stripe-signature') ?? '';
      const provider = createSubtleCryptoProvider();
      const parts = [body, signature, secret, tolerance, provider] as const;
      return (await webhooks.signature?.verifyHeaderAsync(...parts)) ?? false;
    } catch (error) {
      if (error instanceof errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  };
  if (await isSigned()) return null;
  const ofAnyAge = 0;
  return (await isSigned(ofAnyAge)) ? 'too_old' : 'not_signed';
}

/** Null for what is no event. @throws UnstorableText */
function parseMessage(body: WebhookRequest['body']) {
  try {
    return message.safeParse(parseStorableJson(new TextDecoder().decode(body))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws UnstorableText; PaymentProviderError if Stripe has to be asked for the reference and does not answer */
export async function readWebhook(
  variables: PaymentVariables,
  request: WebhookRequest,
): Promise<WebhookReading> {
  const reason = await refusalOf(variables, request);
  if (reason) return { result: 'refused', reason };
  const event = parseMessage(request.body);
  if (!event) return { result: 'read', event: other };
  const mode = event.livemode ? 'live' : 'test';
  const result = mode === modeOf(variables.STRIPE_SECRET_KEY) ? 'read' : 'otherMode';
  return { result, event: await readEvent(variables, event) };
}
