import { formatPrice } from '#shared/domain/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { fetchUserOrders } from '../../api/orders.ts';
import { routes } from '../../routes.ts';
import { ago } from '../../ui/relative-time.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useReply } from '../use-reply.ts';
import { PayButton } from './PayButton.tsx';

/** The shopper's orders: every one with its status, or, `pending`, those that were not paid yet. */
export function OrderCards({ pending = false }: { pending?: boolean }) {
  const { body, failure, loading, reload } = useReply(fetchUserOrders);
  if (loading) return <Spinner />;
  if (failure) return <LoadFailure failure={failure} onRetry={reload} />;
  const orders = (body?.orders ?? []).filter((it) => !pending || it.status === 'Pending');
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
    <ul className="order-cards">
      {orders.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: Order }) {
  const tone = order.status.toLowerCase();
  return (
    <li className="order-card">
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
        {order.status === 'Pending' && <PayButton id={order._id} />}
        <a
          href={routes.userInvoice(order._id)}
          aria-label={`Invoice of ${formatPrice(order.totalPrice)}`}
        >
          Invoice
        </a>
      </div>
    </li>
  );
}
