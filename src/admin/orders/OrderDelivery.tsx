import { deliveryLines } from '#shared/domain/address.ts';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { isOverdue, isToSend, notChosen, statusMeanings } from '#shared/domain/order-status.ts';
import type { OrderDetails } from '#shared/schemas/admin-orders.ts';
import { dueText } from '../../order/due.ts';
import { Section } from '../listing/Section.tsx';
import { OrderParcels } from '../parcels/OrderParcels.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-labels.ts';

const waiting = 'Ask the customer for the missing choices before you send the order.';

/** What a status means for an order; an exchange is held before it is paid. */
function meaningOf({ status, exchange, payment }: OrderDetails['order']): string {
  if (status === 'OnTerms' && payment.kind === 'on_delivery')
    return 'Sent before it is paid. The customer pays when it arrives.';
  if (status === 'Pending' && payment.awaited)
    return 'Not paid yet. The customer has the bank account and the order number.';
  if (status !== 'Pending' || !exchange) return statusMeanings[status];
  if (exchange.payable) return 'The customer can pay the difference by the link in the email.';
  return `Held. To be sent once the return ${exchange.atOnce ? 'is approved' : 'has arrived'}.`;
}

/** What to do next with an order, and where it goes. */
export function OrderDelivery({ order, missing }: Pick<OrderDetails, 'order' | 'missing'>) {
  const { user, status, shippingMethod, gift } = order;
  const undecided = isToSend(order) && order.products.some(notChosen);
  return (
    <Section title="Delivery" className="panel order-delivery">
      <div>
        <p className="order-delivery__status">
          <OrderStatus status={status} late={isOverdue(order)} />
          {isToSend(order) && <strong>{fulfilmentLabels[order.fulfilment]}</strong>}
        </p>
        <p className="hint">{undecided ? waiting : meaningOf(order)}</p>
        {[paymentNote(order), dueText(order)].filter(Boolean).map((note) => (
          <p key={note} className="hint">
            {note}.
          </p>
        ))}
        <OrderParcels order={order} missing={missing} />
      </div>
      <div>
        <h3 className="order-delivery__label">Deliver to</h3>
        <address>{deliveryLines(order).join('\n')}</address>
        {user.phone && (
          <p>
            <a href={`tel:${user.phone.replaceAll(/[^\d+]/g, '')}`}>{user.phone}</a>
          </p>
        )}
        {shippingMethod && <p className="hint">{shippingMethod}</p>}
        {gift && (
          <>
            <h3 className="order-delivery__label">Gift</h3>
            <p className="order-delivery__message">{gift.message || 'Without a message'}</p>
          </>
        )}
      </div>
    </Section>
  );
}
