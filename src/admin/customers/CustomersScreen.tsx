import { messages } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { dates, type TableFilter } from '../listing/filter.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { customers, exportChosen, exportCustomers, removeCustomers } from './customers.ts';

const fullName = (user: User) => `${user.firstname} ${user.lastname}`.trim();

const columns: readonly Column<User>[] = [
  titled('name', 'Name', fullName),
  { id: 'address', header: 'Address', cell: (user) => user.address },
  { id: 'email', header: 'Email', cell: (user) => <EmailText email={user.email} /> },
  { id: 'postcode', header: 'Postcode', cell: (user) => user.postcode },
  {
    id: 'location',
    header: 'Location',
    cell: ({ country, state }) => [country, state].filter(Boolean).join(', '),
  },
  { id: 'phone', header: 'Phone', cell: (user) => <span className="digits">{user.phone}</span> },
  created,
];

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
  ...dates,
];

export function CustomersScreen() {
  return (
    <>
      <ScreenHead title="Customers">
        <Button look="quiet" onClick={exportCustomers}>
          Export CSV
        </Button>
      </ScreenHead>
      <DataTable
        caption="All customers"
        columns={columns}
        list={customers}
        rowName={(user) => `the customer ${fullName(user)}`}
        filters={filters}
        searchLabel="Search customers"
        empty={messages.users.empty}
        actions="Action"
        links={(user, describedBy) => (
          <a
            className="link-button"
            href={routes.customerOrder(user._id)}
            aria-describedby={describedBy}
          >
            View Orders
          </a>
        )}
        remove={{
          question: messages.users.confirmDelete,
          run: (user) => removeCustomers([user._id]),
        }}
        bulk={(selected) => (
          <>
            <Button look="link" onClick={() => exportChosen(selected.ids)}>
              Export
            </Button>
            <BulkDelete
              {...selected}
              nouns={['customer', 'customers']}
              question={messages.users.confirmDeleteMany}
              remove={removeCustomers}
            />
          </>
        )}
      />
    </>
  );
}
