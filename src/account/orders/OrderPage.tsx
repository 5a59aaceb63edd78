import { useState } from 'react';
import { isPayable } from '#shared/domain/order-status.ts';
import { paperName } from '#shared/domain/order-sums.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { ReturnInput } from '#shared/schemas/returns.ts';
import { exchanges, requestReturn, userOrder } from '../../api/orders.ts';
import { query, revalidate } from '../../api/query.ts';
import { ExchangeNote } from '../../order/ExchangeNote.tsx';
import { OrderWay, Parcels, Returns } from '../../order/OrderParts.tsx';
import { ReturnButton } from '../../order/ReturnButton.tsx';
import { routes } from '../../routes.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { formatDate } from '../../ui/format.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import { CancelButton } from './CancelButton.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderItems } from './OrderItems.tsx';
import style from './OrderPage.module.css';
import { OrderStatus } from './OrderStatus.tsx';
import { PayButton } from './PayButton.tsx';
import { ReorderButton } from './ReorderButton.tsx';

/** One order: progress, actions, items, delivery, payment, parcels and returns. */
export function OrderPage({ id }: { readonly id: string }) {
  const [$order] = useState(() => query(userOrder(id)));
  const { body, failure } = useLoaded($order);
  if (failure?.status === 404) {
    return (
      <div className="empty">
        <p className="empty__title" role="alert">
          {messages.orders.unknown}
        </p>
        <a className="button button--quiet" href={routes.userOrders()}>
          All your orders
        </a>
      </div>
    );
  }
  if (failure) return <LoadFailure failure={failure} path={userOrder(id).path} />;
  return body ? <OrderParts order={body.order} /> : <Spinner />;
}

function OrderParts({ order }: { readonly order: Order }) {
  const pages = new Map(
    order.returns.flatMap(({ exchange: it }) =>
      it ? [[it.number, routes.userOrderDetails(it.order)]] : [],
    ),
  );
  async function returnPieces(body: ReturnInput) {
    const reply = await requestReturn(order._id, body);
    if (reply.ok) toastSuccess(reply.message, undefined, 'return');
    if (reply.ok || reply.status === 409) revalidate('/orders/');
    return reply;
  }
  return (
    <div className={style.order}>
      <header className={style.head}>
        <div>
          <p className="label">Reference ID</p>
          <h2>{order.number}</h2>
          {order.poNumber && <p>Purchase order {order.poNumber}</p>}
          <p>
            Placed on <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
          <p>
            <OrderStatus order={order} />
          </p>
          <ExchangeNote
            order={order}
            {...(order.exchange && { page: routes.userOrderDetails(order.exchange.order) })}
          />
        </div>
        <div className={style.actions}>
          {isPayable(order) && <PayButton order={order} />}
          {order.products.some((it) => it.returnable > 0) && (
            <ReturnButton order={order} exchanges={exchanges(order._id)} send={returnPieces} />
          )}
          {order.status !== 'Pending' && (
            <ReorderButton lines={order.products} label="Order again" name={order.number} />
          )}
          <CancelButton order={order} />
          <a className="lone-link" href={routes.userInvoice(order._id)}>
            {paperName(order)}
          </a>
        </div>
      </header>
      <OrderWay order={order} />
      {order.parcels.length > 0 && (
        <section>
          <h3>Parcels</h3>
          <Parcels order={order} />
        </section>
      )}
      {order.returns.length > 0 && (
        <section>
          <h3>Returns</h3>
          <Returns order={order} pages={pages} />
        </section>
      )}
      <div className={style.columns}>
        <OrderItems order={order} />
        <OrderFacts order={order} />
      </div>
    </div>
  );
}
