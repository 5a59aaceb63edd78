import { formatPrice } from '#shared/domain/money.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { routes } from '../../routes.ts';
import type { Column } from '../listing/column.ts';
import { EmailText } from '../listing/EmailText.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-words.ts';

const userCellId = (order: AdminOrder) => `order-${order._id}`;

export function orderColumns(onDelete: (order: AdminOrder) => void): readonly Column<AdminOrder>[] {
  return [
    {
      id: 'user',
      header: 'User',
      kind: 'title',
      sortable: true,
      cell: (order) => (
        <div className="two-lines" id={userCellId(order)}>
          <span>
            {order.user.firstname} (<EmailText email={order.user.email} />)
          </span>
          <small>
            {order.user.address} ({order.user.postcode})
          </small>
        </div>
      ),
    },
    {
      id: 'product',
      header: 'Product Title',
      cell: (order) => <OrderLines lines={order.products} />,
    },
    {
      id: 'price',
      header: 'Price',
      kind: 'figures',
      sortable: true,
      cell: (order) => formatPrice(order.totalPrice),
    },
    {
      id: 'status',
      header: 'Status',
      sortable: true,
      cell: (order) => (
        <div className="two-lines">
          <OrderStatus status={order.status} />
          <small>{paymentNote(order)}</small>
        </div>
      ),
    },
    {
      id: 'reference',
      header: 'Payment Reference',
      cell: ({ paymentReference }) => (
        <span className="code code--short" title={paymentReference ?? undefined}>
          {paymentReference ?? '–'}
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (order) => <RelativeTime iso={order.createdAt} />,
    },
    {
      id: 'action',
      header: 'Action',
      kind: 'actions',
      cell: (order) => (
        <>
          <a
            className="link-button"
            href={routes.adminOrder(order._id)}
            aria-describedby={userCellId(order)}
          >
            Details
          </a>
          <RowActions describedBy={userCellId(order)} onDelete={() => onDelete(order)} />
        </>
      ),
    },
  ];
}
