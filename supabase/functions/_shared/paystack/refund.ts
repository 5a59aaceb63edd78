import type { RefundStatus } from '../domain/order-status.ts';
import type { Db } from '../queries/database.ts';
import { sendMailsSoon } from '../mail/send.ts';
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

/** Maps the provider's status of a refund; an unknown one counts as pending. */
export function toRefundStatus(status: string): RefundStatus {
  if (status === 'processed' || status === 'failed' || status === 'processing') return status;
  return 'pending';
}

/** The status of a full refund at the provider; null if there is none that has not failed. */
async function findRefund(settings: Settings, found: Transaction): Promise<RefundStatus | null> {
  if (found.status === 'reversed') return 'processed';
  const known = await listRefunds(settings.paystack, found);
  const full = known.find(({ status, amount }) => amount === found.amount && status !== 'failed');
  return full ? toRefundStatus(full.status) : null;
}

export type RefundResult = RefundRow | 'unknown' | 'unreachable';

async function noteReached(
  settings: Settings,
  service: Db,
  reference: string,
  status: RefundStatus,
): Promise<RefundRow> {
  const refund = await noteRefund(service, reference, status);
  if (refund.status === 'processed') sendMailsSoon(settings);
  return refund;
}

/**
 * Refunds a payment in full, exactly once: a row in the database decides which request calls the provider, and existing
 * refunds are looked up there before a new one is requested.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded
 */
export async function refundPayment(
  settings: Settings,
  service: Db,
  { reference, askedBy }: { reference: string; askedBy: string },
): Promise<RefundResult> {
  const { paystack } = settings;
  try {
    const found = await verifyPayment(paystack, reference);
    if (!found || !['success', 'reversed'].includes(found.status)) return 'unknown';
    const { amount, currency } = found;
    await startRefund(service, { reference, amount, currency, askedBy });
    try {
      const known = await findRefund(settings, found);
      const status = known ?? toRefundStatus(await requestRefund(paystack, reference));
      return await noteReached(settings, service, reference, status);
    } catch (error) {
      if (!(error instanceof PaymentProviderError) || !error.reached) throw error;
      return await noteRefund(service, reference, 'failed', error.message);
    }
  } catch (error) {
    // Without a response the refund stays `requested`, until the provider can be asked for its status.
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

/** The same as in the SQL function start_refund. */
const requestTimeoutMs = 60_000;

/** Updates an open refund from the provider. */
export async function followRefund(
  settings: Settings,
  service: Db,
  refund: RefundRow,
): Promise<RefundResult> {
  const { reference } = refund;
  try {
    const found = await verifyPayment(settings.paystack, reference);
    if (!found) return 'unknown';
    const status = await findRefund(settings, found);
    if (status) return await noteReached(settings, service, reference, status);
    // The request for it may still be running.
    if (Date.now() - Date.parse(refund.asked_at) < requestTimeoutMs) return refund;
    return await noteRefund(
      service,
      reference,
      'failed',
      'The provider has no record of this refund.',
    );
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}
