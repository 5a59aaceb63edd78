import { useState } from 'react';
import { isCancelledAtOnce, paymentToCancel } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { cancelOrder } from '../../api/orders.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';

const about = 'cancel';

/** Cancels an order that is unpaid, or not packed, after confirmation. */
export function CancelButton({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const isPaid = paymentToCancel(order) !== null;
  if (!isCancelledAtOnce(order) && !isPaid) return null;
  const { cancelled } = messages.orders;
  const exchange = order.exchange && {
    cancelled,
    confirmCancel: returnMessages.confirmCancelExchange,
  };
  const words = exchange ?? (isPaid ? returnMessages : messages.orders);
  const what = exchange ? 'exchange' : 'order';
  const close = () => setAsking(false);
  const cancel = async () => {
    const reply = await cancelOrder(order._id);
    close();
    if (reply.ok) toastSuccess(words.cancelled, undefined, about);
    else toastError(reply.message, undefined, about);
    // A refusal means that it was paid, packed or deleted in the meantime.
    if (reply.ok || reply.status === 409 || reply.status === 404) revalidate('/orders/');
  };
  return (
    <>
      <Button look="quiet" className="button--small" onClick={() => setAsking(true)}>
        Cancel {what}
      </Button>
      <Confirm
        title={`Cancel the ${what}`}
        open={asking}
        question={words.confirmCancel}
        onYes={cancel}
        onClose={close}
      />
    </>
  );
}
