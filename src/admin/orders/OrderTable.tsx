import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { routes } from '../../routes.ts';

/** The lines of an order with the prices of the day, and their sum. */
export function OrderTable({ order }: { readonly order: Order }) {
  return (
    <section aria-labelledby="lines-heading">
      <h2 className="section-title" id="lines-heading">
        Lines
      </h2>
      <table className="order-table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {order.products.map((line) => (
            <tr key={line._id}>
              <td>
                <div className="two-lines">
                  {line.product ? (
                    <a className="row-title" href={routes.adminProduct(line.product._id)}>
                      {line.title}
                    </a>
                  ) : (
                    <span>
                      {line.title} <span className="gone">{messages.products.deleted}</span>
                    </span>
                  )}
                  <small>{[line.color, line.size].filter(Boolean).join(', ')}</small>
                </div>
              </td>
              <td>{formatPrice(line.unitPrice)}</td>
              <td>{line.quantity}</td>
              <td>{formatPrice(lineTotal(line.unitPrice, line.quantity))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Shipping
            </th>
            <td>Free</td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td>{formatPrice(order.totalPrice)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
