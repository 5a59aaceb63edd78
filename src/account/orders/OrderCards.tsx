import { useState } from 'react';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isToSend } from '#shared/domain/order-status.ts';
import { paperName } from '#shared/domain/order-sums.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { userOrders, type OrdersPart } from '../../api/orders.ts';
import { query } from '../../api/query.ts';
import { statusText } from '../../order/due.ts';
import { OrderLine, OrderWay, Parcels, Returns } from '../../order/OrderParts.tsx';
import { PayTo } from '../../order/PayTo.tsx';
import { routes } from '../../routes.ts';
import { formatAgo } from '../../ui/format-ago.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useParts } from '../use-parts.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import { CancelButton } from './CancelButton.tsx';
import style from './OrderCards.module.css';
import { PayButton } from './PayButton.tsx';
import { ReorderButton } from './ReorderButton.tsx';
import { ReturnButton } from './ReturnButton.tsx';

const all = userOrders();
const unpaid = userOrders({ status: 'Pending' });
const [$all, $unpaid] = [query(all), query(unpaid)];

/** The shopper's orders with their status; with `pending`, only unpaid ones. */
export function OrderCards({ pending = false }: { pending?: boolean }) {
  const { body, failure } = useLoaded(pending ? $unpaid : $all);
  if (failure) return <LoadFailure failure={failure} path={(pending ? unpaid : all).path} />;
  if (!body) return <Spinner />;
  // Starts over when the list has changed.
  const key = body.orders.map((it) => it._id).join();
  return <OrderList key={key} pending={pending} first={body} />;
}

function OrderList({ pending, first }: { pending: boolean; first: OrdersPart }) {
  const { items, list, showMore } = useParts(first, {
    itemsOf: ({ orders }) => orders,
    after: ({ next }) =>
      next ? userOrders({ cursor: next, ...(pending && { status: 'Pending' }) }) : null,
  });

  if (items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{messages.orders[pending ? 'nonePending' : 'none']}</p>
        <p>{pending ? 'All your orders are paid.' : 'Your orders and their status appear here.'}</p>
        <a className="button button--quiet" href={routes.userProducts()}>
          Go to the shop
        </a>
      </div>
    );
  }
  return (
    <>
      <ul className={style.cards} ref={list}>
        {items.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </ul>
      {showMore && <MoreButton name="Show more orders" onMore={showMore} />}
    </>
  );
}

/** What is said of the parcels beside the status of the payment. */
function deliveryText({ fulfilment, status }: Order): string {
  const isCancelled = fulfilment === 'cancelled' && isToSend({ status });
  const isSaid = fulfilment === 'sent' || fulfilment === 'delivered' || isCancelled;
  return isSaid ? `, ${fulfilmentLabels[fulfilment].toLowerCase()}` : '';
}

function OrderCard({ order }: { order: Order }) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  return (
    <li className={style.card} tabIndex={-1}>
      <div>
        <p className="label">Reference ID</p>
        <p className={style.reference}>{order.number}</p>
        {order.poNumber && <p className={style.poNumber}>Purchase order {order.poNumber}</p>}
        <ul className={style.lines}>
          {order.products.map((line) => (
            <li key={line._id}>
              <OrderLine line={line} sku={order.company ? line.sku : ''} />
            </li>
          ))}
        </ul>
        {isToSend(order) && <OrderWay order={order} />}
        <PayTo order={order} />
        {order.parcels.length > 0 && <Parcels order={order} />}
        {order.returns.length > 0 && <Returns order={order} />}
        {problems.length > 0 && (
          <div className="field__error" role="alert">
            {problems.map((it) => (
              <p key={it}>{it}</p>
            ))}
          </div>
        )}
      </div>
      <div className={style.figures}>
        <span className="price">{formatPrice(order.totalPrice)}</span>
        <span className={style.status} data-status={order.status}>
          {statusText(order)}
          {deliveryText(order)}
          {order.status === 'Paid' && order.refunded > 0
            ? `, ${formatPrice(order.refunded)} refunded`
            : ''}
        </span>
        <time dateTime={order.createdAt}>{formatAgo(order.createdAt)}</time>
        <div className={style.actions}>
          {order.status === 'Pending' && <PayButton id={order._id} />}
          <CancelButton order={order} />
          {order.status !== 'Pending' && <ReorderButton order={order} onProblems={setProblems} />}
          {order.products.some((it) => it.returnable > 0) && <ReturnButton order={order} />}
          <a
            className="lone-link"
            href={routes.userInvoice(order._id)}
            aria-label={`${paperName(order)} of ${formatPrice(order.totalPrice)}`}
          >
            {paperName(order)}
          </a>
        </div>
      </div>
    </li>
  );
}
