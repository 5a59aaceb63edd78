import { useState } from 'react';
import { formatPrice } from '#shared/domain/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { fetchUserOrders, type OrdersPart } from '../../api/orders.ts';
import { routes } from '../../routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { ago } from '../../ui/relative-time.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useGrowingList } from '../../ui/use-growing-list.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useReply } from '../use-reply.ts';
import { PayButton } from './PayButton.tsx';

const fetchAll = () => fetchUserOrders();
const fetchPending = () => fetchUserOrders({ status: 'Pending' });

/** The shopper's orders: every one with its status, or, `pending`, those that were not paid yet. */
export function OrderCards({ pending = false }: { pending?: boolean }) {
  const { body, failure, loading, reload } = useReply(pending ? fetchPending : fetchAll);
  if (loading) return <Spinner />;
  if (failure) return <LoadFailure failure={failure} onRetry={reload} />;
  return <OrderList pending={pending} first={body ?? { orders: [] }} />;
}

/** Grows by a part at a time. */
function OrderList({ pending, first }: { pending: boolean; first: OrdersPart }) {
  const [{ orders, next }, setShown] = useState(first);
  const { list, willGrow } = useGrowingList(orders);

  const showMore = async (cursor: string) => {
    const reply = await fetchUserOrders({ cursor, ...(pending ? { status: 'Pending' } : {}) });
    if (!reply.ok) return toastError(reply.message);
    willGrow();
    setShown({ orders: [...orders, ...reply.orders], next: reply.next ?? null });
  };

  if (orders.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{pending ? 'No pending orders' : 'No orders yet'}</p>
        <p>
          {pending
            ? 'Everything that you ordered has been paid.'
            : 'What you order is listed here, with its status.'}
        </p>
        <a className="button button--quiet" href={routes.userProducts()}>
          Go to the shop
        </a>
      </div>
    );
  }
  return (
    <>
      <ul className="order-cards" ref={list}>
        {orders.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </ul>
      {next && <MoreButton name="Show more orders" onMore={() => showMore(next)} />}
    </>
  );
}

function OrderCard({ order }: { order: Order }) {
  const tone = order.status.toLowerCase();
  return (
    <li className="order-card" tabIndex={-1}>
      <div>
        <p className="label">Reference ID</p>
        <p className="order-card__reference">{order.paymentReference ?? order._id}</p>
        <p className="order-card__lines">
          {order.products.map((it) => `${it.title} × ${it.quantity}`).join(', ')}
        </p>
      </div>
      <div className="order-card__figures">
        <span className="price">{formatPrice(order.totalPrice)}</span>
        <span className={`order-card__status order-card__status--${tone}`}>{order.status}</span>
        <time dateTime={order.createdAt}>{ago(order.createdAt)}</time>
        <span className="order-card__actions">
          {order.status === 'Pending' && <PayButton id={order._id} />}
          <a
            href={routes.userInvoice(order._id)}
            aria-label={`Invoice of ${formatPrice(order.totalPrice)}`}
          >
            Invoice
          </a>
        </span>
      </div>
    </li>
  );
}
