import { formatPrice } from '#shared/domain/money.ts';
import { importedOrderMessages } from '#shared/imported-order-messages.ts';
import type { ImportedOrder } from '#shared/schemas/imported-orders.ts';
import { useState } from 'react';
import { ImportedOrderFacts } from '../../order/ImportedOrderFacts.tsx';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { ImportForm } from '../import/ImportForm.tsx';
import {
  importedOrders,
  importOrders,
  orderColumnsOf,
  removeImportedOrders,
} from './imported-orders.ts';

const hint =
  'A CSV file of the orders of Shopify or of a plugin of WooCommerce, or any other table with a row for each order or item. Amounts are in the currency of this shop. The same number of the same shop is changed.';

const columns: readonly Column<ImportedOrder>[] = [
  titled('number', 'Number', ({ number }) => number),
  { id: 'created', header: 'Placed', cell: (it) => <RelativeTime iso={it.createdAt} /> },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ name, email }) => (
      <div className="two-lines">
        <span>{name}</span>
        {email && (
          <small>
            <EmailText email={email} />
          </small>
        )}
      </div>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => status },
  {
    id: 'total',
    header: 'Total',
    kind: 'figures',
    cell: ({ total, currency }) => formatPrice(total, currency),
  },
];

/** Orders that were placed in another shop, to look up. */
export function ImportedOrdersScreen() {
  const [shown, setShown] = useState<ImportedOrder | null>(null);
  return (
    <>
      <BackLink href={routes.orders()}>Orders</BackLink>
      <ScreenHead title="Orders of another shop">
        <DialogButton label="Import CSV" title="Import orders">
          {(close) => (
            <ImportForm
              creates
              hint={hint}
              take={importOrders}
              describe={orderColumnsOf}
              onDone={close}
            />
          )}
        </DialogButton>
      </ScreenHead>
      <p className="screen-note">
        History to look up. They are not sent, paid or refunded here, and count in reports only if
        that is chosen there. Customers see theirs in their account.
      </p>
      <DataTable
        caption="Orders of another shop"
        columns={columns}
        list={importedOrders}
        rowName={({ number }) => number}
        searchLabel="Search number, name or email"
        empty={importedOrderMessages.empty}
        views={false}
        actions="Action"
        links={(order, describedBy) => (
          <Button look="link" aria-describedby={describedBy} onClick={() => setShown(order)}>
            Details
          </Button>
        )}
        remove={{
          question: importedOrderMessages.confirmDelete,
          run: ({ _id }) => removeImportedOrders([_id]),
        }}
        bulk={(selected) => (
          <BulkDelete
            {...selected}
            nouns={['order', 'orders']}
            question={importedOrderMessages.confirmDeleteMany}
            remove={removeImportedOrders}
          />
        )}
      />
      <Modal
        title={`Order ${shown?.number ?? ''}`}
        open={shown !== null}
        onClose={() => setShown(null)}
      >
        {shown && <ImportedOrderFacts order={shown} />}
      </Modal>
    </>
  );
}
