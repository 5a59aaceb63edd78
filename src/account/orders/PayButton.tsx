import { useState } from 'react';
import { payOrder } from '../../api/orders.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { toastError } from '../../stores/toasts.ts';

/** Takes up the payment of an order again, on the provider's page. */
export function PayButton({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  const pay = async () => {
    setBusy(true);
    const reply = await payOrder(id);
    if (reply.ok) await goToCardPage(reply.paymentInfo.data.authorization_url);
    else toastError(reply.message);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button button--quiet button--small"
      disabled={busy}
      onClick={() => void pay()}
    >
      Pay now
    </button>
  );
}
