import { paymentToCancel } from '../_shared/domain/order-status.ts';
import type { Db } from '../_shared/queries/database.ts';
import type { Order } from '../_shared/schemas/orders.ts';
import type { Settings } from '../_shared/settings.ts';
import { refundOrder, requireUnpaid } from './payment-checks.ts';
import { cancelOrder, type ImageUrl } from './queries/orders.ts';

/** The error codes of a cancellation by the customer. */
export const cancelErrors = [
  ...['not_pending', 'paid_meanwhile', 'sent_already', 'already_refunded'],
  ...['not_refundable', 'refund_refused', 'provider_unreachable'],
] as const;

interface Cancelling {
  settings: Settings;
  /** With the rights of the customer, or of who has opened the link of the order. */
  db: Db;
  imageUrl: ImageUrl;
  /** The customer; null by a link. */
  askedBy: string | null;
}

/** Refunds a paid order, or cancels one that is not paid, as its provider knows, or costs nothing. @throws ApiError 409 */
export async function cancelOwnOrder(
  { settings, db, imageUrl, askedBy }: Cancelling,
  order: Order,
): Promise<void> {
  const reference = paymentToCancel(order);
  if (reference !== null) {
    const refund = { id: crypto.randomUUID(), reference, askedBy };
    await refundOrder(settings, { ...refund, cancel: true });
    return;
  }
  if (order.status === 'Pending') await requireUnpaid(settings, order._id);
  await cancelOrder(db, imageUrl, order._id);
}
