import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { nameOfLine } from '../../ui/line-choice.ts';
import './order-lines.css';

const textOf = (line: Order['products'][number]) =>
  `${nameOfLine(line)}, quantity: ${line.quantity}`;

/** The pieces of an order, and its products on one line; deleted products are marked. */
export function OrderLines({ lines }: { readonly lines: Order['products'] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="two-lines order-lines" title={lines.map(textOf).join('\n')}>
      <span>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</span>
      <ul>
        {lines.map((line) => (
          <li key={line._id}>
            {line.product ? (
              line.product.title
            ) : (
              <span className="missing">{messages.products.deleted}</span>
            )}{' '}
            <small className={line.quantity === 1 ? 'visually-hidden' : undefined}>
              Quantity: {line.quantity}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
