import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { customers, removeCustomers } from './customers.ts';

const rowId = (user: User) => user._id;
const nameCellId = (user: User) => `customer-${user._id}`;
const fullName = (user: User) => `${user.firstname} ${user.lastname}`.trim();

/** Country, then state; nothing where neither is known. */
function location({ country, state }: User): string {
  return [country, state].filter(Boolean).join(', ');
}

function columnsFor(onDelete: (user: User) => void): readonly Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'title',
      sortable: true,
      cell: (user) => (
        <span className="row-title" id={nameCellId(user)}>
          {fullName(user)}
        </span>
      ),
    },
    { id: 'address', header: 'Address', cell: (user) => user.address },
    {
      id: 'email',
      header: 'Email',
      sortable: true,
      cell: (user) => <EmailText email={user.email} />,
    },
    { id: 'postcode', header: 'Postcode', cell: (user) => user.postcode },
    { id: 'location', header: 'Location', sortable: true, cell: location },
    { id: 'phone', header: 'Phone', cell: (user) => <span className="digits">{user.phone}</span> },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (user) => <RelativeTime iso={user.createdAt} />,
    },
    {
      id: 'action',
      header: 'Action',
      kind: 'actions',
      cell: (user) => (
        <>
          <a
            className="link-button"
            href={routes.customerOrder(user._id)}
            aria-describedby={nameCellId(user)}
          >
            View Orders
          </a>
          <RowActions describedBy={nameCellId(user)} onDelete={() => onDelete(user)} />
        </>
      ),
    },
  ];
}

const filters: readonly TableFilter[] = [
  {
    name: 'orders',
    label: 'Orders',
    options: [
      { value: 'some', label: 'With orders' },
      { value: 'unpaid', label: 'With unpaid orders' },
      { value: 'none', label: 'Without orders' },
    ],
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
];

export function CustomersScreen() {
  const list = useStore(customers.$list);
  const [doomed, setDoomed] = useState<User | null>(null);
  const columns = useMemo(() => columnsFor(setDoomed), []);

  return (
    <>
      <ScreenHead title="Customers" />
      <DataTable
        caption="All customers"
        columns={columns}
        list={list}
        rowId={rowId}
        rowName={fullName}
        filters={filters}
        searchLabel="Search customers"
        empty={messages.users.empty}
        reload={customers.load}
        bulk={(selected) => (
          <BulkDelete
            {...selected}
            nouns={['customer', 'customers']}
            question={messages.users.confirmDeleteMany}
            remove={removeCustomers}
          />
        )}
      />
      <ConfirmDelete
        title={doomed && `Delete the customer ${fullName(doomed)}`}
        question={messages.users.confirmDelete}
        onYes={async () => doomed !== null && removeCustomers([doomed._id])}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
