import type { OrderDetails } from '#shared/schemas/admin-orders.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { orderHistory } from './order-history.ts';
import './order-history.css';

/** The history of an order, newest first. */
export function OrderHistory(details: OrderDetails) {
  return (
    <Section title="History">
      <ol className="history">
        {orderHistory(details).map(({ at, what, by }) => (
          <li key={`${at} ${what}`}>
            <span className="two-lines">
              <span>{what}</span>
              {by && <small>{by}</small>}
            </span>
            <RelativeTime iso={at} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
