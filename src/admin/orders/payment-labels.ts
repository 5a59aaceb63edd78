import { formatPrice } from '#shared/domain/money.ts';
import { isPayable } from '#shared/domain/order-status.ts';
import { disputeNote } from './disputes.ts';
import type { AdminOrder, PaymentAttempt, Refund } from '#shared/schemas/admin-orders.ts';
import { formatDate } from '../../ui/format.ts';

const attempts: Readonly<Record<string, string>> = {
  started: 'Started; the payment page was not opened',
  not_initialised: 'Started; the provider could not be reached',
  authorized: 'Payment page opened',
  abandoned: 'Payment page left',
  expired: 'Payment page expired',
  failed: 'Payment declined',
  reversed: 'Reversed by the provider',
  awaited: 'Waiting for the money',
  ended: 'No longer awaited',
  paid: 'Paid',
  held: 'Paid too late, or with a different amount or currency',
  duplicate: 'Paid twice or too much: refund this payment',
};

/** The state of a payment attempt. */
export function attemptLabel({
  status,
  amount,
  transfer,
}: Pick<PaymentAttempt, 'status' | 'amount' | 'transfer'>): string {
  if (amount === 0) return 'Nothing to pay';
  const label = attempts[status] ?? `Provider status: ${status}`;
  return [label, transfer].filter(Boolean).join(': ');
}

const refunds: Readonly<Record<Refund['status'], string>> = {
  requested: 'Refund requested, not confirmed yet',
  pending: 'Refund in progress',
  processing: 'Refund in progress',
  processed: 'Refunded',
  failed: 'Refund failed',
};

export function refundLabel({ status, note }: Pick<Refund, 'status' | 'note'>): string {
  return status === 'failed' && note ? `${refunds.failed}: ${note}` : refunds[status];
}

/** What the office waits for, and what has arrived of it. */
function awaitedNote({
  status,
  payment,
  heldUntil,
  currency,
  totalPrice,
  attempts: all,
}: AdminOrder) {
  const { kind, due } = payment;
  const money = (amount: number) => formatPrice(amount, currency);
  const since = all.find((it) => it.status === 'awaited')?.createdAt;
  const waiting =
    kind === 'on_delivery'
      ? 'To be paid on delivery'
      : `Waiting for a transfer${since ? ` since ${formatDate(since)}` : ''}`;
  return [
    due < totalPrice ? `${money(totalPrice - due)} of ${money(totalPrice)} have arrived` : waiting,
    status === 'Pending' &&
      (heldUntil ? `pieces held until ${formatDate(heldUntil)}` : 'no pieces held'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the status of an order does not tell about its payment, else empty. */
export function paymentNote(order: AdminOrder): string {
  const { status, refunded, attempts: all } = order;
  const disputed = disputeNote(order);
  if (disputed) return disputed;
  const open = all.flatMap((it) => it.refunds[0] ?? []).find((it) => it.status !== 'processed');
  if (open) return refundLabel(open);
  const twice = all.find((it) => it.status === 'duplicate' && it.refunded === 0);
  if (twice) return attemptLabel(twice);
  if (refunded > 0 && status !== 'Refunded')
    return `${formatPrice(refunded, order.currency)} refunded`;
  if (order.payment.awaited) return awaitedNote(order);
  if (status === 'Held') return 'Paid too late, or a different amount';
  if (!isPayable(order)) return '';
  return all[0] ? attemptLabel(all[0]) : 'Payment page never opened';
}

/** Some providers have the same names for their events. */
const events: Readonly<Record<string, string>> = {
  'charge.success': 'The provider reported the payment',
  'checkout.session.completed': 'The customer completed the payment page',
  'checkout.session.async_payment_succeeded': 'The provider reported the payment',
  'checkout.session.async_payment_failed': 'The provider reported that the payment failed',
  'checkout.session.expired': 'The payment page expired',
  'charge.refunded': 'The provider refunded the payment',
  'refund.created': 'The provider accepted the refund',
  'refund.updated': 'The provider reported on the refund',
  'charge.refund.updated': 'The provider reported on the refund',
  verify: 'Payment confirmed with the provider',
  office: 'The office recorded a payment',
  bank: 'A payment was matched from a bank’s file',
  'refund.pending': 'The provider accepted the refund',
  'refund.processing': 'The provider is processing the refund',
  'refund.processed': 'The provider refunded the payment',
  'refund.failed': 'The provider could not refund the payment',
};

/** An event that the provider reported. */
export function eventLabel(event: string): string {
  return events[event] ?? event;
}
