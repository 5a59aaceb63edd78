import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { orderStatuses } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useMemo, useState } from 'react';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { orderColumns } from './order-columns.tsx';
import { exportOrders, orders, removeOrders } from './orders.ts';

const rowId = (order: AdminOrder) => order._id;
const rowName = ({ user, totalPrice }: AdminOrder) =>
  `the order of ${user.firstname}, ${formatPrice(totalPrice)}`;

const filters: readonly TableFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ...orderStatuses.map((value) => ({ value, label: value })),
      { value: 'Pending,Held', label: 'Not settled' },
    ],
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
];

export function OrdersScreen() {
  const list = useStore(orders.$list);
  const [doomed, setDoomed] = useState<AdminOrder | null>(null);
  const [exporting, setExporting] = useState(false);
  const columns = useMemo(() => orderColumns(setDoomed), []);

  async function exportAll(): Promise<void> {
    setExporting(true);
    await exportOrders();
    setExporting(false);
  }

  return (
    <>
      <ScreenHead title="Orders">
        <button
          type="button"
          className="button button--quiet"
          aria-busy={exporting}
          onClick={() => {
            if (!exporting) void exportAll();
          }}
        >
          Export CSV
        </button>
        <RecentlyDeleted kind="orders" reload={orders.load} />
      </ScreenHead>
      <DataTable
        caption="All orders"
        columns={columns}
        list={list}
        rowId={rowId}
        rowName={rowName}
        filters={filters}
        searchLabel="Search orders"
        empty={messages.orders.empty}
        reload={orders.load}
        bulk={(selected) => (
          <BulkDelete
            {...selected}
            nouns={['order', 'orders']}
            question={messages.orders.confirmDeleteMany}
            remove={removeOrders}
          />
        )}
      />
      <ConfirmDelete
        title={doomed && `Delete ${rowName(doomed)}`}
        question={messages.orders.confirmDelete}
        onYes={async () => doomed !== null && removeOrders([doomed._id])}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
