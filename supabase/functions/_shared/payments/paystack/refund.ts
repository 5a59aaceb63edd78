import { toCents } from '../../domain/money.ts';
import type { RefundStatus } from '../../domain/order-status.ts';
import type { Db } from '../../queries/database.ts';
import { sendMailsSoon } from '../../mail/send.ts';
import {
  closeLostRefunds,
  listCarriedRefunds,
  noteRefund,
  settleListedRefund,
  startRefund,
  type WantedRefund,
} from '../../queries/refunds.ts';
import type { RefundRow } from '../../queries/rows.ts';
import type { Settings } from '../../settings.ts';
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

/** Updates the refunds of a payment from the provider's list. Those that name ours come first, and failed ones last. */
async function takeOverRefunds(
  settings: Settings,
  service: Db,
  { reference, found }: { reference: string; found: Transaction },
): Promise<void> {
  const rank = (it: { merchant_note?: string | undefined; status: string }) =>
    (it.merchant_note === undefined ? 1 : 0) + (it.status === 'failed' ? 2 : 0);
  const listed = await listRefunds(settings.paystack, found);
  for (const refund of listed.sort((a, b) => rank(a) - rank(b))) {
    await settleListedRefund(service, {
      reference,
      providerId: refund.id,
      id: refund.merchant_note,
      amount: refund.amount,
      status: toRefundStatus(refund.status),
    });
  }
  await closeLostRefunds(service, reference, found.status === 'reversed');
  sendMailsSoon(settings);
}

/** Asks the provider for a refund that is recorded. @throws PaymentProviderError without a response */
async function ask(
  { paystack }: Settings,
  service: Db,
  { id, reference, amount_minor: amount }: RefundRow,
): Promise<RefundRow> {
  try {
    const { status, id: providerId } = await requestRefund(paystack, { reference, id, amount });
    return await noteRefund(service, id, { status: toRefundStatus(status), providerId });
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !error.reached) throw error;
    return await noteRefund(service, id, { status: 'failed', note: error.message });
  }
}

/** Pieces that were exchanged were paid in earlier orders too: what a refund began there. */
async function askForCarried(
  settings: Settings,
  service: Db,
  refund: RefundRow,
): Promise<RefundRow> {
  for (const it of await listCarriedRefunds(service, refund.id)) await ask(settings, service, it);
  sendMailsSoon(settings);
  return refund;
}

export type RefundResult = RefundRow | 'unknown' | 'unreachable';

/**
 * Refunds a payment, or a part of it, exactly once: a row in the database decides which request calls the provider, and the
 * provider's list is read before.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces, return_moved, sent_already
 */
export async function refundPayment(
  settings: Settings,
  service: Db,
  wanted: WantedRefund,
): Promise<RefundResult> {
  const { paystack } = settings;
  const { id, reference, withoutProvider } = wanted;
  try {
    if (withoutProvider) {
      // Paid back by transfer too, or nothing: recorded at once.
      const paid = { paid: toCents(withoutProvider.amount), currency: withoutProvider.currency };
      const refund = await startRefund(service, { ...wanted, ...paid });
      return await askForCarried(settings, service, refund);
    }
    const found = await verifyPayment(paystack, reference);
    if (!found || !['success', 'reversed'].includes(found.status)) return 'unknown';
    await takeOverRefunds(settings, service, { reference, found });
    const { amount, currency } = found;
    const refund = await startRefund(service, { ...wanted, paid: amount, currency });
    // Pieces that cost nothing.
    if (refund.status === 'processed') return await askForCarried(settings, service, refund);
    if (found.status === 'reversed') return await noteRefund(service, id, { status: 'processed' });
    const asked = await ask(settings, service, refund);
    return await askForCarried(settings, service, asked);
  } catch (error) {
    // Without a response the refund stays `requested`, until the provider can be asked for its status.
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

/** Updates the refunds of a payment from the provider. */
export async function followRefunds(
  settings: Settings,
  service: Db,
  reference: string,
): Promise<'followed' | 'unknown' | 'unreachable'> {
  try {
    const found = await verifyPayment(settings.paystack, reference);
    if (!found) return 'unknown';
    await takeOverRefunds(settings, service, { reference, found });
    return 'followed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}
