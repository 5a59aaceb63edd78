import { isToSend, notChosen } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { Button } from '../../ui/Button.tsx';
import { stoppingDisputes } from './disputes.ts';
import { fulfilOrders } from '../parcels/parcels.ts';

const steps = {
  to_send: ['pack', 'Mark as packed'],
  packed: ['send', 'Mark as sent'],
} as const;

interface NextStepProps {
  readonly order: AdminOrder;
  readonly describedBy: string;
}

/** The next step of an order; nothing if it has none, or waits for choices of the customer or the end of a dispute. */
export function NextStep({ order, describedBy }: NextStepProps) {
  const { fulfilment } = order;
  if (!isToSend(order) || (fulfilment !== 'to_send' && fulfilment !== 'packed')) return null;
  if (order.products.some(notChosen) || stoppingDisputes(order).length > 0) return null;
  const [action, label] = steps[fulfilment];
  return (
    <Button
      look="quiet"
      className="button--small"
      aria-describedby={describedBy}
      onClick={() => fulfilOrders(action, [order._id])}
    >
      {label}
    </Button>
  );
}
