import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isOverdue, isToSend } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { dueText } from '../../order/due.ts';
import { created, type Column } from '../listing/column.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-labels.ts';
import './order-columns.css';

export const orderColumns: readonly Column<AdminOrder>[] = [
  {
    id: 'user',
    header: 'User',
    kind: 'title',
    cell: (order) => (
      <div className="two-lines">
        <span>
          {order.user.firstname} (<EmailText email={order.user.email} />)
        </span>
        <small>
          {order.user.address} ({order.user.postcode})
        </small>
        {order.company && <small>{order.company.name}</small>}
        <small>{[order.number, order.poNumber].filter(Boolean).join(' · ')}</small>
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
    cell: (order) => formatPrice(order.totalPrice),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (order) => (
      <div className="two-lines">
        <OrderStatus status={order.status} late={isOverdue(order)} />
        <small>
          {paymentNote(order) || (isToSend(order) && fulfilmentLabels[order.fulfilment])}
        </small>
        {dueText(order) && <small>{dueText(order)}</small>}
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
