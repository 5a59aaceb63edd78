import { fromCents, toCents } from '#shared/domain/money.ts';
import { broughtMoney } from '#shared/domain/order-status.ts';
import type { AdminOrder, PaymentAttempt, RefundInput } from '#shared/schemas/admin-orders.ts';
import { refundPayment } from '../../api/admin-orders.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

/** What of a payment can be refunded, in units of its currency. */
export function leftToRefund(payment: PaymentAttempt): number {
  if (!broughtMoney(payment)) return 0;
  return fromCents(toCents(payment.paid ?? payment.amount) - toCents(payment.refunded));
}

/** The lines of which pieces can be refunded; only the payment that paid the order is for pieces. */
export function linesToRefund(order: AdminOrder, payment: PaymentAttempt): AdminOrder['products'] {
  return payment.status === 'paid' ? order.products.filter((it) => it.quantity > it.refunded) : [];
}

type Chosen = Pick<RefundInput, 'amount' | 'lines'>;

/** Whether any pieces were chosen. */
export const hasPieces = ({ lines = [] }: Chosen): boolean => lines.some((it) => it.quantity > 0);

/** What is refunded: the amount that was entered, else the price of the pieces, else `left`; NaN where it cannot be read. */
export function amountOf(
  lines: AdminOrder['products'],
  left: number,
  { amount, lines: chosen = [] }: Chosen,
): number {
  if (amount !== undefined && amount !== '') return Number(amount);
  if (!hasPieces({ lines: chosen })) return left;
  const quantities = new Map(chosen.map((it) => [it.line, it.quantity]));
  const price = (it: AdminOrder['products'][number]) =>
    toCents(it.unitPrice) * (quantities.get(it._id) ?? 0);
  return fromCents(lines.reduce((sum, it) => sum + price(it), 0));
}

/** Sends a refund; the key is to be used again only where it is not known whether it arrived. */
export async function refund(order: string, body: RefundInput, key: string) {
  const reply = await change(refundPayment(order, body, key), ['/orders'], {
    failed: ({ message }) => message,
    about: 'refund',
  });
  if (reply.ok) toastSuccess(reply.message, undefined, 'refund');
  return reply;
}
