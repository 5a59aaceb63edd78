import { formatPrice } from '#shared/domain/money.ts';
import type { ImportedOrder } from '#shared/schemas/imported-orders.ts';
import { formatDate } from '../ui/format.ts';
import './imported-order-facts.css';

/** All that is known of an order that was placed in another shop. */
export function ImportedOrderFacts({ order }: { readonly order: ImportedOrder }) {
  const price = (amount: number | null) =>
    amount === null || amount === 0 ? '' : formatPrice(amount, order.currency);
  const facts = [
    ['Placed', formatDate(order.createdAt)],
    ['Status', [order.status, order.fulfilment].filter(Boolean).join(', ')],
    ['Subtotal', price(order.subtotal)],
    ['Discount', [price(order.discount), order.discountCode].filter(Boolean).join(', ')],
    ['Shipping', price(order.shipping)],
    ['Tax', price(order.tax)],
    ['Total', formatPrice(order.total, order.currency)],
    ['Refunded', price(order.refunded)],
    ['Deliver to', order.deliverTo],
    ['Bill to', order.billTo === order.deliverTo ? '' : order.billTo],
    ['Email', order.email],
    ['Phone', order.phone],
    ['Note', order.note],
  ].filter(([, value]) => value);
  return (
    <div className="imported-order">
      <ul>
        {order.lines.map(({ title, sku, quantity, price: each }, place) => (
          <li key={place}>
            <span>
              {quantity} × {title || sku}
            </span>
            {title && sku && <small>{sku}</small>}
            <span className="digits">{formatPrice(each, order.currency)}</span>
          </li>
        ))}
      </ul>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
