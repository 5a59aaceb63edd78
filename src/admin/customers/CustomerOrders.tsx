import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { orderStatuses, statusLabel } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { useAddress } from '../listing/address-state.ts';
import type { TableFilter } from '../listing/filter.ts';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { readTableQuery } from '../listing/table-query.ts';
import { TablePager } from '../listing/TablePager.tsx';
import { TableTools } from '../listing/TableTools.tsx';
import { OrderStatus } from '../orders/OrderStatus.tsx';
import { paymentNote } from '../orders/payment-labels.ts';
import { ordersOf } from './customers.ts';
import './order-cards.css';

const filters: readonly TableFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: orderStatuses.map((value) => ({ value, label: statusLabel(value) })),
  },
];

/** The orders of one customer. */
export function CustomerOrders({ userId }: { readonly userId: string }) {
  const [orders] = useState(() => ordersOf(userId));
  const page = useStore(orders.$page);
  const query = readTableQuery(useAddress(), ['status']);
  const narrowed = Boolean(query.filters['status']);
  return (
    <div className="data-table">
      {(page.total > 0 || narrowed) && <TableTools query={query} filters={filters} page={page} />}
      {page.rows.length === 0 ? (
        <ListNotice
          {...page}
          empty={narrowed ? messages.products.nothingFound : messages.orders.emptyForUser}
          reload={orders.reload}
        />
      ) : (
        <ul className="order-cards" aria-busy={page.busy}>
          {page.rows.map((order) => (
            <li key={order._id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <TablePager query={query} found={page} />
    </div>
  );
}

function OrderCard({ order }: { readonly order: AdminOrder }) {
  return (
    <article className="order-card">
      <dl>
        <div className="order-card__products">
          <dt>Product Name</dt>
          {order.products.map((line) => (
            <dd key={line._id}>
              {line.product?.title ?? (
                <span className="missing" title={line.title}>
                  {messages.products.deleted}
                </span>
              )}
            </dd>
          ))}
        </div>
        <div>
          <dt>Price</dt>
          <dd className="price">
            {formatPrice(order.totalPrice, order.currency).replace('$', '$ ')}
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd className="two-lines">
            <OrderStatus status={order.status} />
            <small>{paymentNote(order)}</small>
          </dd>
        </div>
      </dl>
      <p className="order-card__time">
        <RelativeTime iso={order.createdAt} />
        <a
          className="link-button"
          href={routes.adminOrder(order._id)}
          aria-label={`Details of the order of ${formatPrice(order.totalPrice, order.currency)}`}
        >
          Details
        </a>
      </p>
    </article>
  );
}
