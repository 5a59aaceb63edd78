import { isOverdue, statusLabel } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';

type Due = Pick<Order, 'status' | 'dueAt'> & { payment?: Order['payment'] };

/** The due date of an order on terms, and of one to be paid on delivery when that is over; empty for others. */
export function dueText(order: Due): string {
  if (order.status !== 'OnTerms' || order.dueAt === null) return '';
  const day = formatDate(order.dueAt);
  if (isOverdue(order)) return `Overdue since ${day}`;
  return order.payment?.kind === 'on_delivery' ? '' : `Due ${day}`;
}

/** The payment status for customers: `On terms, due November 21, 2026`. */
export function statusText(order: Due): string {
  const { status, payment } = order;
  if (payment?.awaited && status === 'Pending') return 'Waiting for your bank transfer';
  if (payment?.kind === 'on_delivery' && status === 'OnTerms') return 'To pay on delivery';
  const due = dueText(order);
  const label = statusLabel(order.status);
  return due ? `${label}, ${due.charAt(0).toLowerCase()}${due.slice(1)}` : label;
}
