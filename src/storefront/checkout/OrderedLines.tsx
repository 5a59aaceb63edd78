import { lineTotal, priceIn } from '#shared/domain/money.ts';
import { includedTax, paperName, sumRows } from '#shared/domain/order-sums.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { routes } from '../../routes.ts';
import { Sums } from '../cart/Sums.tsx';
import { SummaryLine } from './SummaryLine.tsx';
import style from '../cart/Summary.module.css';

interface OrderedLinesProps {
  order: Order;
  isGuest: boolean;
}

/** The ordered lines at their prices, with a link to the invoice; that of guests is on the page of their email. */
export function OrderedLines({ order, isGuest }: OrderedLinesProps) {
  const money = priceIn(order.currency);
  return (
    <section className={style.summary} aria-labelledby="ordered-lines">
      <h2 id="ordered-lines">Your order</h2>
      <ul className={style.lines}>
        {order.products.map((line) => (
          <SummaryLine
            key={line._id}
            title={line.title}
            line={line}
            sku={order.company ? line.sku : ''}
            total={lineTotal(line.unitPrice, line.quantity)}
          />
        ))}
      </ul>
      <Sums
        rows={sumRows(order, money)}
        total={money(order.totalPrice)}
        note={includedTax(order, money)}
      />
      {!isGuest && (
        <p>
          <a className="lone-link" href={routes.userInvoice(order._id)}>
            {paperName(order)}
          </a>
        </p>
      )}
    </section>
  );
}
