import { broughtMoney, type PaymentOutcome } from '../_shared/domain/order-status.ts';
import { messages } from '../_shared/messages.ts';
import { followRefunds, refundPayment } from '../_shared/payments/refund.ts';
import { toOutcome, verifyAndSettle } from '../_shared/payments/settle.ts';
import { DatabaseError } from '../_shared/queries/database-error.ts';
import { connectAsService } from '../_shared/queries/database.ts';
import { listAttempts } from '../_shared/queries/payments.ts';
import { listPaymentsToRefund, type WantedRefund } from '../_shared/queries/refunds.ts';
import type { PaymentCounts } from '../_shared/schemas/admin-orders.ts';
import type { RefundRow } from '../_shared/queries/payment-rows.ts';
import type { Settings } from '../_shared/settings.ts';
import { ApiError } from './errors.ts';

/** 409 instead of 5xx, since the shop itself works. */
const unreachable = () =>
  new ApiError(
    409,
    'provider_unreachable',
    'The payment provider is unavailable. Please try again later.',
  );

const byPriority: readonly PaymentOutcome[] = ['paid', 'held', 'pending', 'failed'];

/**
 * Verifies all payments and open refunds of an order at the provider, and settles them accordingly.
 * @throws ApiError 409 `provider_unreachable`
 */
export async function checkPayments(settings: Settings, orderId: string): Promise<PaymentOutcome> {
  const service = connectAsService(settings);
  const outcomes: PaymentOutcome[] = [];
  for (const attempt of await listAttempts(service, orderId)) {
    if (broughtMoney(attempt)) {
      outcomes.push(attempt.status === 'held' ? 'held' : 'paid');
      continue;
    }
    if (attempt.url === null) continue;
    const result = await verifyAndSettle(settings, attempt);
    if (result === 'unreachable') throw unreachable();
    outcomes.push(toOutcome(result));
  }
  for (const reference of await listPaymentsToRefund(service, orderId)) {
    const result = await followRefunds(settings, service, reference);
    if (result === 'unreachable') throw unreachable();
  }
  return byPriority.find((it) => outcomes.includes(it)) ?? 'failed';
}

type Checked = PaymentOutcome | 'unreachable';

/** So many orders are checked at the same time. */
const atOnce = 5;

/** Checks the payments of many orders. Stops asking a provider that does not answer: the rest is `unreachable`. */
export async function checkManyPayments(
  settings: Settings,
  orderIds: readonly string[],
): Promise<Map<string, Checked>> {
  const waiting = [...new Set(orderIds)];
  const outcomes = new Map<string, Checked>(waiting.map((id) => [id, 'unreachable']));
  let reachable = true;
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined && reachable; id = waiting.pop()) {
      try {
        outcomes.set(id, await checkPayments(settings, id));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'provider_unreachable')) throw error;
        reachable = false;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** How many orders each outcome had. */
export function countOutcomes(outcomes: ReadonlyMap<string, Checked>): PaymentCounts {
  const counts = { paid: 0, held: 0, pending: 0, failed: 0, unreachable: 0 };
  for (const outcome of outcomes.values()) counts[outcome] += 1;
  return counts;
}

/**
 * Refuses to go on where an unpaid order turns out to be paid.
 * @throws ApiError 409 `paid_meanwhile`, `provider_unreachable`
 */
export async function requireUnpaid(settings: Settings, orderId: string): Promise<void> {
  const outcome = await checkPayments(settings, orderId);
  if (outcome === 'paid' || outcome === 'held') {
    throw new ApiError(409, 'paid_meanwhile', messages.orders.paidMeanwhile);
  }
}

/** What is wrong with a refund, at its field. */
function toFieldError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { details, hint, message } = error;
  const fields: Record<string, string> = {
    wrong_amount: 'amount',
    shipping_refunded: 'shipping',
    too_many_pieces: `lines.${hint}.quantity`,
  };
  const path = fields[details];
  if (path === undefined) return error;
  const extras = { issues: [{ path, message }] };
  return new ApiError(400, 'validation_failed', `${path}: ${message}`, extras);
}

/**
 * Refunds a payment of an order, or a part of it.
 * @throws ApiError 400 `validation_failed`, 409 `provider_unreachable`, `not_refundable`, `refund_refused` with the provider's reason
 */
export async function refundOrder(settings: Settings, wanted: WantedRefund): Promise<RefundRow> {
  const service = connectAsService(settings);
  const result = await refundPayment(settings, service, wanted).catch((error: unknown) => {
    throw toFieldError(error);
  });
  if (result === 'unreachable') throw unreachable();
  if (result === 'unknown') {
    throw new ApiError(409, 'not_refundable', 'The payment provider does not know this payment.');
  }
  if (result.status === 'failed') {
    throw new ApiError(409, 'refund_refused', `The payment provider refused: ${result.note}`);
  }
  return result;
}
