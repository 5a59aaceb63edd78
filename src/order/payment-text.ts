import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';

/** Whether, how and when an order was paid. */
export function paymentText({ status, paidAt, dueAt, totalPrice }: Order): string {
  const means = dueAt === null ? 'card' : 'transfer';
  if (status === 'OnTerms' && dueAt) return `Payable by bank transfer by ${formatDate(dueAt)}`;
  if (totalPrice === 0 && status !== 'Held' && status !== 'Cancelled') return 'Nothing to pay';
  if (status === 'Paid' && paidAt) return `Paid by ${means} on ${formatDate(paidAt)}`;
  if (status === 'Refunded') return `Paid by ${means}, refunded in full`;
  if (status === 'Held') return 'Payment under review';
  if (status === 'Cancelled') return 'Cancelled';
  return status === 'Paid' ? `Paid by ${means}` : 'Not paid yet';
}
