import { returnMessages } from '#shared/return-messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ask } from '../../ui/question.ts';
import { leftToRefund, refund } from './refunds.ts';

/** Cancels a paid order of which nothing was sent, and refunds all of it; of an exchange, what was paid for the replaced pieces. */
export function CancelPaidOrder({ order }: { readonly order: AdminOrder }) {
  const key = useRef(crypto.randomUUID());
  const payment = order.attempts.find(
    (it) => it.status === 'paid' && (leftToRefund(it) > 0 || order.exchange),
  );
  const isSent = order.parcels.some((it) => it.status !== 'packed');
  if (order.status !== 'Paid' || !payment || isSent) return null;
  const cancel = async () => {
    const isSure = await ask({
      question: `Cancel ${order.number}`,
      explained: returnMessages.confirmCancel,
      yes: 'Yes',
      no: 'No',
    });
    if (!isSure) return;
    const { reference } = payment;
    const reply = await refund(order._id, { reference, cancel: true }, key.current);
    if (reply.ok || reply.code === 'refund_refused') key.current = crypto.randomUUID();
  };
  return (
    <Button look="quiet" onClick={cancel}>
      Cancel order
    </Button>
  );
}
