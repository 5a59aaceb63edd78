import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isToSend } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { statusText } from '../../order/due.ts';
import style from './Orders.module.css';

/** What is said of the parcels beside the status of the payment. */
function deliveryText({ fulfilment, status }: Order): string {
  const isCancelled = fulfilment === 'cancelled' && isToSend({ status });
  const isSaid = fulfilment === 'sent' || fulfilment === 'delivered' || isCancelled;
  return isSaid ? `, ${fulfilmentLabels[fulfilment].toLowerCase()}` : '';
}

/** The status of payment, parcels and refunds. */
export function OrderStatus({ order }: { readonly order: Order }) {
  const { status, refunded, currency } = order;
  // There is nothing to do about an exchange that is not to be paid yet.
  const isHeld = status === 'Pending' && order.exchange?.payable === false;
  return (
    <span className={style.status} data-status={isHeld ? undefined : status}>
      {isHeld ? 'Held for you' : statusText(order)}
      {deliveryText(order)}
      {status === 'Paid' && refunded > 0 ? `, ${formatPrice(refunded, currency)} refunded` : ''}
    </span>
  );
}
