import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import './order-lines.css';

/** One entry per product of an order; deleted products are marked. */
export function OrderLines({ lines }: { readonly lines: Order['products'] }) {
  return (
    <ul className="order-lines">
      {lines.map((line) => (
        <li key={line._id} className="two-lines">
          {line.product ? (
            <span>{line.product.title}</span>
          ) : (
            <span className="missing" title={line.title}>
              {messages.products.deleted}
            </span>
          )}
          <small>Quantity: {line.quantity}</small>
        </li>
      ))}
    </ul>
  );
}
