import type { RefundStatus } from '../domain/order-status.ts';
import type { Db } from '../queries/database.ts';
import { noteRefund, startRefund } from '../queries/refunds.ts';
import type { RefundRow } from '../queries/rows.ts';
import type { Settings } from '../settings.ts';
import {
  listRefunds,
  PaymentProviderError,
  requestRefund,
  verifyPayment,
  type Transaction,
} from './client.ts';

/** The provider's word for a refund; one that we do not know is under way. */
export function toRefundStatus(word: string): RefundStatus {
  if (word === 'processed' || word === 'failed' || word === 'processing') return word;
  return 'pending';
}

/** What the provider knows of a refund of this payment; null when there is none, or none that still counts. */
async function askForRefund(settings: Settings, found: Transaction): Promise<RefundStatus | null> {
  if (found.status === 'reversed') return 'processed';
  const known = await listRefunds(settings.paystack, found);
  const whole = known.find(({ status, amount }) => amount === found.amount && status !== 'failed');
  return whole ? toRefundStatus(whole.status) : null;
}

export type RefundVerdict = RefundRow | 'unknown' | 'unreachable';

/**
 * Gives all of a payment back, once: a row in the database decides who asks the provider, and the provider
 * is asked what it knows before it is asked to do anything.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded
 */
export async function refundPayment(
  settings: Settings,
  service: Db,
  { reference, askedBy }: { reference: string; askedBy: string },
): Promise<RefundVerdict> {
  const { paystack } = settings;
  try {
    const found = await verifyPayment(paystack, reference);
    if (!found || !['success', 'reversed'].includes(found.status)) return 'unknown';
    const { amount, currency } = found;
    await startRefund(service, { reference, amount, currency, askedBy });
    try {
      const known = await askForRefund(settings, found);
      const status = known ?? toRefundStatus(await requestRefund(paystack, reference));
      return await noteRefund(service, reference, status);
    } catch (error) {
      if (!(error instanceof PaymentProviderError) || !error.reached) throw error;
      return await noteRefund(service, reference, 'failed', error.message);
    }
  } catch (error) {
    // Asked, but not answered: it stays requested until the provider can say how it stands.
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

/** As in start_refund. */
const askingTime = 60_000;

/** Asks the provider how a refund stands that is not done yet. */
export async function followRefund(
  settings: Settings,
  service: Db,
  refund: RefundRow,
): Promise<RefundVerdict> {
  const { reference } = refund;
  try {
    const found = await verifyPayment(settings.paystack, reference);
    if (!found) return 'unknown';
    const status = await askForRefund(settings, found);
    if (status) return await noteRefund(service, reference, status);
    // Whoever asked for it may still be asking.
    if (Date.now() - Date.parse(refund.asked_at) < askingTime) return refund;
    return await noteRefund(service, reference, 'failed', 'The provider knows of no refund.');
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}
