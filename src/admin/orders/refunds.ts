import { fromMinor, toMinor } from '#shared/domain/money.ts';
import { broughtMoney } from '#shared/domain/order-status.ts';
import type { AdminOrder, PaymentAttempt, RefundInput } from '#shared/schemas/admin-orders.ts';
import type { OrderReturn } from '#shared/schemas/returns.ts';
import { refundPayment } from '../../api/admin-orders.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

/** The refundable amount of a payment, in units of its currency. */
export function leftToRefund(payment: PaymentAttempt): number {
  if (!broughtMoney(payment)) return 0;
  const { currency } = payment;
  const paid = toMinor(payment.paid ?? payment.amount, currency);
  return fromMinor(paid - toMinor(payment.refunded, currency), currency);
}

/** Whether a payment can be refunded; one of nothing closes the pieces of its order. */
export const isRefundable = (order: AdminOrder, payment: PaymentAttempt): boolean =>
  leftToRefund(payment) > 0 ||
  (payment.amount === 0 && payment.status === 'paid' && order.status === 'Paid');

const openRefunds = (order: AdminOrder) =>
  order.attempts.flatMap((it) => it.refunds).filter((it) => it.status !== 'failed');

/** The refundable shipping cost with its tax: once, from the payment that paid the order. */
export function shippingToRefund(order: AdminOrder, payment: PaymentAttempt): number {
  if (payment.status !== 'paid' || openRefunds(order).some((it) => it.shipping > 0)) return 0;
  const { currency } = order;
  const tax = order.taxIncluded ? 0 : toMinor(order.shippingTax, currency);
  return fromMinor(toMinor(order.shipping, currency) + tax, currency);
}

/** The amount paid for this many further pieces of a line, after discount and with tax, as `price_of_pieces` in SQL. */
export function priceOfPieces(
  order: AdminOrder,
  line: AdminOrder['products'][number],
  pieces: number,
): number {
  const minor = (amount: number) => toMinor(amount, order.currency);
  const tax = order.taxIncluded ? 0 : minor(line.tax);
  const paid = minor(line.unitPrice) * line.quantity - minor(line.discount) + tax;
  const before = openRefunds(order)
    .flatMap((it) => it.lines)
    .filter((it) => it.line === line._id)
    .reduce((sum, it) => sum + minor(it.price), 0);
  const share = Math.round((paid * (line.refunded + pieces)) / line.quantity);
  return fromMinor(Math.max(0, share - before), order.currency);
}

/** What is to be refunded of a received return, of which some pieces are exchanged, as `due_of_return` in SQL. */
export function dueOfReturn(order: AdminOrder, { lines, exchange }: OrderReturn): number {
  const exchanged = new Map(exchange?.lines.map((it) => [it.line, it.cheaperBy]));
  const sums = lines.map(({ line, received }) => {
    const ordered = order.products.find((it) => it._id === line);
    const price = ordered && received > 0 ? priceOfPieces(order, ordered, received) : 0;
    return toMinor(exchanged.get(line) ?? price, order.currency);
  });
  return fromMinor(
    sums.reduce((sum, it) => sum + it, 0),
    order.currency,
  );
}

/** The lines of which pieces can be refunded; only the payment that paid the order is for pieces. */
export function linesToRefund(order: AdminOrder, payment: PaymentAttempt): AdminOrder['products'] {
  return payment.status === 'paid' ? order.products.filter((it) => it.quantity > it.refunded) : [];
}

type Chosen = Pick<RefundInput, 'amount' | 'lines' | 'shipping'>;

/** Whether any pieces were chosen. */
export const hasPieces = ({ lines = [] }: Chosen): boolean => lines.some((it) => it.quantity > 0);

/** The refund amount: the one entered, else the price of the selection, else everything left; NaN if it is invalid. */
export function amountOf(
  order: AdminOrder,
  payment: PaymentAttempt,
  { amount, lines: chosen = [], shipping = false }: Chosen,
): number {
  if (amount !== undefined && amount !== '') return Number(amount);
  if (!hasPieces({ lines: chosen }) && !shipping) return leftToRefund(payment);
  const quantities = new Map(chosen.map((it) => [it.line, it.quantity]));
  const prices = order.products
    .filter((it) => (quantities.get(it._id) ?? 0) > 0)
    .map((it) => priceOfPieces(order, it, quantities.get(it._id) ?? 0));
  const start = shipping ? shippingToRefund(order, payment) : 0;
  const { currency } = order;
  return fromMinor(
    [start, ...prices].reduce((sum, it) => sum + toMinor(it, currency), 0),
    currency,
  );
}

/** Sends a refund. Reuse the key only if it is unknown whether the request arrived. */
export async function refund(order: string, body: RefundInput, key: string) {
  const reply = await change(refundPayment(order, body, key), ['/orders'], {
    failed: ({ message }) => message,
    about: 'refund',
  });
  if (reply.ok) toastSuccess(reply.message, undefined, 'refund');
  return reply;
}
