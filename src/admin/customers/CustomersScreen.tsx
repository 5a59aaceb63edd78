import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { EmailText } from '../listing/EmailText.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { customers, removeCustomer } from './customers.ts';

const rowId = (user: User) => user._id;
const nameCellId = (user: User) => `customer-${user._id}`;
const fullName = (user: User) => `${user.firstname} ${user.lastname}`.trim();

function words(user: User): string {
  const { address, email, postcode, country, state, phone } = user;
  return [fullName(user), address, email, postcode, country, state, phone].join(' ');
}

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
      value: fullName,
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
      value: (user) => user.email,
      cell: (user) => <EmailText email={user.email} />,
    },
    { id: 'postcode', header: 'Postcode', cell: (user) => user.postcode },
    { id: 'location', header: 'Location', value: location, cell: location },
    { id: 'phone', header: 'Phone', cell: (user) => <span className="digits">{user.phone}</span> },
    {
      id: 'created',
      header: 'Created',
      value: (user) => user.createdAt,
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

export function CustomersScreen() {
  const list = useStore(customers.$list);
  const [doomed, setDoomed] = useState<User | null>(null);
  const columns = useMemo(() => columnsFor(setDoomed), []);
  const page = useLocalPage(list, columns, words);
  return (
    <>
      <ScreenHead title="Customers" />
      <DataTable
        caption="All customers"
        columns={columns}
        list={page}
        rowId={rowId}
        searchLabel="Search customers"
        empty={messages.users.empty}
        reload={customers.load}
      />
      <ConfirmDelete
        title={doomed && `Delete the customer ${fullName(doomed)}`}
        question={messages.users.confirmDelete}
        onYes={async () => doomed !== null && removeCustomer(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
