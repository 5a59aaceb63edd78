import type { AdminOrder, PaymentEvent } from '#shared/schemas/admin-orders.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { orderHistory } from './order-history.ts';

interface OrderHistoryProps {
  readonly order: AdminOrder;
  readonly events: readonly PaymentEvent[];
}

/** What happened to an order, newest first. */
export function OrderHistory({ order, events }: OrderHistoryProps) {
  return (
    <section aria-labelledby="history-heading">
      <h2 className="section-title" id="history-heading">
        History
      </h2>
      <ol className="history">
        {orderHistory(order, events).map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <span>{what}</span>
            <RelativeTime iso={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
