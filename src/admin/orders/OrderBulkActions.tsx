import { messages } from '#shared/messages.ts';
import { useId } from 'react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { fulfilOrders } from '../parcels/parcels.ts';
import { HandTo } from './HandTo.tsx';
import { CancelOrders } from './CancelOrders.tsx';
import { checkPayments, exportChosen, removeOrders } from './orders.ts';

/** Bulk actions for the selected orders. */
export function OrderBulkActions({ ids, clear }: Selected) {
  const about = useId();
  return (
    <>
      <Button look="link" onClick={() => exportChosen(ids)}>
        Export
      </Button>
      <Button look="link" aria-describedby={about} onClick={() => checkPayments(ids)}>
        Check payments
      </Button>
      <Button look="link" onClick={() => fulfilOrders('pack', ids)}>
        Mark as packed
      </Button>
      <Button look="link" onClick={() => fulfilOrders('send', ids)}>
        Mark as sent
      </Button>
      <a className="link-button" href={routes.pickList(ids)}>
        Pick list
      </a>
      <a className="link-button" href={routes.packingSlips(ids)}>
        Packing slips
      </a>
      <HandTo ids={ids} label="Hand over" />
      <CancelOrders ids={ids} look="link" onDone={clear} />
      <BulkDelete
        {...{ ids, clear }}
        nouns={['order', 'orders']}
        question={messages.orders.confirmDeleteMany}
        remove={removeOrders}
      />
      <small id={about}>
        Check payments asks the payment provider whether these orders were paid or refunded.
      </small>
    </>
  );
}
