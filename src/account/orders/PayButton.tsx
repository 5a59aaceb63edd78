import { payOrder } from '../../api/orders.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { toastError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';

/** Resumes the payment of an order on the provider's page. */
export function PayButton({ id }: { id: string }) {
  const pay = async () => {
    const reply = await payOrder(id);
    if (reply.ok) await goToCardPage(reply.paymentInfo.data.authorization_url);
    else toastError(reply.message);
  };
  return (
    <Button className="button--small" onClick={pay}>
      Pay now
    </Button>
  );
}
