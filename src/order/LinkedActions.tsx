import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import type { ReturnInput } from '#shared/schemas/returns.ts';
import { cancelLinkedOrder, linkedExchanges, returnLinkedOrder } from '../api/linked-orders.ts';
import { moveWithToast, toastError } from '../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { ReturnButton } from './ReturnButton.tsx';

interface LinkedActionsProps {
  readonly token: string;
  readonly order: LinkedOrder;
}

/** Cancels or returns the order of a guest, whose link was opened. The page then shows it as it is now. */
export function LinkedActions({ token, order }: LinkedActionsProps) {
  const [asking, setAsking] = useState(false);
  const words = order.status === 'Paid' && order.totalPrice > 0 ? returnMessages : messages.orders;
  const showAgain = (message: string) => moveWithToast(location.pathname, 'success', message);

  async function cancel(): Promise<void> {
    const reply = await cancelLinkedOrder(token);
    setAsking(false);
    if (reply.ok) showAgain(words.cancelled);
    else toastError(reply.message);
  }
  async function returnPieces(body: ReturnInput) {
    const reply = await returnLinkedOrder(token, body);
    if (reply.ok) showAgain(reply.message);
    return reply;
  }
  return (
    <>
      {order.products.some((it) => it.returnable > 0) && (
        <ReturnButton order={order} exchanges={linkedExchanges(token)} send={returnPieces} />
      )}
      {order.cancellable && (
        <Button look="quiet" className="button--small" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      <Confirm
        title="Cancel the order"
        open={asking}
        question={words.confirmCancel}
        onYes={cancel}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
