import { cancelOrder } from '../../api/orders.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';

/** Gives up an order that is not paid yet. */
export function CancelButton({ id }: { id: string }) {
  const cancel = async () => {
    const reply = await cancelOrder(id);
    if (!reply.ok) return toastError(reply.message);
    toastSuccess('Order cancelled.');
    revalidate('/orders/');
  };
  return (
    <Button look="quiet" className="button--small" onClick={cancel}>
      Cancel order
    </Button>
  );
}
