import { streetAndCity } from '#shared/domain/address.ts';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isOverdue, isToSend } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { dueText } from '../../order/due.ts';
import { routes } from '../../routes.ts';
import { created, type Column } from '../listing/column.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-labels.ts';
import './order-columns.css';

/** What the status does not tell. */
const noteOf = (order: AdminOrder): string =>
  [
    dueText(order),
    paymentNote(order) || (isToSend(order) && fulfilmentLabels[order.fulfilment]),
    order.gift && 'Gift',
    order.assignee && `for ${order.assignee.firstname}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Such as "18 Quay Street, Portland (04101)". */
const placeOf = ({ user }: AdminOrder): string =>
  [streetAndCity(user), user.postcode && `(${user.postcode})`].filter(Boolean).join(' ');

export const orderColumns: readonly Column<AdminOrder>[] = [
  {
    id: 'user',
    header: 'User',
    kind: 'title',
    cell: (order) => (
      <div className="two-lines order-row__user">
        <span>
          <a className="row-title" href={routes.adminOrder(order._id)}>
            {order.number}
          </a>{' '}
          {order.user.firstname} <span className="order-row__last">{order.user.lastname}</span>{' '}
          <span className="order-row__more">
            (<EmailText email={order.user.email} />)
          </span>
        </span>
        <small className="order-row__more">
          {[order.byGuest && 'Guest', placeOf(order), order.company?.name, order.poNumber]
            .filter(Boolean)
            .join(' · ')}
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
    cell: (order) => formatPrice(order.totalPrice, order.currency),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (order) => (
      <div className="two-lines">
        <OrderStatus status={order.status} late={isOverdue(order)} />
        <small title={noteOf(order)}>{noteOf(order)}</small>
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
  created,
];
