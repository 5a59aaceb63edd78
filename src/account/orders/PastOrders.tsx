import { formatPrice } from '#shared/domain/money.ts';
import { ImportedOrderFacts } from '../../order/ImportedOrderFacts.tsx';
import { formatDate } from '../../ui/format.ts';
import { useLoaded } from '../use-loaded.ts';
import { $past } from './past-orders.ts';
import style from './Orders.module.css';

/** Orders that the customer placed before the shop moved here; nothing where there are none. */
export function PastOrders() {
  const { body } = useLoaded($past);
  if (!body || body.orders.length === 0) return null;
  return (
    <section className={style.past} aria-labelledby="past-orders">
      <h2 id="past-orders">Earlier orders</h2>
      <p>Placed before our shop moved here.</p>
      {body.orders.map((order) => (
        <details key={order._id}>
          <summary>
            {order.number}, {formatDate(order.createdAt)},{' '}
            {formatPrice(order.total, order.currency)}
          </summary>
          <ImportedOrderFacts order={order} />
        </details>
      ))}
    </section>
  );
}
