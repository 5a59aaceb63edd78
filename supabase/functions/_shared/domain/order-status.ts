import type { PaymentKind } from './payment-kind.ts';

export const orderStatuses = [
  'Pending',
  'OnTerms',
  'Paid',
  'Held',
  'Refunded',
  'Cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A status as people read it. */
export const statusLabel = (status: string): string => (status === 'OnTerms' ? 'On terms' : status);

/** What each status means, for the back office. */
export const statusMeanings: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Not paid yet. The customer can still pay from their order list.',
  OnTerms: 'Sent before it is paid. The company pays by bank transfer by the due date.',
  Paid: 'Paid in full, in the right currency.',
  Held: 'A payment arrived with the wrong amount or currency, or after the order was cancelled or deleted or its pieces were sold. Check the payments, then refund the money or contact the customer.',
  Refunded: 'The payment was refunded.',
  Cancelled: 'The order was cancelled before anything was paid. There is nothing to send.',
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

/** Whether it is sent, now or as soon as there is something to send. */
export function isToSend({ status }: { status: OrderStatus }): boolean {
  return status === 'Paid' || status === 'OnTerms';
}

interface UnpaidOrder {
  status: OrderStatus;
  exchange: { payable: boolean } | null;
  payment: { awaited: boolean; provider: string; ways: readonly { name: string }[] };
}

/** Whether its customer can pay an order now: an exchange not before it is approved, or its pieces have arrived; one by bank transfer only otherwise. */
export const isPayable = ({ status, exchange, payment }: UnpaidOrder): boolean =>
  status === 'Pending' &&
  (exchange?.payable ?? true) &&
  (!payment.awaited || payment.ways.some(({ name }) => name !== payment.provider));

interface WithWays<Way> {
  payment: { awaited: boolean; provider: string; ways: readonly Way[] };
}

/** How an order can be paid instead: not again in the way by which its money is on the way. */
export const otherWays = <Way extends { name: string }>({
  payment: { awaited, provider, ways },
}: WithWays<Way>): Way[] => ways.filter((it) => !awaited || it.name !== provider);

interface PaidOrder {
  status: OrderStatus;
  fulfilment: string;
  parcels: readonly unknown[];
  totalPrice: number;
  dueAt: string | null;
  paymentReference: string | null;
  exchange: unknown;
  payment: { kind: PaymentKind | null };
}

const isPaidAndUntouched = ({ status, fulfilment, parcels }: PaidOrder): boolean =>
  status === 'Paid' && fulfilment === 'to_send' && parcels.length === 0;

/** The payment at a provider that is refunded when the customer cancels a paid order; null where that is not possible, as when something is packed. */
export function paymentToCancel(order: PaidOrder): string | null {
  const isPaidOnPage = order.totalPrice > 0 && order.payment.kind === 'page';
  return isPaidAndUntouched(order) && isPaidOnPage ? order.paymentReference : null;
}

/** Whether its customer can cancel an order without a refund: nothing is paid yet, or to be paid. */
export function isCancelledAtOnce(order: PaidOrder): boolean {
  const isFree = order.totalPrice === 0 && order.exchange === null;
  return order.status === 'Pending' || (isPaidAndUntouched(order) && isFree);
}

/** Whether an order on terms was not paid in time. */
export function isOverdue(order: { status: OrderStatus; dueAt: string | null }): boolean {
  return order.status === 'OnTerms' && order.dueAt !== null && Date.parse(order.dueAt) < Date.now();
}

/** Whether a payment attempt received money, which can be refunded. */
export function broughtMoney({ status }: { status: string }): boolean {
  return status === 'paid' || status === 'held' || status === 'duplicate';
}
