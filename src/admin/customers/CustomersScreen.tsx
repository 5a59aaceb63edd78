import { streetAndCity } from '#shared/domain/address.ts';
import { messages } from '#shared/messages.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { ListedUser } from '#shared/schemas/admin-users.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { lazy } from '../forms/lazy.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { dates, type TableFilter } from '../listing/filter.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import {
  customers,
  exportChosen,
  exportCustomers,
  inviteCustomers,
  removeCustomers,
} from './customers.ts';
import './customers.css';

const fullName = (user: ListedUser) => `${user.firstname} ${user.lastname}`.trim();

const CustomerImport = lazy(
  'form',
  async () => (await import('./CustomerImport.tsx')).CustomerImport,
);

const columns: readonly Column<ListedUser>[] = [
  titled('name', 'Name', fullName, (user) => routes.customerOrder(user._id)),
  { id: 'address', header: 'Address', cell: streetAndCity },
  { id: 'email', header: 'Email', cell: (user) => <EmailText email={user.email} /> },
  { id: 'postcode', header: 'Postcode', cell: (user) => user.postcode },
  {
    id: 'location',
    header: 'Location',
    cell: ({ country, state }) => [country, state].filter(Boolean).join(', '),
  },
  { id: 'phone', header: 'Phone', cell: (user) => <span className="digits">{user.phone}</span> },
  {
    id: 'ordered',
    header: 'Orders',
    kind: 'figures',
    cell: ({ orders, spent, lastOrderAt }) => (
      <div className="two-lines">
        <span>
          {formatCount(orders)} · {formatPrice(spent)}
        </span>
        {lastOrderAt && (
          <small>
            Last order <RelativeTime iso={lastOrderAt} />
          </small>
        )}
      </div>
    ),
  },
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
    <div className="customers-list">
      <ScreenHead title="Customers">
        <Button look="quiet" onClick={exportCustomers}>
          Export CSV
        </Button>
        <DialogButton look="quiet" label="Import CSV" title="Import customers">
          {(close) => <CustomerImport onDone={close} />}
        </DialogButton>
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
            <Button
              look="link"
              onClick={async () => {
                if (await inviteCustomers(selected.ids)) selected.clear();
              }}
            >
              Invite
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
    </div>
  );
}
