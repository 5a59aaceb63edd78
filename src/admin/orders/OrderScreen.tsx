import { isToSend } from '#shared/domain/order-status.ts';
import { paperName } from '#shared/domain/order-sums.ts';
import { messages } from '#shared/messages.ts';
import type { OrderDetails as Details } from '#shared/schemas/admin-orders.ts';
import { useState } from 'react';
import { deleteOrder, order as resourceOf } from '../../api/admin-orders.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { removeAndLeave } from '../changes.ts';
import { CustomFields } from '../custom-fields/CustomFields.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { Notes } from '../notes/Notes.tsx';
import { MailList } from '../settings/mail/MailList.tsx';
import { CancelOrders } from './CancelOrders.tsx';
import { CancelPaidOrder } from './CancelPaidOrder.tsx';
import { OrderReturns } from '../returns/OrderReturns.tsx';
import { MarkPaid } from './MarkPaid.tsx';
import { OrderDelivery } from './OrderDelivery.tsx';
import { OrderDisputes } from './OrderDisputes.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { OrderTable } from './OrderTable.tsx';
import './order-screen.css';

/** One order: for who packs it, its next step, address and lines; for who answers, its notes, money and history. */
export function OrderScreen({ id }: { readonly id: string }) {
  const [$order] = useState(() => query(resourceOf(id)));
  return (
    <DetailScreen
      back={[routes.orders(), 'Orders']}
      $query={$order}
      path={resourceOf(id).path}
      find={(details) => details}
      what="order"
      missing={['Order', messages.orders.unknown]}
    >
      {(details) => <OrderDetails {...details} />}
    </DetailScreen>
  );
}

/** Those that brought money are refunded instead. */
const isCancellable = ({ status, totalPrice, parcels, exchange }: Details['order']): boolean =>
  status === 'Pending' ||
  ((status === 'OnTerms' || (status === 'Paid' && totalPrice === 0 && !exchange)) &&
    parcels.every((it) => it.status === 'packed'));

function OrderDetails(details: Details) {
  const { order } = details;

  return (
    <>
      <ScreenHead title={`${order.number}, ${order.user.firstname} ${order.user.lastname}`}>
        {order.payment.due > 0 && <MarkPaid order={order} />}
        {(isToSend(order) || order.parcels.length > 0) && (
          <a className="button button--quiet" href={routes.packingSlips([order._id])}>
            Packing slip
          </a>
        )}
        <a className="button button--quiet" href={routes.adminInvoice(order._id)}>
          {paperName(order)}
        </a>
        {isCancellable(order) && <CancelOrders ids={[order._id]} look="quiet" />}
        <CancelPaidOrder order={order} />
      </ScreenHead>
      <OrderDisputes order={order} />
      <div className="order-detail">
        <div className="order-detail__part">
          <OrderDelivery order={order} missing={details.missing} />
          <OrderTable order={order} />
          <OrderReturns order={order} />
          <OrderPayments order={order} />
          <Section title="Emails">
            {details.mails.length === 0 ? (
              <p>{messages.mail.noneOfOrder}</p>
            ) : (
              <MailList mails={details.mails} />
            )}
          </Section>
        </div>
        <div className="order-detail__part">
          <OrderFacts order={order} />
          <Notes about={{ kind: 'order', id: order._id }} notes={details.notes} />
          <CustomFields resource="order" id={order._id} />
          <OrderHistory {...details} />
          <DeleteButton
            name={`the order of ${order.user.firstname}`}
            label="Delete order"
            question={messages.orders.confirmDelete}
            remove={() =>
              removeAndLeave(deleteOrder(order._id), routes.orders(), {
                done: messages.orders.removed,
                failed: messages.orders.removeFailed,
              })
            }
          />
        </div>
      </div>
    </>
  );
}
