import type { ReactNode } from 'react';
import { lineTotal, priceIn } from '#shared/domain/money.ts';
import { includedTax, sumRows } from '#shared/domain/order-sums.ts';
import { notChosen } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import { ColumnHeads } from '../ui/ColumnHeads.tsx';

type Line = Order['products'][number];

interface OrderLinesProps {
  readonly order: Order;
  readonly className?: string;
  /** The labels of the item and total columns, and the grand total. */
  readonly names: { readonly line: string; readonly sum: string; readonly total: string };
  /** The name of the item, optionally with a link. */
  readonly title: (line: Line) => ReactNode;
  readonly picture?: (line: Line) => ReactNode;
}

/** The lines of an order with their prices, the total, and refunds. */
export function OrderLines({ order, className, names, title, picture }: OrderLinesProps) {
  const { currency } = order;
  const money = priceIn(currency);
  return (
    <table className={className}>
      <ColumnHeads names={[names.line, 'Price', 'Quantity', names.sum]} />
      <tbody>
        {order.products.map((line) => (
          <tr key={line._id}>
            <td>
              {picture?.(line)}
              <div className="two-lines">
                {title(line)}
                <small>
                  {[line.color && colourName(line.color), line.size, notChosen(line)]
                    .filter(Boolean)
                    .join(', ')}
                </small>
                {line.sku && <small>SKU {line.sku}</small>}
              </div>
            </td>
            <td>{money(line.unitPrice)}</td>
            <td>{line.quantity}</td>
            <td>{money(lineTotal(line.unitPrice, line.quantity, currency))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sumRows(order, money).map(({ name, value }) => (
          <tr key={name}>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
        <tr data-total="">
          <th scope="row" colSpan={3}>
            {names.total}
          </th>
          <td>{money(order.totalPrice)}</td>
        </tr>
        {includedTax(order, money) && (
          <tr>
            <td colSpan={4}>{includedTax(order, money)}</td>
          </tr>
        )}
        {order.refunded > 0 && (
          <tr>
            <th scope="row" colSpan={3}>
              Refunded
            </th>
            <td>{money(-order.refunded)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
