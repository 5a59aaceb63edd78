import { broughtMoney, type PaymentOutcome } from '../_shared/domain/order-status.ts';
import { followRefund, refundPayment } from '../_shared/paystack/refund.ts';
import { toOutcome, verifyAndSettle } from '../_shared/paystack/settle.ts';
import { connectAsService } from '../_shared/queries/database.ts';
import { listAttempts } from '../_shared/queries/payments.ts';
import { listOpenRefunds } from '../_shared/queries/refunds.ts';
import type { RefundRow } from '../_shared/queries/rows.ts';
import type { Settings } from '../_shared/settings.ts';
import { ApiError } from './errors.ts';

/** 409 and no 5xx: nothing is wrong with the shop. */
const unreachable = () =>
  new ApiError(
    409,
    'provider_unreachable',
    'The payment provider cannot be reached. Please try again a little later!',
  );

const strongest: readonly PaymentOutcome[] = ['paid', 'held', 'pending', 'failed'];

/**
 * Asks the provider about every payment of an order and every refund that is not done, and settles accordingly.
 * @throws ApiError 409 `provider_unreachable` when some question had no answer
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
    const verdict = await verifyAndSettle(settings, attempt.reference);
    if (verdict === 'unreachable') throw unreachable();
    outcomes.push(toOutcome(verdict));
  }
  for (const refund of await listOpenRefunds(service, orderId)) {
    if ((await followRefund(settings, service, refund)) === 'unreachable') throw unreachable();
  }
  return strongest.find((it) => outcomes.includes(it)) ?? 'failed';
}

/**
 * Gives a payment of an order back.
 * @throws ApiError 409 `provider_unreachable`, `not_refundable`, `refund_refused` with the provider's reason
 */
export async function refundOrder(
  settings: Settings,
  it: { orderId: string; reference: string; askedBy: string },
): Promise<RefundRow> {
  const service = connectAsService(settings);
  const verdict = await refundPayment(settings, service, it);
  if (verdict === 'unreachable') throw unreachable();
  if (verdict === 'unknown') {
    throw new ApiError(409, 'not_refundable', 'The payment provider does not know this payment.');
  }
  if (verdict.status === 'failed') {
    throw new ApiError(409, 'refund_refused', `The payment provider refused: ${verdict.note}`);
  }
  return verdict;
}
