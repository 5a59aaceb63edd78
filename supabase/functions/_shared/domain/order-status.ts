export const orderStatuses = ['Pending', 'Paid', 'Held', 'Refunded', 'Cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What each status means, for the back office. */
export const statusMeanings: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Not paid yet. The customer can still pay from their orders.',
  Paid: 'Paid in full, in the right currency. Ready to be sent.',
  Held: 'Something was paid, but not the right amount or currency, or after the order was cancelled or its pieces were sold. Look at the payments: give the money back, or write to the customer.',
  Refunded: 'The money was given back.',
  Cancelled: 'The customer cancelled it before it was paid. Nothing is to be sent.',
};

/** `processed` is final; a `failed` refund can be requested again. */
export const refundStatuses = [
  'requested',
  'pending',
  'processing',
  'processed',
  'failed',
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The outcome of a payment, as reported by the provider. */
export const paymentOutcomes = ['paid', 'pending', 'failed', 'held'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

interface OrderedChoice {
  readonly size: string | null;
  readonly color: string | null;
  readonly product: {
    readonly sizes: readonly string[];
    readonly colors: readonly string[];
  } | null;
}

/** What of a line was not chosen when it was ordered, as an order by the API may leave it; empty when nothing. */
export function notChosen({ product, size, color }: OrderedChoice): string {
  const open = [
    product && product.colors.length > 0 && !color && 'color not chosen',
    product && product.sizes.length > 0 && !size && 'size not chosen',
  ];
  return open.filter(Boolean).join(', ');
}

export function isPaid(order: { status: OrderStatus }): boolean {
  return order.status === 'Paid';
}

/** Whether a payment attempt received money, which can be refunded. */
export function broughtMoney({ status }: { status: string }): boolean {
  return status === 'paid' || status === 'held' || status === 'duplicate';
}
