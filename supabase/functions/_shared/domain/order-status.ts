export const orderStatuses = ['Pending', 'Paid', 'Held', 'Refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What a status means, for those who look after orders. */
export const statusMeanings: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Not paid yet. The customer can still pay from their orders.',
  Paid: 'Paid in full, in the right currency. Ready to be sent.',
  Held: 'Something was paid, but not the right amount or currency. Look at the payments: give the money back, or write to the customer.',
  Refunded: 'The money was given back.',
};

/** Where a refund stands; `processed` is the end of it, `failed` may be asked for again. */
export const refundStatuses = [
  'requested',
  'pending',
  'processing',
  'processed',
  'failed',
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** How a visit to the payment provider ended, as far as the provider says. */
export const paymentOutcomes = ['paid', 'pending', 'failed', 'held'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export function isPaid(order: { status: OrderStatus }): boolean {
  return order.status === 'Paid';
}

/** Tries to pay that brought money, which can be given back. */
export function broughtMoney({ status }: { status: string }): boolean {
  return status === 'paid' || status === 'held' || status === 'duplicate';
}
