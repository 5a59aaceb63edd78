import { messages } from '#shared/messages.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { cancelOrders } from './orders.ts';

interface CancelOrdersProps {
  readonly ids: readonly string[];
  readonly look: 'quiet' | 'link';
  readonly onDone?: () => void;
}

/** Cancels orders for which nothing was paid or sent, after confirmation. */
export function CancelOrders({ ids, look, onDone }: CancelOrdersProps) {
  const [open, setOpen] = useState(false);
  const label = ids.length === 1 ? 'Cancel order' : 'Cancel orders';
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDelete
        title={open ? label : null}
        question={messages.orders.confirmCancelMany(ids.length)}
        onYes={async () => {
          const done = await cancelOrders(ids);
          if (done) onDone?.();
          return done;
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
