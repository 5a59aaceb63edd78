import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { orderStatuses } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useMemo } from 'react';
import { routes } from '../../routes.ts';
import { useAddress } from '../listing/address-state.ts';
import type { TableFilter } from '../listing/filter.ts';
import { Counted } from '../listing/Counted.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { pageCount, readTableQuery } from '../listing/table-query.ts';
import { TableFilters } from '../listing/TableFilters.tsx';
import { TablePager } from '../listing/TablePager.tsx';
import { OrderStatus } from '../orders/OrderStatus.tsx';
import { paymentNote } from '../orders/payment-words.ts';
import { ordersOf } from './customers.ts';

const filters: readonly TableFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: orderStatuses.map((value) => ({ value, label: value })),
  },
];

/** The orders of one customer. */
export function CustomerOrdersScreen({ userId }: { readonly userId: string }) {
  const orders = useMemo(() => ordersOf(userId), [userId]);
  const list = useStore(orders.$list);
  const address = useAddress();
  const { page, limit, filters: chosen } = readTableQuery(address, ['status']);
  const first = list.rows[0];
  return (
    <>
      <a className="back-link" href={routes.customers()}>
        Customers
      </a>
      <ScreenHead title={first ? `Orders of ${first.user.firstname}` : 'Customer orders'} />
      <div className="data-table">
        {(list.total > 0 || chosen['status']) && (
          <div className="table-tools">
            <TableFilters filters={filters} chosen={chosen} />
            <p role="status" className="table-tools__count">
              <Counted total={list.total} totalIsLeast={list.totalIsLeast} />{' '}
              {chosen['status'] ? 'found' : 'in all'}
            </p>
          </div>
        )}
        {list.rows.length === 0 ? (
          <ListNotice
            list={list}
            empty={chosen['status'] ? messages.products.nothingFound : messages.orders.emptyForUser}
            reload={orders.load}
          />
        ) : (
          <ul className="order-cards" aria-busy={list.busy}>
            {list.rows.map((order) => (
              <li key={order._id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        )}
        <TablePager
          page={Math.min(page, pageCount(list.total, limit))}
          limit={limit}
          total={list.total}
          totalIsLeast={list.totalIsLeast}
        />
      </div>
    </>
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
          aria-label={`Details of the order of ${formatPrice(order.totalPrice)}`}
        >
          Details
        </a>
      </p>
    </article>
  );
}
