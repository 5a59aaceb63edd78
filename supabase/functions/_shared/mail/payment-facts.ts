import { formatPrice } from '../domain/money.ts';
import { holdText } from '../domain/order-facts.ts';
import { longDay, timeWithZone } from '../domain/shop-time.ts';
import { transferCode } from '../domain/transfer-code.ts';
import type { OrderRow } from '../queries/order-rows.ts';

/** How, and until when, an order is to be paid; nothing for one that is paid. */
export function paymentFacts(
  order: OrderRow,
  timeZone: string,
): { label: string; value: string }[] {
  const { status, payment, number, held_until: heldUntil, due_at: dueAt } = order;
  const { due = 0, pay_to: account = '', kind = null } = payment ?? {};
  const amount = formatPrice(due, order.currency);
  const until = status === 'OnTerms' && kind !== 'on_delivery' ? dueAt : null;
  return [
    { label: 'To pay on delivery', value: due > 0 && kind === 'on_delivery' ? amount : '' },
    {
      label: 'Time to pay',
      value: heldUntil ? holdText(timeWithZone(timeZone, new Date(heldUntil))) : '',
    },
    { label: 'Due', value: until ? longDay(timeZone, new Date(until)) : '' },
    { label: 'Amount to transfer', value: account && amount },
    { label: 'Pay to', value: account },
    { label: 'Payment reference', value: account && number },
  ].filter(({ value }) => value !== '');
}

/** The picture of the QR code that fills in the transfer; nothing where there is none. Mail programs block pictures in the mail itself. */
export const codePicture = (order: OrderRow, orderUrl: string): { picture?: string } =>
  orderUrl && transferCode(order) ? { picture: `${orderUrl}/transfer.png` } : {};
