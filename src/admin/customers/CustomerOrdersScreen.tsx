import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { useMemo } from 'react';
import { fetchCustomerOrders } from '../../api/admin-orders.ts';
import { routes } from '../../routes.ts';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { remoteList } from '../listing/remote-list.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { OrderStatus } from '../orders/OrderStatus.tsx';

/** The orders of one customer. */
export function CustomerOrdersScreen({ userId }: { readonly userId: string }) {
  const orders = useMemo(
    () =>
      remoteList<Order>(async () => {
        const reply = await fetchCustomerOrders(userId);
        return reply.ok ? reply.orders : null;
      }),
    [userId],
  );
  const list = useStore(orders.$list);
  const first = list.rows[0];
  return (
    <>
      <a className="back-link" href={routes.customers()}>
        Customers
      </a>
      <ScreenHead title={first ? `Orders of ${first.user.firstname}` : 'Customer orders'} />
      {list.rows.length === 0 ? (
        <ListNotice list={list} empty={messages.orders.emptyForUser} reload={orders.load} />
      ) : (
        <ul className="order-cards">
          {list.rows.map((order) => (
            <li key={order._id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OrderCard({ order }: { readonly order: Order }) {
  return (
    <article className="order-card">
      <dl>
        <div className="order-card__products">
          <dt>Product Name</dt>
          {order.products.map((line) => (
            <dd key={line._id}>
              {line.product?.title ?? (
                <span className="gone" title={line.title}>
                  {messages.products.deleted}
                </span>
              )}
            </dd>
          ))}
        </div>
        <div>
          <dt>Price</dt>
          <dd className="price">{formatPrice(order.totalPrice).replace('$', '$ ')}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <OrderStatus status={order.status} />
          </dd>
        </div>
      </dl>
      <p className="order-card__time">
        <RelativeTime iso={order.createdAt} />
      </p>
    </article>
  );
}
