import { isOverdue } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';

/** Until when an order on terms is to be paid; empty for others. */
export function dueText(order: Pick<Order, 'status' | 'dueAt'>): string {
  if (order.status !== 'OnTerms' || order.dueAt === null) return '';
  const day = formatDate(order.dueAt);
  return isOverdue(order) ? `Overdue since ${day}` : `Due ${day}`;
}
