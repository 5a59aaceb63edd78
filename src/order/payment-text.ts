import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';

/** Whether, how and when an order was paid. */
export function paymentText({ status, paidAt, dueAt, totalPrice, payment }: Order): string {
  const { kind, awaited } = payment;
  const means =
    kind === 'on_delivery'
      ? 'on delivery'
      : kind === 'page' || (!kind && !dueAt)
        ? 'by card'
        : 'by transfer';
  if (kind === 'on_delivery' && status === 'OnTerms') return 'Payable on delivery';
  if (awaited && status === 'Pending') return 'Payable by bank transfer';
  if (status === 'OnTerms' && dueAt) return `Payable by bank transfer by ${formatDate(dueAt)}`;
  if (totalPrice === 0 && status !== 'Held' && status !== 'Cancelled') return 'Nothing to pay';
  if (status === 'Paid' && paidAt) return `Paid ${means} on ${formatDate(paidAt)}`;
  if (status === 'Refunded') return `Paid ${means}, refunded in full`;
  if (status === 'Held') return 'Payment under review';
  if (status === 'Cancelled') return 'Cancelled';
  return status === 'Paid' ? `Paid ${means}` : 'Not paid yet';
}
