import type { AdminOrder, PaymentEvent } from '#shared/schemas/admin-orders.ts';
import { eventWords } from './payment-words.ts';

/** Something that happened to an order. */
export interface Happening {
  /** ISO time. */
  readonly at: string;
  readonly what: string;
}

/** What happened to an order, newest first. */
export function orderHistory(order: AdminOrder, events: readonly PaymentEvent[]): Happening[] {
  const happenings: Happening[] = [
    { at: order.createdAt, what: 'The order was placed' },
    ...order.attempts.map((it) => ({ at: it.createdAt, what: 'A payment was begun' })),
    ...events.map((it) => ({ at: it.createdAt, what: eventWords(it.event) })),
    ...order.attempts.flatMap(({ refund }) =>
      refund ? [{ at: refund.askedAt, what: 'A refund was asked for' }] : [],
    ),
  ];
  if (order.paidAt) happenings.push({ at: order.paidAt, what: 'The order became Paid' });
  return happenings.sort((a, b) => b.at.localeCompare(a.at));
}
