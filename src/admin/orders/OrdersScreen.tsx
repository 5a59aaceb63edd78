import { fulfilmentLabels, fulfilments } from '#shared/domain/fulfilment.ts';
import { returnLabels, returnStatuses } from '#shared/domain/return-status.ts';
import { orderStatuses, statusLabel } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { Admin } from '#shared/schemas/users.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useStore } from '@nanostores/react';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { dates, type TableFilter } from '../listing/filter.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { $administrators } from './HandTo.tsx';
import { NextStep } from './NextStep.tsx';
import { OrderBulkActions } from './OrderBulkActions.tsx';
import { orderColumns } from './order-columns.tsx';
import { exportOrders, orders, removeOrders } from './orders.ts';

const rowName = ({ number, user }: AdminOrder) => `${number} of ${user.firstname}`;

const filters: readonly TableFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ...orderStatuses.map((value) => ({ value, label: statusLabel(value) })),
      { value: 'Pending,Held', label: 'Not settled' },
      { value: 'OnTerms,Paid', label: 'Paid or on terms' },
    ],
  },
  {
    name: 'fulfilment',
    label: 'Delivery',
    options: [
      ...fulfilments.map((value) => ({ value, label: fulfilmentLabels[value] })),
      { value: 'to_send,packed', label: 'Not sent' },
    ],
  },
  {
    name: 'returns',
    label: 'Returns',
    options: returnStatuses.map((value) => ({ value, label: returnLabels[value] })),
  },
  {
    name: 'disputed',
    label: 'Disputes',
    options: [
      { value: 'open', label: 'To answer' },
      { value: 'lost', label: 'Lost' },
      { value: 'won', label: 'Won' },
      { value: 'no', label: 'None open or lost' },
    ],
  },
  { name: 'overdue', label: 'Due', options: [{ value: 'yes', label: 'Overdue' }] },
  ...dates,
];

/** The administrators to whom orders are handed. */
const handedTo = (found: readonly Admin[]): TableFilter => ({
  name: 'assignee',
  label: 'Handed to',
  options: [
    ...found.map(({ _id, firstname }) => ({ value: _id, label: firstname })),
    { value: 'none', label: 'Nobody' },
  ],
});

export function OrdersScreen() {
  const { body } = useStore($administrators);
  return (
    <div className="orders-list">
      <ScreenHead title="Orders">
        <a className="button" href={companyRoutes.newOrder()}>
          New order
        </a>
        <a className="button button--quiet" href={routes.transfers()}>
          Match transfers
        </a>
        <a className="button button--quiet" href={routes.importedOrders()}>
          Orders of another shop
        </a>
        <RecentlyDeleted kind="orders" />
        <Button look="link" onClick={exportOrders}>
          Export CSV
        </Button>
      </ScreenHead>
      <DataTable
        caption="All orders"
        columns={orderColumns}
        list={orders}
        rowName={rowName}
        filters={[handedTo(body?.administrators ?? []), ...filters]}
        searchLabel="Search orders"
        empty={messages.orders.empty}
        actions="Action"
        links={(order, describedBy) => <NextStep order={order} describedBy={describedBy} />}
        remove={{
          question: messages.orders.confirmDelete,
          run: (order) => removeOrders([order._id]),
        }}
        bulk={(selected) => <OrderBulkActions {...selected} />}
      />
    </div>
  );
}
