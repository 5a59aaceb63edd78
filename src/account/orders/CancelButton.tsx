import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { cancelOrder } from '../../api/orders.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';

const about = 'cancel';

/** Cancels an unpaid order, after confirmation. */
export function CancelButton({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const cancel = async () => {
    const reply = await cancelOrder(id);
    close();
    if (reply.ok) toastSuccess(messages.orders.cancelled, undefined, about);
    else toastError(reply.message, undefined, about);
    // A refusal means that it was paid or deleted in the meantime.
    if (reply.ok || reply.status === 409 || reply.status === 404) revalidate('/orders/');
  };
  return (
    <>
      <Button look="quiet" className="button--small" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <Confirm
        title="Cancel the order"
        open={asking}
        question={messages.orders.confirmCancel}
        onYes={cancel}
        onClose={close}
      />
    </>
  );
}
