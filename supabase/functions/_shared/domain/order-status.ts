export const orderStatuses = ['Pending', 'Paid', 'Held', 'Refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** How a visit to the payment provider ended, as far as the provider says. */
export const paymentOutcomes = ['paid', 'pending', 'failed', 'held'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export function isPaid(order: { status: OrderStatus }): boolean {
  return order.status === 'Paid';
}

/** Only an order that still waits for money can be paid. */
export function canBePaid(order: { status: OrderStatus }): boolean {
  return order.status === 'Pending';
}
