import { useState } from 'react';
import { otherWays } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { payOrder } from '../../api/orders.ts';
import { revalidate } from '../../api/query.ts';
import { PayButtons } from '../../order/PayButtons.tsx';
import { goToCardPage } from '../../stores/card-page.ts';
import { toastError } from '../../stores/toasts.ts';

/** Resumes the payment of an order, or pays it in another way. */
export function PayButton({ order }: { readonly order: Order }) {
  const [sending, setSending] = useState<string | null>(null);
  const ways = otherWays(order);
  const pay = async (way: string) => {
    setSending(way);
    const reply = await payOrder(order._id, way || undefined);
    if (reply.ok) await goToCardPage(reply.paymentInfo.data.authorization_url);
    else {
      toastError(reply.message);
      // It is paid, or the ways to pay have changed.
      if (reply.status === 409) revalidate('/orders/');
    }
    setSending(null);
  };
  const { awaited } = order.payment;
  if (awaited && ways.length === 0) return null;
  const only = (awaited && ways[0]?.action) || 'Pay now';
  return (
    <PayButtons {...{ ways, only, sending }} small quiet={awaited} onPay={(way) => void pay(way)} />
  );
}
