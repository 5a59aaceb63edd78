import { broughtMoney, type PaymentOutcome } from '../_shared/domain/order-status.ts';
import { followRefund, refundPayment } from '../_shared/paystack/refund.ts';
import { toOutcome, verifyAndSettle } from '../_shared/paystack/settle.ts';
import { connectAsService } from '../_shared/queries/database.ts';
import { listAttempts } from '../_shared/queries/payments.ts';
import { listOpenRefunds } from '../_shared/queries/refunds.ts';
import type { RefundRow } from '../_shared/queries/rows.ts';
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
    const result = await verifyAndSettle(settings, attempt.reference);
    if (result === 'unreachable') throw unreachable();
    outcomes.push(toOutcome(result));
  }
  for (const refund of await listOpenRefunds(service, orderId)) {
    if ((await followRefund(settings, service, refund)) === 'unreachable') throw unreachable();
  }
  return byPriority.find((it) => outcomes.includes(it)) ?? 'failed';
}

/**
 * Refunds a payment of an order.
 * @throws ApiError 409 `provider_unreachable`, `not_refundable`, `refund_refused` with the provider's reason
 */
export async function refundOrder(
  settings: Settings,
  it: { orderId: string; reference: string; askedBy: string },
): Promise<RefundRow> {
  const service = connectAsService(settings);
  const result = await refundPayment(settings, service, it);
  if (result === 'unreachable') throw unreachable();
  if (result === 'unknown') {
    throw new ApiError(409, 'not_refundable', 'The payment provider does not know this payment.');
  }
  if (result.status === 'failed') {
    throw new ApiError(409, 'refund_refused', `The payment provider refused: ${result.note}`);
  }
  return result;
}
