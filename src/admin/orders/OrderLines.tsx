import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** A cell for each product of an order; a deleted one says so. */
export function OrderLines({ lines }: { readonly lines: Order['products'] }) {
  return (
    <ul className="order-lines">
      {lines.map((line) => (
        <li key={line._id}>
          {line.product ? (
            <span>{line.product.title}</span>
          ) : (
            <span className="gone" title={line.title}>
              {messages.products.deleted}
            </span>
          )}
          <small>Quantity: {line.quantity}</small>
        </li>
      ))}
    </ul>
  );
}
