import { isOverdue, statusLabel } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';

/** The due date of an order on terms; empty for others. */
export function dueText(order: Pick<Order, 'status' | 'dueAt'>): string {
  if (order.status !== 'OnTerms' || order.dueAt === null) return '';
  const day = formatDate(order.dueAt);
  return isOverdue(order) ? `Overdue since ${day}` : `Due ${day}`;
}

/** The payment status for customers: `On terms, due November 21, 2026`. */
export function statusText(order: Pick<Order, 'status' | 'dueAt'>): string {
  const due = dueText(order);
  const label = statusLabel(order.status);
  return due ? `${label}, ${due.charAt(0).toLowerCase()}${due.slice(1)}` : label;
}
