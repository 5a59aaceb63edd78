import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { useMemo, useState } from 'react';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { OrderLines } from './OrderLines.tsx';
import { orders, removeOrder } from './orders.ts';
import { OrderStatus } from './OrderStatus.tsx';

const rowId = (order: Order) => order._id;
const userCellId = (order: Order) => `order-${order._id}`;

function words({ user, products, status, paymentReference, totalPrice }: Order): string {
  const titles = products.map((line) => line.product?.title ?? messages.products.deleted);
  return [
    ...[user.firstname, user.lastname, user.email, user.address, user.postcode],
    ...titles,
    ...[status, paymentReference ?? '', formatPrice(totalPrice)],
  ].join(' ');
}

function columnsFor(onDelete: (order: Order) => void): readonly Column<Order>[] {
  return [
    {
      id: 'user',
      header: 'User',
      kind: 'title',
      value: ({ user }) => user.firstname,
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
      value: (order) => order.totalPrice,
      cell: (order) => formatPrice(order.totalPrice),
    },
    {
      id: 'status',
      header: 'Status',
      value: (order) => order.status,
      cell: (order) => <OrderStatus status={order.status} />,
    },
    {
      id: 'reference',
      header: 'Payment Reference',
      cell: (order) => <span className="code">{order.paymentReference ?? '–'}</span>,
    },
    {
      id: 'created',
      header: 'Created',
      value: (order) => order.createdAt,
      cell: (order) => <RelativeTime iso={order.createdAt} />,
    },
    {
      id: 'action',
      header: 'Action',
      kind: 'actions',
      cell: (order) => (
        <RowActions describedBy={userCellId(order)} onDelete={() => onDelete(order)} />
      ),
    },
  ];
}

export function OrdersScreen() {
  const list = useStore(orders.$list);
  const [doomed, setDoomed] = useState<Order | null>(null);
  const columns = useMemo(() => columnsFor(setDoomed), []);
  const page = useLocalPage(list, columns, words);
  return (
    <>
      <ScreenHead title="Orders" />
      <DataTable
        caption="All orders"
        columns={columns}
        list={page}
        rowId={rowId}
        searchLabel="Search orders"
        empty={messages.orders.empty}
        reload={orders.load}
      />
      <ConfirmDelete
        title={
          doomed &&
          `Delete the order of ${doomed.user.firstname}, ${formatPrice(doomed.totalPrice)}`
        }
        question={messages.orders.confirmDelete}
        onYes={async () => doomed !== null && removeOrder(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
